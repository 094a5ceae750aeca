import { type Logger, onceIn } from '@safety/platform';
import type { ChainableCommander, Redis, RedisOptions } from 'ioredis';
import { redisAt } from './redis-address.js';
import { isDemoted, leaveWithoutDatabase, tellFailures } from './redis-failures.js';
import { TracedRedis } from './traced-redis.js';

/** How long a command waits for its answer. */
export const COMMAND_TIMEOUT_MS = 500;
const RECONNECT_AFTER_AT_MOST_MS = 1_000;
/**
 * A server that answers nothing for so long is given up, with its connection: its successor may be another
 * one.
 */
const SILENT_FOR_MS = 2_000;
/** A server that was the primary still answers reads, while its name leads nowhere else. */
const LEAVE_REPLICA_EVERY_MS = 5_000;
/** How long a closed connection may still hold the process when Redis does not hang up. */
const DISCONNECT_TIMEOUT_MS = 100;

/** A read that no message comes for is answered, too. */
const SILENT_READS = 5;

/** Nothing was answered in time. */
class TimedOut extends Error {
  constructor() {
    super('Command timed out');
  }
}

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
 * Leaves a server that hangs. Sentinels name another primary then, and the operating system of a lost one
 * tells nobody.
 */
class Impatient extends TracedRedis {
  private silentSince: number | undefined;

  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    const [command] = args;
    // An answer that has come while this process had no time is read first: Redis was not slow then.
    const timer = setTimeout(() => setImmediate(() => command.reject(new TimedOut())), COMMAND_TIMEOUT_MS);
    command.promise.finally(() => clearTimeout(timer)).then(this.hasAnswered, this.hasFailed);
    return super.sendCommand(...args);
  }

  private readonly hasAnswered = (): void => {
    this.silentSince = undefined;
  };

  private readonly hasFailed = (error: Error): void => {
    if (!(error instanceof TimedOut)) {
      this.hasAnswered();
      return;
    }
    const now = performance.now();
    this.silentSince ??= now - COMMAND_TIMEOUT_MS;
    if (now - this.silentSince < SILENT_FOR_MS) return;
    this.silentSince = undefined;
    if (this.status === 'ready') this.stream.destroy();
  };
}

/**
 * The same for a reader, which sends one command after the other. Nothing has to come while it handles what
 * it has read, however long that takes.
 */
class Reader extends TracedRedis {
  private asked = 0;

  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    const [command] = args;
    this.asked += 1;
    const hasAnswered = (): void => {
      this.asked -= 1;
    };
    command.promise.then(hasAnswered, hasAnswered);
    return super.sendCommand(...args);
  }

  leaveWhenSilent(silentMs: number): void {
    this.on('connect', () => {
      const { stream } = this;
      stream.setTimeout(silentMs, () => {
        if (this.asked > 0) stream.destroy();
      });
    });
  }
}

/**
 * A connection that gives up on a command after half a second and reconnects on its own. With `blockMs` its
 * commands may wait so long for messages.
 */
export function connectRedis(url: string, logger: Logger, { blockMs }: { blockMs?: number } = {}): Redis {
  const isToLeave = onceIn(LEAVE_REPLICA_EVERY_MS);
  const options: RedisOptions = {
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    enableOfflineQueue: false,
    // Kept commands would never be answered when the connection is closed before it is back.
    maxRetriesPerRequest: 0,
    reconnectOnError: (answer) => {
      if (!isDemoted(answer) || !isToLeave()) return false;
      tell(answer);
      return true;
    },
    // It counts from one again where it has been ready for a moment.
    retryStrategy: (attempt) =>
      isWithoutDatabase() ? RECONNECT_AFTER_AT_MOST_MS : Math.min(attempt * 50, RECONNECT_AFTER_AT_MOST_MS),
  };
  const redis = redisAt(url, options, blockMs === undefined ? Impatient : Reader);
  if (redis instanceof Reader && blockMs !== undefined)
    redis.leaveWhenSilent(Math.max(blockMs * SILENT_READS, SILENT_FOR_MS));
  const isWithoutDatabase = leaveWithoutDatabase(redis);
  const tell = tellFailures(redis, logger);
  redis.connect().catch(() => undefined);
  return redis;
}
