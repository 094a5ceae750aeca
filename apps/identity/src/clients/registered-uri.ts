import { isAllowedHost, isPublicAddress } from '@safety/deliveries';

const MAX_LENGTH = 2_000;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/**
 * Names that never lead out of a machine, a house, a company or a cluster (RFC 6761, RFC 6762, RFC 9476,
 * ICANN's `internal`, and what ICANN does not delegate since so many use it inside).
 */
const INSIDE_NAME = /(^|\.)(localhost|local|internal|intranet|home\.arpa|alt|svc|corp|home|lan)$|^[^.]*$/;
/**
 * A name of the DNS, or an address: URLs allow more, such as `;`, which begins something new in a
 * Content-Security-Policy.
 */
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const PLAIN_HOST = new RegExp(`^(?:${LABEL}\\.)*${LABEL}\\.?$|^\\[[0-9a-f:]+\\]$`);
const MAX_HOST = 253;

/**
 * The faults of a registered address. Stable, for pages that say it in the reader's
 * language.
 */
export type UriFault =
  | 'not-an-address'
  | 'too-long'
  | 'not-https'
  | 'logout-not-https'
  | 'logout-port'
  | 'fragment'
  | 'user-info'
  | 'wildcard'
  | 'host'
  | 'not-exact'
  | 'answer-parameter'
  | 'private';

/** The same in English, for answers of the API and the command line. */
export const uriFaults: Record<UriFault, string> = {
  'not-an-address': 'Is not an absolute address.',
  'too-long': `Must be at most ${MAX_LENGTH} characters.`,
  'not-https':
    'Must begin with https:// (http:// only for localhost, 127.0.0.1 and [::1]; com.example.app:/ only for a native application, which has no secret).',
  'logout-not-https':
    'Must begin with https:// (http:// only where LOGOUT_ALLOWED_HOSTS names host and port).',
  'logout-port':
    'Must not name a port: it is called at 443 (others only where LOGOUT_ALLOWED_HOSTS says so).',
  fragment: 'Must not have a fragment (#).',
  'user-info': 'Must not hold a user name or password.',
  wildcard: 'Must not have a wildcard (*): it is taken as it is written.',
  host: 'The host must be a name of letters, digits, hyphens and dots, or an address.',
  'not-exact': 'Must be written as browsers write it: lower-case host, no default port, no dot segments.',
  'answer-parameter': 'Must not have a parameter that answers bring, such as state.',
  private: 'Must not lead to a private address.',
};

/**
 * `com.example.app:/callback`: a scheme that an application of a device claims, the name of its maker's
 * domain backwards (RFC 8252 section 7.1). One slash, since there is no authority.
 */
const PRIVATE_USE = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:\/(?!\/)[\w\-.~%/?=&]*$/;

/**
 * Whether a redirect URI is one of native applications: of a private-use scheme, or of the loopback address
 * without a port, which stands for any port (RFC 8252 section 7.3). `localhost` is none, since it may resolve
 * to another address.
 */
export const isNativeUri = (uri: string): boolean =>
  PRIVATE_USE.test(uri) || /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?:$|[/?])/.test(uri);

const LOOPBACK_PORT = /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d+(?=$|[/?])/;

/**
 * Whether a redirect URI is one of those that are registered: character by character, but for the port of a
 * native application's loopback address that is registered without one.
 */
export const isRegisteredUri = (uri: string, registered: readonly string[], isNative: boolean): boolean =>
  registered.includes(uri) ||
  (isNative && URL.canParse(uri) && registered.includes(uri.replace(LOOPBACK_PORT, '$1')));

/** The parameters of an answer at a redirect URI; after a sign-out it has `state` alone. */
const ANSWER = ['code', 'state', 'iss', 'session_state', 'error', 'error_description', 'error_uri', 'scope'];

interface RedirectUse {
  isNative?: boolean;
  afterSignOut?: boolean;
}

/**
 * The fault of a redirect URI, for sign-in or after sign-out. It is compared character by character
 * (RFC 9700 section 4.1.3), so it has to be in the form that browsers give it. Its query never answers for
 * this service. Private-use schemes are for public clients: any application of the device may claim the same
 * one, and PKCE is what keeps the code safe. HTTPS leads a native application to a server, never to its own
 * device (RFC 8252 section 7.2).
 */
export function faultOfRedirectUri(
  uri: string,
  { isNative = false, afterSignOut = false }: RedirectUse = {},
): UriFault | undefined {
  const fault = faultOfTarget(uri, isNative);
  if (fault) return fault;
  const { searchParams } = new URL(uri);
  const taken = afterSignOut ? ['state'] : ANSWER;
  return taken.some((name) => searchParams.has(name)) ? 'answer-parameter' : undefined;
}

function faultOfTarget(uri: string, isNative: boolean): UriFault | undefined {
  if (isNative && PRIVATE_USE.test(uri)) return uri.length > MAX_LENGTH ? 'too-long' : undefined;
  const url = parse(uri);
  if (typeof url === 'string') return url;
  const isLoopback = LOOPBACK.includes(url.hostname);
  if (url.protocol === 'https:') return isNative && isLoopback ? 'private' : undefined;
  return isLoopback ? undefined : 'not-https';
}

/**
 * The fault of an address that this service calls when a session ends. Never inside, unless
 * `allowedHosts` names its host and port; what a name resolves to is checked at each call.
 */
export function faultOfLogoutUri(uri: string, allowedHosts: readonly string[]): UriFault | undefined {
  const url = parse(uri);
  if (typeof url === 'string') return url === 'not-https' ? 'logout-not-https' : url;
  if (isAllowedHost(url, allowedHosts)) return undefined;
  if (url.protocol !== 'https:') return 'logout-not-https';
  // No other port is open to the public in `deploy/`; it would be registered, and never be called.
  if (url.port !== '') return 'logout-port';
  return isPublicAddress(url.hostname) && !isInsideName(url.hostname) ? undefined : 'private';
}

const isInsideName = (hostname: string): boolean =>
  !hostname.startsWith('[') && INSIDE_NAME.test(hostname.replace(/\.$/, ''));

function parse(uri: string): URL | UriFault {
  if (uri.length > MAX_LENGTH) return 'too-long';
  if (uri.includes('*')) return 'wildcard';
  if (uri.includes('#')) return 'fragment';
  const url = URL.parse(uri);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return url ? 'not-https' : 'not-an-address';
  if (url.username || url.password) return 'user-info';
  if (url.hostname.length > MAX_HOST || !PLAIN_HOST.test(url.hostname)) return 'host';
  return url.href === uri || url.href === `${uri}/` ? url : 'not-exact';
}
