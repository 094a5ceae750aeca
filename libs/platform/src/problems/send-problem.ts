import type { Problem } from '@safety/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteProblem } from '../http/answered.js';
import { languageOf } from '../http/api/negotiation.js';
import { pathOf } from '../http/path-of.js';
import { isRoutine } from '../http/routine.js';
import type { ProblemError } from './problem-error.js';
import { problemTitle } from './problem-titles.js';
import { toProblemError } from './to-problem-error.js';

/** Prefix of the `type` member: a name for the kind of problem, not an address that must answer. */
const PROBLEM_TYPE = 'urn:problem-type:';

/**
 * The body of a problem, its title in the caller's language; `code` is the same in all. `instance` is the
 * path below the public address of the API, which is all that a service sees of it.
 */
export function problemBody(
  error: ProblemError,
  request: Pick<FastifyRequest, 'id' | 'originalUrl' | 'raw'>,
  instance: string = pathOf(request.originalUrl),
): Problem {
  return {
    type: `${PROBLEM_TYPE}${error.code}`,
    title: problemTitle(error.code, languageOf(request.raw)),
    status: error.status,
    ...(error.options.detail === undefined ? {} : { detail: error.options.detail }),
    instance,
    code: error.code,
    traceId: request.id,
    ...(error.options.errors === undefined ? {} : { errors: error.options.errors }),
    ...error.options.extensions,
  };
}

/** An unknown method is the client's fault, though its status says that the server is at a loss. */
const isOurs = ({ status, code }: ProblemError): boolean => status >= 500 && code !== 'not-implemented';

/** Whether the client went away before its request was complete. */
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.socket.destroyed && !raw.complete;

/** Answers with `application/problem+json` (RFC 9457) and logs faults of ours. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  instance?: string,
): void {
  const error = toProblemError(thrown);
  if (hasLeft(request)) request.log.info({ path: pathOf(request.url) }, 'request: client left');
  // A probe that fails says so to whoever probes, as often as it is asked.
  else if (isOurs(error) && !isRoutine(request.url))
    request.log.error(
      { err: error.options.cause ?? error, problem: error.code },
      `request: ${error.message}`,
    );
  if (reply.sent) return;
  setProblem(reply, error);
  void reply.send(JSON.stringify(problemBody(error, request, instance)));
}

/** Makes all of an answer a problem but its body, and notes it for logs, metrics and traces. */
export function setProblem(reply: FastifyReply, error: ProblemError): void {
  noteProblem(reply, error);
  const vary = [reply.getHeader('vary'), 'accept-language'].filter(Boolean).join(', ');
  const defaults = { 'cache-control': 'no-store', vary, ...(error.status === 503 && { 'retry-after': '1' }) };
  reply
    .status(error.status)
    .headers({ ...defaults, ...error.options.headers })
    .type('application/problem+json');
}
