import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type RedisProcess, startRedisProcess } from '@safety/local-stack';
import { eventually } from '@safety/testing';
import { Redis } from 'ioredis';
import { connectRedis } from './redis.js';
import { AFTER_FIELD, deadLettersOf, failuresOf, repeatsFor, retellRequestFor, streamOf } from './streams.js';
import { envelopeOf, logger, newContract, publicKeysOf, publishSigned, signedFields } from './testing/bus.js';
import { BusServer } from './transport/bus-server.js';
import type { AppliedPositions } from './transport/reconciler.js';

let server: RedisProcess;
let url: string;
let redis: Redis;

beforeAll(async () => {
  server = await startRedisProcess({});
  url = `redis://127.0.0.1:${server.port}`;
  redis = new Redis(url);
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

describe('a full Redis', () => {
  const readers: BusServer[] = [];
  let contract: ReturnType<typeof newContract>;
  let group: string;
  let stream: string;
  let warnings: string[];

  beforeEach(async () => {
    contract = newContract();
    group = `group-${randomUUID()}`;
    stream = streamOf(contract);
    warnings = [];
    // A process of the service has run before.
    reads(() => undefined);
    await eventually(async () => expect(await redis.exists(stream, repeatsFor(group))).toBe(2));
    await stopReaders();
  });

  afterEach(async () => {
    await stopReaders();
    await fill(false);
  });

  const fill = (whether: boolean) => redis.config('SET', 'maxmemory', whether ? '1' : '0');
  const stopReaders = () => Promise.all(readers.splice(0).map((reader) => reader.close()));
  const pending = async () => (await redis.xpending(stream, group))[0];

  /** A process of the service. */
  function reads(handle: (number: number) => unknown, positions?: AppliedPositions): void {
    const log = Object.create(logger, {
      warn: { value: (...said: unknown[]) => warnings.push(said.map(String).join(' ')) },
    });
    const reader = new BusServer({
      redisUrl: url,
      publicKeys: publicKeysOf(contract.owner),
      group,
      logger: log,
      ...(positions && { positions }),
      timings: {
        blockMs: 20,
        retryAfterMs: 5,
        takeOverAfterMs: 20,
        reconcileEveryMs: 20,
        reconcileAfterMs: 0,
      },
    });
    const handler = async ({ number }: { number: number }) => handle(number);
    reader.addHandler(contract.name, handler, true, { message: contract, broadcast: false });
    reader.listen(() => undefined);
    readers.push(reader);
  }

  it('is read by who starts with it, so that it empties: what fails is tried again, and counted later', async () => {
    for (const number of [1, 2]) await publishSigned(redis, contract, envelopeOf(number));
    await fill(true);
    let isBroken = true;
    const seen: number[] = [];
    reads((number) => {
      if (number === 1 && isBroken) throw new Error('not yet');
      seen.push(number);
    });
    await eventually(() => expect(seen).toEqual([2]));
    await eventually(async () => expect(await pending()).toBe(1));
    await fill(false);
    await eventually(async () => expect(await redis.hlen(failuresOf(group))).toBe(1));
    isBroken = false;
    await eventually(() => expect(seen).toEqual([2, 1]));
    await eventually(async () => expect(await pending()).toBe(0));
    expect(warnings.filter((said) => said.includes('Redis is full'))).toHaveLength(1);
  });

  it('gets the request for what was missed once it has room', async () => {
    for (const place of [1, 3])
      await redis.xadd(
        stream,
        `${place}-0`,
        ...signedFields(contract, envelopeOf(place)),
        AFTER_FIELD,
        place - 1,
      );
    await fill(true);
    const seen: number[] = [];
    reads((number) => seen.push(number));
    await eventually(() => expect(seen).toEqual([1, 3]));
    await eventually(async () => expect(await pending()).toBe(0));
    expect(await redis.exists(retellRequestFor(contract.owner))).toBe(0);
    await fill(false);
    await eventually(async () => expect(await redis.get(retellRequestFor(contract.owner))).toBe(group));
  });

  it('gets what cannot be applied and the group never saw once it has room, and holds up nothing', async () => {
    await publishSigned(redis, contract, envelopeOf(1));
    await redis.xreadgroup('GROUP', group, 'thief', 'NOACK', 'STREAMS', stream, '>');
    await fill(true);
    const seen: number[] = [];
    let tries = 0;
    const kept = new Map<string, string>();
    const positions: AppliedPositions = {
      read: async (name) => kept.get(name) ?? '0-0',
      write: async (name, id) => void kept.set(name, id),
    };
    reads((number) => {
      if (number !== 1) return seen.push(number);
      tries++;
      throw new Error('no');
    }, positions);
    // It is set aside the eighth time.
    await eventually(() => expect(tries).toBeGreaterThan(10));
    expect(warnings.filter((said) => said.includes('is set aside'))).toEqual([]);
    await fill(false);
    await eventually(async () => expect(await redis.xlen(deadLettersOf(group))).toBe(1));
    await publishSigned(redis, contract, envelopeOf(2));
    await eventually(() => expect(seen).toContain(2));
  });
});

it('a primary that has become a replica is left, since its name may lead to another one by now', async () => {
  const connected = connectRedis(url, logger);
  await once(connected, 'ready');
  const blocked = connectRedis(url, logger, { blockMs: 60_000 });
  await once(blocked, 'ready');
  await redis.xgroup('CREATE', 'demoted', 'group', '0', 'MKSTREAM');
  const read = blocked.xreadgroup('GROUP', 'group', 'one', 'BLOCK', 60_000, 'STREAMS', 'demoted', '>');
  const unblocked = expect(read).rejects.toThrow('UNBLOCKED');
  await eventually(async () => expect(await redis.info('clients')).toContain('blocked_clients:1'));
  const both = [connected, blocked].map((one) => once(one, 'reconnecting'));
  await redis.replicaof('127.0.0.1', 1);
  try {
    await expect(connected.set('demoted:key', 1)).rejects.toThrow('READONLY');
    await unblocked;
    await Promise.all(both);
  } finally {
    await redis.replicaof('NO', 'ONE');
    for (const one of [connected, blocked]) one.disconnect();
  }
});
