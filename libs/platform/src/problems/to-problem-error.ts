import { HttpException } from '@nestjs/common';
import { type ProblemCode, problems } from '@safety/contracts';
import { ProblemError } from './problem-error.js';

/** Codes of errors that Fastify raises before a handler runs. */
const FASTIFY_CODES: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
};

const CODE_BY_STATUS = new Map<number, ProblemCode>([
  [400, 'bad-request'],
  [401, 'token-missing'],
  [403, 'permission-denied'],
  [404, 'not-found'],
  [405, 'method-not-allowed'],
  [406, 'not-acceptable'],
  [413, 'payload-too-large'],
  [414, 'uri-too-long'],
  [415, 'unsupported-media-type'],
  [431, 'headers-too-large'],
  [429, 'rate-limited'],
  [503, 'unavailable'],
]);

/**
 * PostgreSQL error classes that mean "not now": connection lost, out of connections, shutting down,
 * cancelled, locked; a server that takes no writes, as a standby or one whose disk is full; or a role that
 * was changed while this process has the password from before.
 */
const UNAVAILABLE_SQLSTATES = /^(08|53|57|55P03|25006|25P0[34]|28(000|P01))/;
const UNAVAILABLE_NODE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** node-postgres says these in words alone, with more words after some of them. */
const UNAVAILABLE_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
];

interface CodedError {
  code?: unknown;
  statusCode?: unknown;
  message?: unknown;
}

const SERIALIZATION_FAILURES = new Set(['40001', '40P01']);

/** Whether an error means that the database or a peer is unavailable, rather than a fault of ours. */
function isUnavailable(error: CodedError): boolean {
  const code = typeof error.code === 'string' ? error.code : '';
  const message = typeof error.message === 'string' ? error.message : '';
  return (
    UNAVAILABLE_SQLSTATES.test(code) ||
    SERIALIZATION_FAILURES.has(code) ||
    UNAVAILABLE_NODE_CODES.has(code) ||
    UNAVAILABLE_MESSAGES.some((words) => message.startsWith(words))
  );
}

/** Turns whatever was thrown into a problem; what is not known becomes `internal-error`. */
export function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof HttpException) return fromStatus(error.getStatus(), error);
  if (typeof error !== 'object' || error === null)
    return new ProblemError('internal-error', { cause: error });
  const coded = error as CodedError;
  const known = typeof coded.code === 'string' ? FASTIFY_CODES[coded.code] : undefined;
  if (known) return new ProblemError(known, { cause: error });
  // One that names 500 itself is a fault of ours, such as a write in a transaction for reading.
  if (coded.statusCode !== 500 && isUnavailable(coded)) return unavailable(error);
  if (typeof coded.statusCode === 'number') return fromStatus(coded.statusCode, error);
  return new ProblemError('internal-error', { cause: error });
}

/** 503 with `Retry-After`, in whole seconds. */
export const unavailable = (cause?: unknown, retryAfterSeconds = 1): ProblemError =>
  new ProblemError('unavailable', {
    detail: 'The service cannot answer right now. Try again.',
    headers: { 'retry-after': String(retryAfterSeconds) },
    cause,
  });

function fromStatus(status: number, cause: unknown): ProblemError {
  if (status === 503) return unavailable(cause);
  const code = CODE_BY_STATUS.get(status) ?? (status < 500 ? 'bad-request' : 'internal-error');
  const detail =
    status < 500 && cause instanceof Error && problems[code].status === status ? cause.message : undefined;
  return new ProblemError(code, { cause, ...(detail === undefined ? {} : { detail }) });
}
