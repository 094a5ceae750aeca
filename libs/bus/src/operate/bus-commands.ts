import type { Redis } from 'ioredis';
import { OWNERS, type Owner } from '../owners.js';
import { newKeys } from '../signing/new-keys.js';
import { publicKeysSetting, signingKeySetting } from '../signing/read-keys.js';
import { retellRequestFor } from '../streams.js';
import { busStatus } from './bus-status.js';
import { type DeadLetter, deadLetter, deadLetters, discard, replay, replayOldest } from './dead-letters.js';
import { restored } from './restored.js';

/** A mistake in the command, in one sentence. */
export class UsageError extends Error {}

interface Command {
  /** How many arguments may follow its name; the first is the name of a service. */
  most: number;
  /** The services that it can be about. */
  services?(redis: Redis): Promise<string[]>;
  run(
    redis: Redis,
    service: string,
    ids: string[],
    env: NodeJS.ProcessEnv,
  ): Promise<{ text: string[]; json: unknown }>;
}

/** The owners, and all others that read from the bus or have dead letters. */
async function readers(redis: Redis): Promise<string[]> {
  const status = await busStatus(redis);
  const found = [...status.readers.map(({ service }) => service), ...Object.keys(status.deadLetters)];
  return [...new Set([...OWNERS, ...found])].sort();
}

/** Of ids of stream entries: two numbers with a dash between them. */
const byAge = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });

/** Those that are named. Throws where one is not there. */
async function chosen(redis: Redis, service: string, ids: string[]): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  for (const id of [...new Set(ids)].sort(byAge)) {
    const letter = await deadLetter(redis, service, id);
    if (!letter) throw new UsageError(`${service} has no dead letter ${id}.`);
    letters.push(letter);
  }
  return letters;
}

/** By name. */
export const commands: Record<string, Command> = {
  status: {
    most: 0,
    run: async (redis) => {
      const status = await busStatus(redis);
      return {
        json: status,
        text: [
          ...status.readers.map(
            ({ stream, service, waiting, pending }) =>
              `${stream} -> ${service}: ${waiting ?? 'unknown'} waiting, ${pending} under way`,
          ),
          ...Object.entries(status.deadLetters).map(
            ([service, count]) => `${service}: ${count} dead letter${count === 1 ? '' : 's'}`,
          ),
        ],
      };
    },
  },
  dead: {
    most: 1,
    services: readers,
    run: async (redis, service) => {
      const letters = await deadLetters(redis, service);
      return {
        json: letters,
        text: letters.map(({ id, stream, envelope }) => `${id} from ${stream}: ${envelope}`),
      };
    },
  },
  replay: {
    most: Number.POSITIVE_INFINITY,
    services: readers,
    run: async (redis, service, ids) => {
      const letters = await chosen(redis, service, ids);
      if (ids.length > 0) await replay(redis, service, letters);
      const replayed = ids.length > 0 ? letters.length : await replayOldest(redis, service);
      return { json: { replayed }, text: [`${replayed} given to ${service} once more`] };
    },
  },
  discard: {
    most: Number.POSITIVE_INFINITY,
    services: readers,
    run: async (redis, service, ids) => {
      if (ids.length === 0) throw new UsageError('Name the dead letters to forget.');
      const letters = await chosen(redis, service, ids);
      await discard(redis, service, letters);
      return { json: { discarded: letters.length }, text: [`${letters.length} forgotten`] };
    },
  },
  retell: {
    most: 1,
    services: async () => OWNERS,
    run: async (redis, service) => {
      await redis.set(retellRequestFor(service), 'operator');
      return { json: { asked: service }, text: [`${service} will publish everything again`] };
    },
  },
  restored: {
    most: 1,
    services: async () => OWNERS,
    run: async (redis, service, _, env) => {
      const { DATABASE_URL: databaseUrl, BUS_PUBLIC_KEYS: publicKeys, BUS_SIGNING_KEY: signingKey } = env;
      if (!databaseUrl || !publicKeys || !signingKey)
        throw new UsageError(
          'restored needs the DATABASE_URL, BUS_PUBLIC_KEYS and BUS_SIGNING_KEY of the service.',
        );
      const keys = publicKeysSetting.parse(publicKeys);
      if (!keys.include(service, signingKeySetting.parse(signingKey)))
        throw new UsageError(
          `BUS_SIGNING_KEY is not a key of ${service}: these are settings of another service.`,
        );
      const done = await restored(service as Owner, { redis, databaseUrl, keys });
      return {
        json: done,
        text: [
          `generation ${done.generation}: ${done.messages} messages are published again`,
          `${done.lost} things that were written after the backup are told as archived or disabled`,
          done.searchedSince === null
            ? 'the stream is empty: others keep all that was written after the backup'
            : `things from before ${done.searchedSince} are not found as lost, so others keep them`,
          `asked to publish everything again: ${done.asked.join(', ') || 'nobody'}`,
        ],
      };
    },
  },
};

/** New keys of these services, or of all. Needs no Redis. */
export function makeKeys(services: string[]): { text: string[]; json: unknown } {
  const isOwner = (name: string): name is Owner => OWNERS.some((owner) => owner === name);
  const stranger = services.find((name) => !isOwner(name));
  if (stranger !== undefined)
    throw new UsageError(`keys takes some of ${OWNERS.join(', ')}, not ${stranger}.`);
  const keys = newKeys(services.length > 0 ? services.filter(isOwner) : OWNERS);
  return {
    json: keys,
    text: [
      ...Object.entries(keys.signingKeys).map(([owner, key]) => `BUS_SIGNING_KEY of ${owner}: ${key}`),
      `BUS_PUBLIC_KEYS of every service: ${keys.publicKeys}`,
    ],
  };
}
