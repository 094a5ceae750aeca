import type { IncomingMessage } from 'node:http';
import {
  API_VERSION_HEADER,
  COMPANY_CONTEXT_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  REQUEST_ID_HEADER,
} from '@safety/contracts';
import { ambiguousHeader } from '../errors/refusals.js';
import { isOfConnection, namedIn } from './connection-headers.js';

type CheckedMessage = Pick<IncomingMessage, 'headers' | 'rawHeaders'>;

/** Headers that decide who asks: with two of them, two readers could take different ones. */
const SINGLE_LENGTHS = new Set(['authorization', COMPANY_CONTEXT_HEADER].map(({ length }) => length));

/** Headers that decide what a request does: one that is dropped makes another request of it. */
const DECISIVE = [
  'authorization',
  'content-type',
  'if-match',
  'if-none-match',
  API_VERSION_HEADER,
  COMPANY_CONTEXT_HEADER,
  IDEMPOTENCY_KEY_HEADER,
];

/**
 * Refuses `Authorization` sent twice, spellings with `_`, which some readers take for `-`, and a `Connection`
 * that names what is for the service (RFC 9110 section 7.6.1 forbids it). `X-Company-Context` sent twice is
 * refused once the token is known to be good.
 */
export function checkHeaders({ rawHeaders, headers: { connection } }: CheckedMessage): void {
  const named = namedIn(connection);
  const dropped = DECISIVE.find((name) => named.has(name));
  if (dropped) throw ambiguousHeader('connection', `${dropped} is not about the connection.`);
  let authorizations = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!SINGLE_LENGTHS.has(name.length)) continue;
    const lowerCase = name.toLowerCase();
    if (lowerCase === 'authorization') authorizations++;
    else if (
      lowerCase !== COMPANY_CONTEXT_HEADER &&
      lowerCase.replaceAll('_', '-') === COMPANY_CONTEXT_HEADER
    ) {
      throw ambiguousHeader(COMPANY_CONTEXT_HEADER, 'The name of this header has no underscores.');
    }
  }
  if (authorizations > 1) throw ambiguousHeader('authorization', 'Send the Authorization header once.');
}

/** Headers beside `X-…` by which proxies tell a service who the client is; nobody but the gateway may. */
const TOLD_BY_PROXIES = new Set([
  'forwarded',
  'via',
  'true-client-ip',
  'client-ip',
  'remote-user',
  'expect',
  'host',
]);

/** Each attempt has its own, see `Attempt`. */
const OF_TRACES = new Set(['traceparent', 'tracestate']);

/** The gateway's own statements about a request. */
export interface Forwarded {
  requestId: string;
  /** `X-Forwarded-For`. */
  client: string;
  /** `X-Forwarded-Proto`: how the client's request came. */
  proto: string;
  /** `X-Forwarded-Host`: of the public address in the settings, never of the client's `Host`. */
  host: string;
}

/** Headers that pass to some services alone. */
export interface Passes {
  /** `X-Company-Context`. */
  company: boolean;
  /** `Cookie`, and `Set-Cookie` on the way back. */
  cookies: boolean;
}

/**
 * The headers for the service as undici takes them, names and values in turn. They are read from what Node
 * parsed, so the service cannot see another value than the gateway did. Of `X-` headers only the company
 * passes, since a list of the ones that somebody may trust would never be complete.
 */
export function upstreamHeaders(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { requestId, client, proto, host }: Forwarded,
  passes: Passes,
): string[] {
  const passed: string[] = [];
  const dropped = namedIn(headers.connection);
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'string' && !dropped.has(name) && mayPass(name, passes)) {
      passed.push(name, value);
    }
  }
  passed.push(REQUEST_ID_HEADER, requestId);
  passed.push('x-forwarded-for', client, 'x-forwarded-proto', proto, 'x-forwarded-host', host);
  return passed;
}

function mayPass(name: string, { company, cookies }: Passes): boolean {
  if (name.startsWith('x-')) return company && name === COMPANY_CONTEXT_HEADER;
  if (name === 'cookie') return cookies;
  return !OF_TRACES.has(name) && !isOfConnection(name) && !TOLD_BY_PROXIES.has(name) && !name.includes('_');
}
