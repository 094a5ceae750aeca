import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Redis } from 'ioredis';
import { OWNERS, type Owner } from '../owners.js';
import { redisAddress, redisAt } from '../redis-address.js';
import { newKeys } from '../signing/new-keys.js';
import { publicKeysSetting, signingKeySetting } from '../signing/read-keys.js';
import { retellRequestFor } from '../streams.js';
import { busStatus } from './bus-status.js';
import { type DeadLetter, deadLetter, deadLetters, discard, replay, replayOldest } from './dead-letters.js';
import { restored } from './restored.js';

const USAGE = `Shows and repairs the bus at REDIS_URL.

  status                      what each service has not applied yet, and what it has set aside
  dead <service>              the messages that the service has set aside: the oldest thousand,
                              or those that are 16 MiB together
  replay <service> [id …]     gives them to the service once more: the oldest thousand, or those named
  discard <service> <id …>    forgets the named ones for good
  retell <service>            lets the service publish everything again that it keeps, to repair read models
  restored <service>          after a restore of its database: lets all others believe it; in a container of
                              the service, with its DATABASE_URL, BUS_PUBLIC_KEYS and BUS_SIGNING_KEY
  keys [service …]            makes new keys that services sign with, by default of all; needs no Redis

  --redis <url>               in place of REDIS_URL; - reads it from standard input, where no list of
                              processes and no audit log shows its password
  --json                      one JSON document in place of text`;

const NO_INPUT = 'Standard input has no address of Redis in its first line.';

/** A mistake in the command, in one sentence. */
class UsageError extends Error {}

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

const commands: Record<string, Command> = {
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

function makeKeys(services: string[]): { text: string[]; json: unknown } {
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

/**
 * Runs a command of an operator and resolves with the exit code: 0, 1 when it failed, 2 when it was not
 * understood. Writes one sentence to `err` in the last two cases. `input` is read for `--redis -` alone.
 */
export async function busCommand(
  args: string[],
  env: NodeJS.ProcessEnv,
  out: (line: string) => void,
  err: (line: string) => void,
  input: Readable = Readable.from([]),
): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        redis: { type: 'string', default: env['REDIS_URL'] ?? '' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [name = '', ...rest] = positionals;
    const [service = '', ...ids] = rest;
    if (values.help) {
      out(USAGE);
      return 0;
    }
    if (name === 'keys') {
      const { text, json } = makeKeys(rest);
      for (const line of values.json ? [JSON.stringify(json)] : text) out(line);
      return 0;
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command)
      throw new UsageError(`${name ? `Unknown command ${name}` : 'No command given'}: see --help.`);
    if (command.services && !service) throw new UsageError(`${name} needs the name of a service.`);
    if (rest.length > command.most)
      throw new UsageError(`Unexpected argument ${rest[command.most]}: see --help.`);
    const url = values.redis === '-' ? await firstLine(input) : values.redis;
    if (!url) throw new UsageError(values.redis ? NO_INPUT : 'Set REDIS_URL to the Redis of the suite.');
    const { text, json } = await withRedis(url, async (redis) => {
      const services = await command.services?.(redis);
      if (services && !services.includes(service))
        throw new UsageError(`${name} takes one of ${services.join(', ')}, not ${service}.`);
      return command.run(redis, service, ids, env);
    });
    for (const line of values.json ? [JSON.stringify(json)] : text) out(line);
    return 0;
  } catch (error) {
    const misunderstood =
      error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    err((error as Error).message);
    return misunderstood ? 2 : 1;
  }
}

/** Without the spaces around it; empty where there is none. */
async function firstLine(input: Readable): Promise<string> {
  try {
    for await (const line of createInterface({ input })) return line.trim();
    return '';
  } finally {
    // One that stays open would hold the process.
    input.destroy();
  }
}

async function withRedis<Result>(url: string, work: (redis: Redis) => Promise<Result>): Promise<Result> {
  const address = redisAddress.safeParse(url);
  if (!address.success) throw new UsageError(`REDIS_URL ${address.error.issues[0]?.message}.`);
  const redis = redisAt(url, {
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect().catch((cause: Error) => {
      throw new Error(`Redis at REDIS_URL does not answer: ${cause.message}`, { cause });
    });
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
