import type { Redis } from 'ioredis';
import { consumerGroups } from '../groups.js';
import { deadLettersOf } from '../streams.js';

/** How far a service is with one stream. */
interface ReaderStatus {
  stream: string;
  service: string;
  /** Messages that it has not taken yet; null when Redis does not know. */
  waiting: number | null;
  /** Messages that it has taken and not applied yet. */
  pending: number;
}

export interface BusStatus {
  readers: ReaderStatus[];
  /** How many messages each service has set aside. */
  deadLetters: Record<string, number>;
}

async function streamNames(redis: Redis): Promise<string[]> {
  const names = new Set<string>();
  for await (const keys of redis.scanStream({ match: 'bus:*', type: 'stream' })) {
    for (const key of keys as string[]) names.add(key);
  }
  return [...names].sort();
}

/** The messages that wait on the bus, by reader. */
export async function busStatus(redis: Redis): Promise<BusStatus> {
  const streams = await streamNames(redis);
  const readers = await Promise.all(
    streams.map(async (stream) =>
      (await consumerGroups(redis, stream)).map(({ name, waiting, pending }) => ({
        stream,
        service: name,
        waiting,
        pending,
      })),
    ),
  );
  const prefix = deadLettersOf('');
  // count is read: shown to operators
  const setAside = await Promise.all(
    streams
      .filter((stream) => stream.startsWith(prefix))
      .map(async (stream) => [stream.slice(prefix.length), await redis.xlen(stream)] as const),
  );
  return { readers: readers.flat(), deadLetters: Object.fromEntries(setAside) };
}
