import { isAbsolute } from 'node:path';
import { SetupError } from './setup-error.js';

/** The settings that name a server of the caller, with how their addresses begin. */
const schemes = { DATABASE_URL: ['postgres', 'postgresql'], REDIS_URL: ['redis', 'rediss'] } as const;

/** Parts of an address that its query would override, for every service too. */
const ofAddress = ['user', 'username', 'password', 'host', 'path'];

/** Files that an address of PostgreSQL names: each service would look for them in a folder of its own. */
const filesOfAddress = ['sslrootcert', 'sslcert', 'sslkey'];

/**
 * Refuses an address without a host, or whose parts the services could not change: each connects as a user of
 * its own. A `#`, `/` or `?` in a password ends the host early, and leaves the `@` behind it. Refuses
 * relative paths of files, too.
 * @throws SetupError that says how the address looks
 */
export function demandAddress(name: keyof typeof schemes, value: string): void {
  const [scheme] = schemes[name];
  const url = URL.parse(value);
  const isWhole =
    url !== null &&
    schemes[name].some((known) => url.protocol === `${known}:`) &&
    url.hostname !== '' &&
    url.hash === '' &&
    !`${url.pathname}${url.search}`.includes('@') &&
    !ofAddress.some((part) => url.searchParams.has(part)) &&
    [url.username, url.password, url.pathname].every(canBeDecoded);
  if (!isWhole)
    throw new SetupError(
      `${name} has to be ${scheme}://user:password@host:port/database, with special characters of the password percent-encoded.`,
    );
  const relative = filesOfAddress.find((file) => !isAbsolute(url.searchParams.get(file) ?? '/'));
  if (relative !== undefined)
    throw new SetupError(`${relative} of ${name} has to be the whole path of a file, which begins with /.`);
}

/** A `%` that begins no escape stays in an address, and clients fail over it. */
function canBeDecoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/**
 * Refuses a server with the cause of a failed connection: of several addresses of a host, that of the first.
 */
export function unusable(name: keyof typeof schemes, cause: unknown): SetupError {
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const reason = (first instanceof Error && first.message) || String(first);
  return new SetupError(`${name} cannot be used: ${reason}.`, { cause });
}
