import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_KEY_HEADER, MAX_JSON_BYTES, type ProblemCode } from '@safety/contracts';
import { type HandlerDescription, problemCodesOf } from '@safety/platform/openapi';
import type { RequestOptions } from './api.js';

/** A request that an operation has answered with success. */
export interface SentRequest {
  method: string;
  path: string;
  options: RequestOptions;
}

/**
 * The requests that make a mistake out of one that is right; the last of them is answered with the problem.
 */
type Mistake = (right: SentRequest, handler: HandlerDescription) => SentRequest[];

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const asking =
  (parameter: string): Mistake =>
  (right) => [{ ...right, path: `${right.path}${right.path.includes('?') ? '&' : '?'}${parameter}` }];

const sending =
  (headers: Record<string, string>): Mistake =>
  (right) => [{ ...right, options: { ...right.options, headers: { ...right.options.headers, ...headers } } }];

/** A body in place of the right one; a list replaces it as a whole, an object adds to it. */
const holding =
  (body: unknown, headers: Record<string, string> = {}): Mistake =>
  (right, handler) =>
    sending(headers)({ ...right, options: { ...right.options, body } }, handler);

const bodyOf = ({ options: { body } }: SentRequest): object =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};

/** The mistakes that any caller can make in any request of an operation. */
const mistakes: Partial<Record<ProblemCode, readonly Mistake[]>> = {
  'not-acceptable': [sending({ accept: 'text/html' })],
  'unsupported-api-version': [sending({ 'api-version': '9.9.9' })],
  'unknown-parameter': [asking('colour=red')],
  'invalid-parameter': [
    sending({ 'if-match': '1' }),
    sending({ [IDEMPOTENCY_KEY_HEADER]: 'two\twords' }),
    asking('fields=secrets'),
    asking('limit=0'),
  ],
  'invalid-cursor': [asking('cursor=abc')],
  'too-many-ids': [asking(`ids=${Array.from({ length: 101 }, () => randomUUID()).join(',')}`)],
  'malformed-json': [holding('{"')],
  'unsupported-media-type': [holding('<a/>', { 'content-type': 'text/xml' })],
  'payload-too-large': [
    (right, handler) =>
      holding(JSON.stringify('x'.repeat(handler.takes.maxBytes ?? MAX_JSON_BYTES)))(right, handler),
  ],
  'validation-failed': [holding([])],
  'unknown-field': [
    (right, handler) => holding({ ...bodyOf(right), thereIsNoSuchMember: 1 })(right, handler),
  ],
  'not-found': [
    (right, handler) => {
      const named = handler.takes.idInBody
        ? holding({ ...bodyOf(right), id: randomUUID() })(right, handler)
        : [right];
      return named.map((request) => ({ ...request, path: request.path.replace(ID, () => randomUUID()) }));
    },
  ],
  'version-mismatch': [sending({ 'if-match': '"999999"' })],
  // The answer of the first one is kept, a refusal too.
  'idempotency-key-reused': [
    (right, handler) => {
      const key = { [IDEMPOTENCY_KEY_HEADER]: randomUUID() };
      return [...asking('colour=red')(right, handler), ...asking('colour=blue')(right, handler)].flatMap(
        (request) => sending(key)(request, handler),
      );
    },
  ],
};

/** The requests to send for a problem that the operation declares, one mistake after the other. */
export const mistakesFor = (
  code: ProblemCode,
  right: SentRequest,
  handler: HandlerDescription,
): SentRequest[][] => (mistakes[code] ?? []).map((mistake) => mistake(right, handler));

/** A write as a company that demands `If-Match` must not send it. */
export function withoutVersion(right: SentRequest): SentRequest {
  const { 'if-match': _, ...headers } = right.options.headers ?? {};
  const { body } = right.options;
  const bare =
    typeof body === 'object' && body !== null && 'version' in body ? { ...body, version: undefined } : body;
  return { ...right, options: { body: bare, headers } };
}

/** The path of the row that a write is about, or that it is below of. */
export function rowOf({ path }: SentRequest): string | undefined {
  const [id] = path.match(ID) ?? [];
  return id && path.slice(0, path.indexOf(id) + id.length);
}

/**
 * Problems that no case of an operation gets, since the same code answers them for all: the gateway counts
 * requests, a defect is none of the operation's, and specs of platform and persistence lose the database and
 * meet a request that is under way.
 */
const ALIKE_FOR_ALL: ReadonlySet<ProblemCode> = new Set([
  'rate-limited',
  'internal-error',
  'unavailable',
  'idempotency-in-progress',
  'idempotency-answer-lost',
]);

/** The problems of an operation that some case of its service has to get. */
export const expectedCodesOf = (handler: HandlerDescription): ProblemCode[] =>
  [...problemCodesOf(handler)].filter((code) => !ALIKE_FOR_ALL.has(code));
