import type { Redis } from 'ioredis';

/** The progress of one service in a stream. */
export interface ConsumerGroup {
  name: string;
  /** The offset of the last message that a process took. */
  lastTaken: bigint;
  /** The offset of the oldest message that is not applied yet. */
  oldestNeeded: bigint;
  /** Messages that a process took and has not applied yet. */
  pending: number;
  /**
   * Messages that no process has taken yet, deleted ones included while others follow; null when Redis does
   * not know.
   */
  waiting: number | null;
}

/** The offset that the id of a stream entry names: the part before its dash. */
export const offsetOf = (id: string | undefined): bigint => BigInt(id?.split('-')[0] ?? 0);

/** Whether an id of a stream entry, `<number>-<number>`, comes before another one. */
export function isBefore(id: string, other: string): boolean {
  const [number = 0n, index = 0n] = id.split('-').map(BigInt);
  const [otherNumber = 0n, otherIndex = 0n] = other.split('-').map(BigInt);
  return number < otherNumber || (number === otherNumber && index < otherIndex);
}

/** An answer of `XINFO`, a flat list of names and values, by name. */
export function byName(fields: unknown): Record<string, string | number | null> {
  const list = fields as (string | number | null)[];
  return Object.fromEntries(
    list.flatMap((name, index) => (index % 2 === 0 ? [[String(name), list[index + 1] ?? null]] : [])),
  );
}

/**
 * The last offset that ever was taken in a stream, also by an entry that was removed; 0 when there is no
 * stream.
 */
export const lastOffsetOf = async (redis: Redis, stream: string): Promise<bigint> =>
  offsetOf(await lastEntryOf(redis, stream));

/**
 * The id of the last entry that ever was in a stream, also of one that was removed; `0-0` when there is no
 * stream.
 */
export async function lastEntryOf(redis: Redis, stream: string): Promise<string> {
  const info = await redis.xinfo('STREAM', stream).catch((error: Error) => {
    if (error.message.includes('no such key')) return undefined;
    throw error;
  });
  return info === undefined ? '0-0' : String(byName(info)['last-generated-id']);
}

async function groupsOf(redis: Redis, stream: string): Promise<ReturnType<typeof byName>[]> {
  if ((await redis.exists(stream)) === 0) return [];
  return ((await redis.xinfo('GROUPS', stream)) as unknown[]).map(byName);
}

export const hasGroup = async (redis: Redis, stream: string, group: string): Promise<boolean> =>
  (await groupsOf(redis, stream)).some(({ name }) => name === group);

/** The id of the last entry that a process of a group took; `0-0` when there is no such group. */
export async function lastTakenBy(redis: Redis, stream: string, group: string): Promise<string> {
  const found = (await groupsOf(redis, stream)).find(({ name }) => name === group);
  return String(found?.['last-delivered-id'] ?? '0-0');
}

/** The groups that read a stream; none when there is no such stream. */
export async function consumerGroups(redis: Redis, stream: string): Promise<ConsumerGroup[]> {
  return Promise.all(
    (await groupsOf(redis, stream)).map(async (group) => {
      const name = String(group['name']);
      const lastTaken = offsetOf(String(group['last-delivered-id']));
      const [pending, oldest] = (await redis.xpending(stream, name)) as [number, string | null];
      const waiting = await waitingBehind(redis, stream, group);
      return { name, lastTaken, oldestNeeded: oldest ? offsetOf(oldest) : lastTaken, pending, waiting };
    }),
  );
}

/**
 * Redis counts deleted entries among those that a group has not read, or gives no number at all: whether any
 * follows is sure.
 */
async function waitingBehind(
  redis: Redis,
  stream: string,
  { lag, 'last-delivered-id': last }: ReturnType<typeof byName>,
): Promise<number | null> {
  if (lag === 0) return 0;
  const following = await redis.xrange(stream, `(${last}`, '+', 'COUNT', 1);
  if (following.length === 0) return 0;
  return lag === null ? null : Number(lag);
}
