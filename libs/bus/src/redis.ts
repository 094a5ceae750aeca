import type { Logger } from '@safety/platform';
import { type ChainableCommander, Redis } from 'ioredis';

const COMMAND_TIMEOUT_MS = 500;
const RECONNECT_AFTER_AT_MOST_MS = 1_000;
/** How long a closed connection may still hold the process when Redis does not hang up. */
const DISCONNECT_TIMEOUT_MS = 100;

const WARN_EVERY_MS = 60_000;
/** Errors that only an operator can fix: an unknown user, a wrong password, or a user without rights. */
const REFUSED = /^(WRONGPASS|NOAUTH|NOPERM)/;

/**
 * Runs a transaction; resolves with false when a watched key has changed and nothing was done. Throws the
 * error of the command that failed: Redis itself reports only that all were discarded, or nothing at all.
 */
export async function commit(transaction: ChainableCommander): Promise<boolean> {
  const outcomes = await transaction.exec().catch((error: Error & { previousErrors?: Error[] }) => {
    throw error.previousErrors?.[0] ?? error;
  });
  const failure = outcomes?.find(([error]) => error)?.[0];
  if (failure) throw failure;
  return outcomes !== null;
}

/**
 * A connection that gives up on a command after half a second and reconnects on its own. `blocking`
 * connections wait for messages, so their commands may take longer.
 */
export function connectRedis(url: string, logger: Logger, { blocking = false } = {}): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    // A user of a service has no right to name its library, and Redis keeps a log of refusals.
    disableClientInfo: true,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: blocking ? null : 0,
    retryStrategy: (attempt) => Math.min(attempt * 50, RECONNECT_AFTER_AT_MOST_MS),
    ...(blocking ? {} : { commandTimeout: COMMAND_TIMEOUT_MS }),
  });
  let quietUntil = 0;
  redis.on('error', (err) => {
    // It tries again every second.
    if (!REFUSED.test(err.message) || performance.now() < quietUntil)
      return logger.debug({ err }, 'redis: unavailable');
    quietUntil = performance.now() + WARN_EVERY_MS;
    logger.warn({ err }, 'redis: the user of REDIS_URL is refused');
  });
  redis.connect().catch(() => undefined);
  return redis;
}
