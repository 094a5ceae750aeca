import type { Answer, Operation } from './merge-documents.js';

const text = (description: string) => ({ description, schema: { type: 'string' } });
const whole = (description: string) => ({ description, schema: { type: 'integer' } });

/** Headers that answers share, as components. */
export const sharedHeaders = {
  RequestId: text(
    'The id of the request: the `X-Request-Id` that was sent, or a new one. Quote it when you ask for help.',
  ),
  ApiVersion: text(
    'The version of the API that answered. A deprecated one comes with `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and `Link` to the operation in the newest version.',
  ),
  RateLimitPolicy: text(
    'The limits that count this request: each a bucket of `q` requests, which refills evenly, in `w` seconds when it is empty.',
  ),
  RateLimit: text('What is left of each limit: `r` requests, and `t` seconds until it is full again.'),
  RateLimitLimit: whole('The requests that the limit with the least left holds when it is full.'),
  RateLimitRemaining: whole('The requests that are left of it.'),
  RateLimitReset: whole('Seconds until it is full again; it refills evenly.'),
  RetryAfter: whole('Seconds to wait before the request is tried again.'),
  WwwAuthenticate: text('`Bearer`, and what is wrong with the token (RFC 6750 section 3).'),
  ETag: text('The version of what is answered, for `If-Match` and `If-None-Match`.'),
  Allow: text('On 405: the methods that the path has.'),
  Location: text('The address of the new resource.'),
  IdempotencyReplayed: text('`true` when it is the answer to an earlier request with the same key.'),
  Successor: text('What answers instead: `rel="successor-version"` (RFC 5829).'),
  Deprecation: text('Since when the operation is deprecated, as `@` and seconds since 1970 (RFC 9745).'),
  Sunset: text(
    'From when on the operation may be gone, as an HTTP date (RFC 8594); absent while that is open.',
  ),
  Link: text('What answers instead (`successor-version`), and where that is explained (`deprecation`).'),
};

type Name = keyof typeof sharedHeaders;

const ALWAYS: Record<string, Name> = {
  'X-Request-Id': 'RequestId',
  'Api-Version': 'ApiVersion',
  'RateLimit-Policy': 'RateLimitPolicy',
  RateLimit: 'RateLimit',
  'X-RateLimit-Limit': 'RateLimitLimit',
  'X-RateLimit-Remaining': 'RateLimitRemaining',
  'X-RateLimit-Reset': 'RateLimitReset',
};

const DEPRECATED: Record<string, Name> = { Deprecation: 'Deprecation', Sunset: 'Sunset', Link: 'Link' };

/** The statuses of answers that are kept under an `Idempotency-Key`. */
const REPLAYED = /^(?:2\d\d|403|404|409|412|422|428)$/;

/** Says which headers the answers of an operation have. */
export function describeAnswerHeaders(operation: Operation): void {
  const isReplayed = operation.parameters?.some(({ name }) => name === 'idempotency-key');
  for (const [status, answer] of Object.entries(operation.responses)) {
    const names = {
      ...ALWAYS,
      ...(operation['deprecated'] === true && DEPRECATED),
      ...ofStatus(status, answer),
      ...(isReplayed && REPLAYED.test(status) && { 'Idempotency-Replayed': 'IdempotencyReplayed' as const }),
    };
    answer.headers = {
      ...Object.fromEntries(
        Object.entries(names).map(([header, name]) => [header, { $ref: `#/components/headers/${name}` }]),
      ),
      ...answer.headers,
    };
  }
}

function ofStatus(status: string, { description = '' }: Answer): Record<string, Name> {
  const isRetried = ['429', '503'].includes(status) || description.includes('`idempotency-in-progress`');
  return {
    ...(isRetried && { 'Retry-After': 'RetryAfter' }),
    ...(['401', '403'].includes(status) && { 'WWW-Authenticate': 'WwwAuthenticate' }),
    ...(status === '410' && { Link: 'Successor' }),
    // It is there, 405 among others, that refusals of the request itself are described.
    ...(status === 'default' && { Allow: 'Allow' }),
  };
}
