import type { Done } from '../messages/messages.js';
import { isSessionProof, sessionProof } from './session-proofs.js';

const proven = (done: string): string => `done ${done}`;

/** The address of a page that says what was done in this session. A link that others make says nothing. */
export const withDone = (path: string, done: Done, sessionId: string): string =>
  `${path}?${new URLSearchParams({ done, proof: sessionProof(sessionId, proven(done)) })}`;

/** The sentence that the query of a page asks for, where the console made it for this session. */
export function doneIn(
  { done, proof }: Readonly<Record<string, unknown>>,
  sessionId: string,
): Done | undefined {
  const isProven = typeof done === 'string' && isSessionProof(sessionId, proven(done), proof);
  return isProven ? (done as Done) : undefined;
}
