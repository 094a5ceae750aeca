import { type Logger, onceIn, tlsAdvice, withText } from '@safety/platform';
import type { Redis } from 'ioredis';

/** Of what stays wrong until an operator mends it. */
export const WARN_EVERY_MS = 60_000;
/**
 * Errors that only an operator can fix: an unknown user, a wrong password, a user without rights, or a
 * certificate.
 */
const REFUSED = /^(WRONGPASS|NOAUTH|NOPERM)/;
/** Of ioredis, which tells the last error of one Sentinel alone, and a time that changes with each try. */
const NO_SENTINEL = /^All sentinels are unreachable/;

/** Answers of a server that is no primary any more: its name may lead to another one by now. */
const DEMOTED = /^(READONLY|UNBLOCKED)/;

/** Whether an answer shows that the server has become a replica. */
export const isDemoted = ({ message }: Error): boolean => DEMOTED.test(message);

/** Whether the user of Redis lacks the right to a command; `ACL LOG` has which. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('NOPERM');

/** Whether Redis takes nothing that needs memory; what frees some it takes. */
export const isFull = (error: unknown): boolean => error instanceof Error && error.message.startsWith('OOM');

/** The answer to a command, or `instead` where the user of Redis lacks the right to it. */
export const unlessForbidden = <Answer>(answer: Promise<Answer>, instead: Answer): Promise<Answer> =>
  answer.catch((error: unknown) => {
    if (!isForbidden(error)) throw error;
    return instead;
  });

/** Whether Redis refuses the user of a connection. */
export const isRefused = (error: unknown): boolean => error instanceof Error && REFUSED.test(error.message);

/** A connection that is one too many is refused by the first command of it, which may be this one. */
const NO_DATABASE = /^(?:NOPERM|ERR (?!max number of clients))/;

/** Whether Redis refuses the database of a connection, which would go on in database 0. */
export const isWithoutDatabase = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { command?: { name?: string } }).command?.name === 'select' &&
  NO_DATABASE.test(error.message);

/**
 * Leaves a server that refuses the database of a connection, before any command is sent to another one.
 * Returns whether that has come about since it connected last.
 */
export function leaveWithoutDatabase(redis: Redis): () => boolean {
  let isLeft = false;
  redis.on('connect', () => {
    isLeft = false;
  });
  redis.on('error', (error) => {
    if (!isWithoutDatabase(error)) return;
    isLeft = true;
    redis.stream.destroy();
  });
  return () => isLeft;
}

const lastFailures = new WeakMap<Redis, Error>();
/** Reasons that a process has told since it reached Redis last: its connections fail together. */
const saidBy = new WeakMap<Logger, Set<string>>();
/** Of each mistake that a process has met: whether now is the time to tell it. */
const mistakesOf = new WeakMap<Logger, Map<string, () => boolean>>();

function isToTell(mistake: string, logger: Logger): boolean {
  const mistakes = mistakesOf.get(logger) ?? new Map<string, () => boolean>();
  const isNow = mistakes.get(mistake) ?? onceIn(WARN_EVERY_MS);
  mistakesOf.set(logger, mistakes.set(mistake, isNow));
  return isNow();
}

function mistakeOf(error: Error): string | undefined {
  if (isWithoutDatabase(error)) return 'the database of REDIS_URL is refused';
  if (isRefused(error)) return 'the user of REDIS_URL is refused';
  if (isDemoted(error)) return 'the server takes no writes';
  return tlsAdvice(error) && 'the certificate of the server is not believed';
}

/** An error for work that found no connection, with why there is none, as far as that is known. */
export const unavailable = (redis: Redis): Error =>
  new Error('Redis is unavailable', { cause: lastFailures.get(redis) });

/**
 * Says why a connection is lost: each reason once in a process, until it reaches Redis again. A mistake of
 * settings is said once in a minute of a process, as is a server that has become a replica. Returns what
 * tells of one that an answer shows.
 */
export function tellFailures(redis: Redis, logger: Logger): (err: Error) => void {
  const bySentinels = new Set<string>();
  let hasFailed = false;

  const tell = (err: Error): void => {
    hasFailed = true;
    lastFailures.set(redis, err);
    const mistake = mistakeOf(err);
    if (mistake && isToTell(mistake, logger)) {
      logger.warn({ err }, `redis: ${mistake}`);
      return;
    }
    const said = saidBy.get(logger) ?? new Set();
    const isNew = !mistake && !said.has(err.message);
    if (isNew) saidBy.set(logger, said.add(err.message));
    logger[isNew ? 'warn' : 'debug']({ err }, 'redis: unavailable');
  };

  redis.on('sentinelError', ({ message }: Error) => bySentinels.add(message.replace(/\.$/, '')));
  redis.on('error', (error: Error) => {
    // A command that a lost connection took with it; why it is lost is told by itself.
    if (error.name === 'MaxRetriesPerRequestError') return;
    const reasons = [...bySentinels].toSorted().join('; ');
    bySentinels.clear();
    tell(
      NO_SENTINEL.test(error.message) ? new Error(`No Sentinel leads to Redis: ${reasons}`) : withText(error),
    );
  });
  redis.on('connect', () => {
    hasFailed = false;
  });
  redis.on('reconnecting', () => {
    // Nothing else is heard of a server that hangs up.
    if (!hasFailed) tell(new Error('The connection was closed'));
  });
  redis.on('ready', () => {
    // It says so of a server that it has just left, too.
    if (redis.stream.destroyed) return;
    bySentinels.clear();
    if (saidBy.delete(logger)) logger.warn('redis: is reached again');
  });
  return tell;
}
