import { decodes, NOT_DECODED } from '@safety/platform';
import { Redis, type RedisOptions, type SentinelAddress } from 'ioredis';
import { z } from 'zod';

/**
 * Sentinels that know where the primary is. The form of the address is that of Lettuce, the client of Java.
 */
const SENTINELS =
  /^redis(?<tls>s?)-sentinel:\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^:@/?#]*))?@)?(?<hosts>[^@/?#]+)(?:\/(?<db>\d+)?)?(?:\?(?<query>[^#]*))?#(?<name>[^#]+)$/;
const HOST = /^(?<host>\[[\da-fA-F:.]+\]|[\w.-]+)(?::(?<port>\d{1,5}))?$/;
const DEFAULT_SENTINEL_PORT = 26_379;
const LAST_PORT = 65_535;
const CONNECT_WITHIN_MS = 2_000;

const isPlain = (address: string): boolean =>
  /^rediss?:\/\/./.test(address) && URL.canParse(address) && new URL(address).hostname !== '';

/** Undefined for one that is none. */
function sentinelAt(text: string): SentinelAddress | undefined {
  const { host, port = DEFAULT_SENTINEL_PORT } = HOST.exec(text.trim())?.groups ?? {};
  if (host === undefined || Number(port) < 1 || Number(port) > LAST_PORT) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/**
 * The options of an address of Sentinels: `redis-sentinel://user:password@host:port,host:port/0#name`, with
 * `rediss-sentinel` over TLS. User and password are those of Redis; `?sentinelUsername=&sentinelPassword=`
 * are for the Sentinels. Undefined when it is none.
 */
function sentinelOptions(address: string): RedisOptions | undefined {
  const parts = SENTINELS.exec(address)?.groups;
  const sentinels = parts?.['hosts']?.split(',').map(sentinelAt);
  if (!parts || !sentinels?.every((one) => one !== undefined)) return undefined;
  const decoded = (text: string | undefined) => (text ? decodeURIComponent(text) : undefined);
  const query = new URLSearchParams(parts['query']);
  const [user, password, name] = [parts['user'], parts['password'], parts['name']].map(decoded);
  const [sentinelUsername, sentinelPassword] = [query.get('sentinelUsername'), query.get('sentinelPassword')];
  return {
    sentinels,
    ...(name && { name }),
    ...(user && { username: user }),
    ...(password && { password }),
    ...(sentinelUsername && { sentinelUsername }),
    ...(sentinelPassword && { sentinelPassword }),
    db: Number(parts['db'] ?? 0),
    ...(parts['tls'] && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    sentinelCommandTimeout: CONNECT_WITHIN_MS,
  };
}

const canBeRead = (address: string): boolean => {
  try {
    return isPlain(address) || sentinelOptions(address) !== undefined;
  } catch {
    // A sign behind a percent sign that is no byte.
    return false;
  }
};

/** The client looks for a number in any text, and goes on in database 0 where there is none. */
function namesDatabase(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  return /^(?:\/\d*)?$/.test(pathname) && searchParams.getAll('db').every((text) => /^\d+$/.test(text));
}

/** An address of Redis, or of the Sentinels that know it. */
export const redisAddress = z
  .string()
  .refine(canBeRead, {
    error:
      'has to be redis:// or rediss://, or redis-sentinel://user:password@host:port,host:port#name with ports of 1 to 65535',
    abort: true,
  })
  .refine((address) => !isPlain(address) || namesDatabase(address), {
    error: 'has to name its database by a number, such as redis://host:6379/1, or none',
  })
  .refine((address) => !isPlain(address) || decodes(address), { error: NOT_DECODED });

/** A client that connects when it is told to. */
export function redisAt(address: string, options: RedisOptions, Client = Redis): Redis {
  // A user of a service has no right to name its library, and Redis keeps a log of refusals.
  const common = {
    connectTimeout: CONNECT_WITHIN_MS,
    ...options,
    lazyConnect: true,
    disableClientInfo: true,
  };
  const found = isPlain(address) ? undefined : sentinelOptions(address);
  return found ? new Client({ ...found, ...common }) : new Client(address, common);
}
