/** Of records in their approval: who finds those that are not as they were approved. */
export const pendingTerms = (one: 'hazard' | 'event'): string =>
  `${one === 'event' ? 'An' : 'A'} ${one} that waits or was rejected, also an approved one of which a revision ` +
  `waits, is for its author and submitter, approvers asked by name, and callers with \`${one}s.readPending\` or ` +
  `\`${one}s.approve\` at its org structure`;
