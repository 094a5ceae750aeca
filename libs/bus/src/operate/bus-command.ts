import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { createLogger, tlsAdvice } from '@safety/platform';
import type { Redis } from 'ioredis';
import { redisAddress, redisAt } from '../redis-address.js';
import {
  isRefused,
  isWithoutDatabase,
  leaveWithoutDatabase,
  tellFailures,
  unavailable,
} from '../redis-failures.js';
import { commands, makeKeys, UsageError } from './bus-commands.js';

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
        redis: { type: 'string' },
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
    const url = values.redis === '-' ? await firstLine(input) : (values.redis ?? env['REDIS_URL']);
    if (!url) throw new UsageError(values.redis ? NO_INPUT : 'Set REDIS_URL to the Redis of the suite.');
    const source = values.redis === undefined ? 'REDIS_URL' : '--redis';
    const { text, json } = await withRedis(source, url, async (redis) => {
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

/** @param source the setting or the option that `url` is the value of */
async function withRedis<Result>(
  source: string,
  url: string,
  work: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  const address = redisAddress.safeParse(url);
  if (!address.success) throw new UsageError(`${source} ${address.error.issues[0]?.message}.`);
  const redis = redisAt(url, {
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
  });
  leaveWithoutDatabase(redis);
  tellFailures(redis, createLogger('bus', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }));
  try {
    // A password is refused beside what was sent already: either may end first.
    await redis.connect().catch((closed: Error) => {
      throw unreachable(redis, source) ?? doesNotAnswer(source, closed);
    });
    return await work(redis).catch((error: Error) => {
      throw unreachable(redis, source) ?? error;
    });
  } finally {
    redis.disconnect();
  }
}

/** Why the connection is lost; undefined while it is not known to be. */
function unreachable(redis: Redis, source: string): Error | undefined {
  const { cause } = unavailable(redis);
  if (!(cause instanceof Error)) return undefined;
  const refused = isWithoutDatabase(cause) ? 'database' : isRefused(cause) && 'user';
  if (!refused) return doesNotAnswer(source, cause);
  return new Error(`Redis at ${source} refuses its ${refused}: ${cause.message}`, { cause });
}

const doesNotAnswer = (source: string, cause: Error): Error =>
  new Error(`Redis at ${source} does not answer: ${tlsAdvice(cause) ?? cause.message}`, { cause });
