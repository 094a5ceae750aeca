/** In place of a value that does not open: it was moved or damaged in the database, or its key is lost. */
export const unreadable = Symbol('unreadable');

/** How an answer names members that are null because they do not open. */
export const redactedBy = (members: readonly string[]): string[] => members.map((name) => `/${name}`);

/**
 * Members that are encrypted as one, as an answer shows them: with those of `empty` where they do not open,
 * and where an earlier release has stored fewer.
 */
export const shownMembers = <Members extends object>(
  opened: unknown,
  empty: Members,
): Members & { redactedFields: string[] } =>
  opened === unreadable
    ? { ...empty, redactedFields: redactedBy(Object.keys(empty)) }
    : { ...empty, ...(opened as Partial<Members>), redactedFields: [] };
