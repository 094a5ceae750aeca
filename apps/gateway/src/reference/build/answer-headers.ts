import type { Operation } from './merge-documents.js';

const text = (description: string) => ({ description, schema: { type: 'string' } });
const whole = (description: string) => ({ description, schema: { type: 'integer' } });

/** Headers that answers share, as components. */
export const sharedHeaders = {
  RequestId: text(
    'The id of the request: the `X-Request-Id` that was sent, or a new one. Quote it when you ask for help.',
  ),
  ApiVersion: text('The version of the API that answered.'),
  RateLimitPolicy: text(
    'The limits that count this request, each with its quota `q` in a window of `w` seconds.',
  ),
  RateLimit: text('What is left of each limit: `r` requests, and `t` seconds until it begins anew.'),
  RetryAfter: whole('Seconds to wait before the request is tried again.'),
  ETag: text('The version of the resource, for `If-Match` and `If-None-Match`.'),
  Location: text('The address of the new resource.'),
  Deprecation: text('Since when the operation is deprecated, as `@` and seconds since 1970 (RFC 9745).'),
  Sunset: text(
    'From when on the operation may be gone, as an HTTP date (RFC 8594); absent while that is open.',
  ),
  Link: text('What answers instead (`successor-version`), and where that is explained (`deprecation`).'),
};

const referTo = (name: keyof typeof sharedHeaders) => ({ $ref: `#/components/headers/${name}` });

/** Says which headers the answers of an operation have. */
export function describeAnswerHeaders(operation: Operation): void {
  for (const [status, answer] of Object.entries(operation.responses)) {
    answer.headers = {
      'X-Request-Id': referTo('RequestId'),
      'Api-Version': referTo('ApiVersion'),
      'RateLimit-Policy': referTo('RateLimitPolicy'),
      RateLimit: referTo('RateLimit'),
      ...(['429', '503'].includes(status) && { 'Retry-After': referTo('RetryAfter') }),
      ...(status === '201' && { ETag: referTo('ETag'), Location: referTo('Location') }),
      ...(operation['deprecated'] === true && {
        Deprecation: referTo('Deprecation'),
        Sunset: referTo('Sunset'),
        Link: referTo('Link'),
      }),
      ...answer.headers,
    };
  }
}
