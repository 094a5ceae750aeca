import type { ProblemError } from '../../problems/problem-error.js';

/**
 * Stands for a body that could not be read. Fastify parses before any guard runs, and a caller without a
 * token, a company or a permission is told so first: whoever needs the body throws its problem.
 */
export class UnreadableBody {
  constructor(readonly problem: ProblemError) {}
}

/** The body of a request as it was parsed. Throws 400 `malformed-json` or 415 when it could not be. */
export function readableBody(body: unknown): unknown {
  if (body instanceof UnreadableBody) throw body.problem;
  return body;
}
