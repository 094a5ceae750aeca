import { allowedTransitions, type TransitionTable } from '@safety/contracts';
import { ProblemError } from '../problems/problem-error.js';
import { statusRefusal } from './caller-steps.js';

/**
 * Throws 409 `invalid-state` with `allowedTransitions` when a step does not start from the status. `step` may
 * be an unchecked value from a body. A name that is no step passes, since the schema of the body refuses it.
 */
export function checkTransition<Name extends string, Status extends string>(
  what: string,
  table: TransitionTable<Name, Status>,
  status: Status,
  step: unknown,
): void {
  if (typeof step !== 'string' || !Object.hasOwn(table, step)) return;
  const refusal = statusRefusal(what, table, status, step as Name);
  if (!refusal) return;
  throw new ProblemError(refusal.code, {
    detail: refusal.detail,
    extensions: { currentStatus: status, allowedTransitions: allowedTransitions(table, status) },
  });
}
