import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Envelope } from '@safety/contracts';
import { FaultProxy } from '@safety/local-stack';
import {
  CompanyTransactions,
  databaseSettingsSchema,
  prepareDatabase,
  serviceDataSource,
} from '@safety/persistence';
import { requestContext } from '@safety/platform';
import { createTestDatabase, eventually, type TestDatabase } from '@safety/testing';
import { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { byName } from '../groups.js';
import { deadLetters as letters, replay } from '../operate/dead-letters.js';
import { Inbox } from '../outbox/inbox.js';
import { CreateInbox1700000000003 } from '../outbox/inbox.migration.js';
import { MessageKeys } from '../signing/signatures.js';
import {
  AFTER_FIELD,
  deadLettersOf,
  ENVELOPE_FIELD,
  retellRequestFor,
  SIGNATURE_FIELD,
  streamOf,
} from '../streams.js';
import {
  envelopeOf,
  logger,
  newContract,
  publicKeysOf,
  publishSigned,
  signedFields,
  signerOf,
} from '../testing/bus.js';
import type { BusContext } from './bus-context.js';
import { BusServer, type BusServerOptions } from './bus-server.js';
import type { AppliedPositions } from './reconciler.js';
import { usualTimings } from './timings.js';

const url = process.env['REDIS_URL'] ?? '';
const quick = {
  blockMs: 20,
  retryAfterMs: 5,
  takeOverAfterMs: 20,
  reconcileEveryMs: 20,
  reconcileAfterMs: 100,
};
const servers: BusServer[] = [];

let redis: Redis;
let contract: ReturnType<typeof newContract>;
let group: string;

beforeAll(() => {
  redis = new Redis(url);
});

beforeEach(() => {
  contract = newContract();
  group = `group-${randomUUID()}`;
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

afterAll(() => redis.quit());

type Handler = (payload: { number: number }, context: BusContext) => unknown;

/** One process of the service. */
function start(
  handler: Handler,
  options: Partial<BusServerOptions> = {},
  broadcast = false,
  contracts = [contract],
): BusServer {
  const server = new BusServer({
    redisUrl: url,
    publicKeys: publicKeysOf(contract.owner),
    group,
    logger,
    timings: quick,
    ...options,
  });
  for (const message of contracts)
    server.addHandler(message.name, async (payload, context) => handler(payload, context), true, {
      message,
      broadcast,
      sharesTransaction: Boolean(options.together),
    });
  server.listen(() => undefined);
  servers.push(server);
  return server;
}

/** Old enough for a message that the group has passed over. */
const minuteAgo = (): string => new Date(Date.now() - 60_000).toISOString();

const publish = (...envelopes: (Envelope | string)[]) =>
  Promise.all(envelopes.map((envelope) => publishSigned(redis, contract, envelope)));

const publishNumbers = (...numbers: number[]) => publish(...numbers.map((number) => envelopeOf(number)));

const pending = async (): Promise<number> => {
  const [count] = (await redis.xpending(streamOf(contract), group)) as [number];
  return count;
};

const deadLetters = async (): Promise<string[][]> =>
  (await redis.xrange(deadLettersOf(group), '-', '+')).map(([, fields]) => fields);

const settled = () => eventually(async () => expect(await pending()).toBe(0));

/** Runs until the reader waits for what comes, so that a broadcast is not published too early. */
const listening = (count: number) =>
  eventually(async () => {
    const database = new URL(url).pathname.slice(1);
    const clients = String(await redis.client('LIST')).split('\n');
    expect(
      clients.filter((line) => line.includes('cmd=xread ') && line.includes(` db=${database} `)).length,
    ).toBeGreaterThanOrEqual(count);
  });

/** Keeps positions as the database of a service does. */
function keptPositions(): AppliedPositions {
  const kept = new Map<string, string>();
  return {
    read: async (stream) => kept.get(stream) ?? '0-0',
    write: async (stream, id) => void kept.set(stream, id),
  };
}

it('a handler logs and publishes as part of the request and the trace that the message came from', async () => {
  const seen: unknown[] = [];
  start(() => seen.push(requestContext()));
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const origin = { requestId: 'request-1', traceparent, tracestate: 'a=1' };
  await publish({ ...envelopeOf(1), ...origin });
  await publish(envelopeOf(2));
  await eventually(() => expect(seen).toEqual([origin, {}]));
});

describe('a message that others take in the name of the service', () => {
  const steal = async (command: 'taken' | 'acknowledged', of = contract) => {
    const stream = streamOf(of);
    const [[, entries]] = (await redis.xreadgroup(
      ...(['GROUP', group, 'thief'] as const),
      ...(['NOACK', 'STREAMS', stream, '>'] as const),
    )) as [[string, [string][]]];
    if (command === 'acknowledged') await redis.xack(stream, group, ...entries.map(([id]) => id));
  };

  it.each(['taken', 'acknowledged'] as const)('%s: is applied all the same', async (how) => {
    await redis.xgroup('CREATE', streamOf(contract), group, '0', 'MKSTREAM');
    await publishNumbers(1, 2);
    await steal(how);
    const seen = new Set<number>();
    start(({ number }) => seen.add(number), { positions: keptPositions() });
    await eventually(() => expect(seen).toEqual(new Set([1, 2])));
  });

  it('while a thief goes on: what comes is applied', async () => {
    const seen = new Set<number>();
    await redis.xgroup('CREATE', streamOf(contract), group, '0', 'MKSTREAM');
    const positions = keptPositions();
    for (const number of [1, 2, 3]) {
      await publishNumbers(number);
      await steal('taken');
      start(({ number: seenNumber }) => seen.add(seenNumber), { positions });
      await eventually(() => expect(seen).toContain(number));
      await Promise.all(servers.splice(0).map((server) => server.close()));
    }
  });

  it('that fails is set aside, once', async () => {
    await redis.xgroup('CREATE', streamOf(contract), group, '0', 'MKSTREAM');
    await publishNumbers(1);
    await steal('taken');
    start(() => Promise.reject(new Error('no')), { positions: keptPositions() });
    await eventually(async () => expect(await deadLetters()).toHaveLength(1));
  });

  it('that fails is set aside in each of two streams', async () => {
    const other = { ...newContract(), name: 'other-changed.v1' };
    for (const one of [contract, other]) {
      await redis.xgroup('CREATE', streamOf(one), group, '0', 'MKSTREAM');
      await publishSigned(redis, one, { ...envelopeOf(1), type: one.name });
      await steal('taken', one);
    }
    const publicKeys = publicKeysOf(contract.owner, other.owner);
    const fail = () => Promise.reject(new Error('no'));
    start(fail, { positions: keptPositions(), publicKeys }, false, [contract, other]);
    await eventually(async () => expect(await deadLetters()).toHaveLength(2));
  });

  it('that Redis does not let it look for among dead letters is set aside, and holds up nothing', async () => {
    const user = `bus-spec-${randomUUID()}`;
    const streams = `(~${streamOf(contract)} ~bus:again:${group} +xrevrange)`;
    await redis.call('ACL', 'SETUSER', user, 'on', 'nopass', '~*', '+@all', '-xrevrange', streams);
    const redisUrl = new URL(url);
    redisUrl.username = user;
    redisUrl.password = 'any';
    const positions = keptPositions();
    await redis.xgroup('CREATE', streamOf(contract), group, '0', 'MKSTREAM');
    await publishNumbers(1, 2);
    const [, last] = await redis.xrange(streamOf(contract), '-', '+');
    start(({ number }) => (number === 1 ? Promise.reject(new Error('no')) : undefined), {
      redisUrl: redisUrl.href,
      positions,
    });
    await eventually(async () => expect(await positions.read(streamOf(contract))).toBe(last?.[0]));
    expect(await deadLetters()).not.toHaveLength(0);
    await Promise.all(servers.splice(0).map((server) => server.close()));
    await redis.call('ACL', 'DELUSER', user);
  });

  it('that was read before a restore, and is too old to know of now, is set aside', async () => {
    const positions = keptPositions();
    await redis.xgroup('CREATE', streamOf(contract), group, '0', 'MKSTREAM');
    await publish({ ...envelopeOf(1), occurredAt: new Date(Date.now() - 14 * 86_400_000).toISOString() });
    await publishNumbers(2);
    await steal('acknowledged');
    await positions.write(streamOf(contract), '0-1');
    const seen: number[] = [];
    start(({ number }) => seen.push(number), { positions });
    await eventually(() => expect(seen).toEqual([2]));
    expect(await deadLetters()).toHaveLength(1);
  });

  it('that is too old to know of now is passed over where the service only begins to read', async () => {
    const occurredAt = new Date(Date.now() - 14 * 86_400_000).toISOString();
    await redis.xgroup('CREATE', streamOf(contract), group, '0', 'MKSTREAM');
    for (const number of [1, 2, 3]) await publish({ ...envelopeOf(number), occurredAt });
    await publishNumbers(4);
    await steal('acknowledged');
    const seen: number[] = [];
    const timings = { ...quick, reconcileForMs: 0 };
    start(({ number }) => seen.push(number), { positions: keptPositions(), timings });
    await eventually(() => expect(seen).toEqual([4]));
    expect(await deadLetters()).toEqual([]);
  });

  it('that is too old to know of now is passed over where the stream only lost its end', async () => {
    const positions = keptPositions();
    const occurredAt = new Date(Date.now() - 14 * 86_400_000).toISOString();
    await redis.xgroup('CREATE', streamOf(contract), group, '0', 'MKSTREAM');
    for (const number of [1, 2, 3]) await publish({ ...envelopeOf(number), occurredAt });
    await publishNumbers(4);
    await steal('acknowledged');
    await positions.write(streamOf(contract), '99999999999999-0');
    const seen: number[] = [];
    const timings = { ...quick, reconcileForMs: 0 };
    start(({ number }) => seen.push(number), { positions, timings });
    await eventually(() => expect(seen).toEqual([4]));
    expect(await deadLetters()).toEqual([]);
  });

  it('is looked for in each stream in turn, whatever waits in one', async () => {
    const other = { ...newContract(), name: 'other-changed.v1' };
    for (const one of [contract, other]) await redis.xgroup('CREATE', streamOf(one), group, '0', 'MKSTREAM');
    // New ones are the business of the group: one stream could have ceased to be new before the other.
    const old = (number: number) => ({ ...envelopeOf(number), occurredAt: minuteAgo() });
    await publish(old(1), old(2), old(3));
    await publishSigned(redis, other, { ...old(11), type: other.name });
    for (const one of [contract, other]) await steal('acknowledged', one);
    const seen: number[] = [];
    const publicKeys = publicKeysOf(contract.owner, other.owner);
    const timings = { ...quick, reconcileForMs: 0 };
    const options = { positions: keptPositions(), publicKeys, timings };
    start(({ number }) => seen.push(number), options, false, [contract, other]);
    await eventually(() => expect(seen).toEqual([1, 11, 2, 3]));
  });

  it('is the business of the group until it takes it', async () => {
    const occurredAt = minuteAgo();
    await publish(...Array.from({ length: 50 }, (_, index) => ({ ...envelopeOf(index + 1), occurredAt })));
    const [last] = await redis.xrevrange(streamOf(contract), '+', '-', 'COUNT', 1);
    const early: number[] = [];
    const positions = keptPositions();
    const handle: Handler = async ({ number }) => {
      const [info] = (await redis.xinfo('GROUPS', streamOf(contract))) as [unknown];
      if (number > Number(byName(info)['entries-read'])) early.push(number);
    };
    start(handle, { positions });
    await eventually(async () => expect(await positions.read(streamOf(contract))).toBe(last?.[0]));
    expect(early).toEqual([]);
  });

  it('is looked for although the clock was set back', async () => {
    const positions = keptPositions();
    start(() => undefined, { positions });
    const followed = async () => {
      const [last] = await redis.xrevrange(streamOf(contract), '+', '-', 'COUNT', 1);
      await eventually(async () => expect(await positions.read(streamOf(contract))).toBe(last?.[0]));
    };
    await publishNumbers(1);
    await followed();
    const setBack = Date.now() - 60 * 60 * 1000 - performance.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => setBack + performance.now());
    try {
      await publishNumbers(2);
      await followed();
    } finally {
      clock.mockRestore();
    }
  });

  it('is applied after the stream was emptied and begun anew', async () => {
    const positions = keptPositions();
    await positions.write(streamOf(contract), '99999999999999-0');
    await redis.xgroup('CREATE', streamOf(contract), group, '0', 'MKSTREAM');
    await publishNumbers(1);
    await steal('taken');
    const seen = new Set<number>();
    start(({ number }) => seen.add(number), { positions });
    await eventually(() => expect(seen).toEqual(new Set([1])));
  });
});

describe('a shared handler', () => {
  it('gets payload and context in the order of the stream, also messages that were published before it ran', async () => {
    const envelopes = [1, 2, 3].map((number) => envelopeOf(number));
    await publish(...envelopes);
    const seen: unknown[] = [];
    start(({ number }, context) => seen.push([number, context.companyId]));
    await settled();
    await eventually(() =>
      expect(seen).toEqual(envelopes.map(({ companyId }, index) => [index + 1, companyId])),
    );
  });

  it('shares the messages with other processes: each goes to one, and a busy one holds up nobody', async () => {
    const taken = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const seen: number[] = [];
    const handler: Handler = async ({ number }) => {
      seen.push(number);
      if (number !== 1) return;
      taken.resolve();
      await release.promise;
    };
    // A connection of quick readers breaks where the machine makes them wait, and leaves what it had taken.
    const patient = { timings: { ...usualTimings, takeOverAfterMs: 60_000 } };
    start(handler, patient);
    start(handler, patient);
    await publishNumbers(1);
    await taken.promise;
    await publishNumbers(2, 3, 4);
    await eventually(() => expect([...seen].sort()).toEqual([1, 2, 3, 4]));
    release.resolve();
    await settled();
    expect(seen).toHaveLength(4);
  });

  it('is tried again when it fails', async () => {
    let tries = 0;
    start(() => {
      tries++;
      if (tries < 3) throw new Error('not yet');
    });
    await publishNumbers(1);
    await eventually(() => expect(tries).toBe(3));
    await settled();
    expect(await deadLetters()).toEqual([]);
  });

  it.each([
    ['fails', 8, new Error('never')],
    ['meets the time limit of a statement', 100, Object.assign(new Error('canceling'), { code: '57014' })],
    ['meets the time limit of a transaction', 100, Object.assign(new Error('ending'), { code: '25P04' })],
  ])(
    'that %s %i times loses the message to the dead letters, while others flow',
    async (_, times, failure) => {
      const seen: number[] = [];
      start(({ number }) => {
        seen.push(number);
        if (number === 1) throw failure;
      });
      const [poison, ...others] = [1, 2, 3].map((number) => envelopeOf(number));
      await publish(poison as Envelope, ...others);
      await eventually(() => expect(seen.slice(0, 3)).toEqual([1, 2, 3]));
      await eventually(async () => expect(await deadLetters()).toHaveLength(1));
      await settled();
      expect(seen.filter((number) => number === 1)).toHaveLength(times);
      const [letter = []] = await deadLetters();
      expect(letter).toEqual(expect.arrayContaining([streamOf(contract), JSON.stringify(poison)]));
    },
  );

  it.each([
    ['no JSON', '{"id":'],
    ['nothing', ''],
    ['no envelope', '{"number":1}'],
    ['a payload against its contract', JSON.stringify(envelopeOf('one'))],
  ])('never sees %s: it is set aside at once', async (_, text) => {
    const seen: number[] = [];
    start(({ number }) => seen.push(number));
    await publish(text);
    await publishNumbers(2);
    await eventually(async () => expect(await deadLetters()).toHaveLength(1));
    await settled();
    expect(seen).toEqual([2]);
  });

  it('keeps a message that cannot be set aside, until it can', async () => {
    await redis.set(deadLettersOf(group), 'no stream');
    const seen: number[] = [];
    start(({ number }) => seen.push(number));
    await publish('{');
    await publishNumbers(2);
    await eventually(() => expect(seen).toEqual([2]));
    await eventually(async () => expect(await pending()).toBe(1));
    await redis.del(deadLettersOf(group));
    await eventually(async () => expect(await deadLetters()).toHaveLength(1));
    await settled();
  });

  it('never sees messages of other kinds, which are no fault', async () => {
    const seen: number[] = [];
    start(({ number }) => seen.push(number));
    await publish({ ...envelopeOf(1), type: 'unknown.v9' });
    await publishNumbers(2);
    await eventually(() => expect(seen).toEqual([2]));
    await settled();
    expect(await deadLetters()).toEqual([]);
  });

  it('keeps the message while the database is away, however often it is tried', async () => {
    let tries = 0;
    start(() => {
      tries++;
      if (tries <= 12) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    });
    await publishNumbers(1);
    await eventually(() => expect(tries).toBe(13));
    await settled();
    expect(await deadLetters()).toEqual([]);
  });

  it('asks the owner to publish all again when the stream was shortened beyond what it had read', async () => {
    const stream = streamOf(contract);
    await redis.xgroup('CREATE', stream, group, '0', 'MKSTREAM');
    for (let number = 1; number <= 5; number++) await redis.xadd(stream, `${number}-0`, ENVELOPE_FIELD, '{}');
    await redis.xreadgroup('GROUP', group, 'before', 'COUNT', 2, 'STREAMS', stream, '>');
    await redis.xack(stream, group, '1-0', '2-0');
    await redis.xtrim(stream, 'MAXLEN', 2);
    start(() => undefined);
    await eventually(async () => expect(await redis.get(retellRequestFor(contract.owner))).toBe(group));
  });

  it('asks for nothing when all that is gone was read', async () => {
    const stream = streamOf(contract);
    await redis.xgroup('CREATE', stream, group, '0', 'MKSTREAM');
    for (let number = 1; number <= 5; number++) await redis.xadd(stream, `${number}-0`, ENVELOPE_FIELD, '{}');
    await redis.xreadgroup('GROUP', group, 'before', 'COUNT', 3, 'STREAMS', stream, '>');
    await redis.xack(stream, group, '1-0', '2-0', '3-0');
    await redis.xtrim(stream, 'MAXLEN', 3);
    start(() => undefined);
    await settled();
    await eventually(async () => expect(await deadLetters()).toHaveLength(2));
    expect(await redis.get(retellRequestFor(contract.owner))).toBeNull();
  });

  /** As a relay writes them: each names the one before it. */
  const publishNumbered = async (...places: number[]) => {
    for (const place of places) {
      const fields = signedFields(contract, envelopeOf(place));
      await redis.xadd(streamOf(contract), `${place}-0`, ...fields, AFTER_FIELD, place - 1);
    }
  };
  const asked = () => redis.get(retellRequestFor(contract.owner));

  it.each<[string, string[]]>([
    ['in the middle', ['3-0']],
    ['several', ['3-0', '4-0']],
    ['right behind what it has read', ['2-0']],
  ])('asks the owner to publish all again when entries are gone that it never took: %s', async (_, gone) => {
    const stream = streamOf(contract);
    await redis.xgroup('CREATE', stream, group, '0', 'MKSTREAM');
    await publishNumbered(1, 2, 3, 4, 5);
    await redis.xreadgroup('GROUP', group, 'before', 'COUNT', 1, 'STREAMS', stream, '>');
    await redis.xack(stream, group, '1-0');
    await redis.xdel(stream, ...gone);
    const seen: number[] = [];
    start(({ number }) => seen.push(number));
    await eventually(async () => expect(await asked()).toBe(group));
    await eventually(() => expect(seen.at(-1)).toBe(5));
  });

  it('asks the owner to publish all again when an entry is gone that was taken and not applied', async () => {
    const stream = streamOf(contract);
    await redis.xgroup('CREATE', stream, group, '0', 'MKSTREAM');
    await publishNumbered(1, 2);
    await redis.xreadgroup('GROUP', group, 'killed', 'COUNT', 1, 'STREAMS', stream, '>');
    await redis.xdel(stream, '1-0');
    start(() => undefined);
    await eventually(async () => expect(await asked()).toBe(group));
  });

  it('asks the owner to publish all again when who took the entry behind a gap was killed before it asked', async () => {
    const stream = streamOf(contract);
    await redis.xgroup('CREATE', stream, group, '0', 'MKSTREAM');
    await publishNumbered(1, 2, 3, 4);
    await redis.xreadgroup('GROUP', group, 'killed', 'COUNT', 1, 'STREAMS', stream, '>');
    await redis.xack(stream, group, '1-0');
    await redis.xdel(stream, '2-0');
    await redis.xreadgroup('GROUP', group, 'killed', 'STREAMS', stream, '>');
    start(() => undefined);
    await eventually(async () => expect(await asked()).toBe(group));
  });

  it('asks for it once, however often that entry cannot be applied', async () => {
    const stream = streamOf(contract);
    await redis.xgroup('CREATE', stream, group, '0', 'MKSTREAM');
    await publishNumbered(1, 2, 3);
    await redis.xreadgroup('GROUP', group, 'killed', 'COUNT', 1, 'STREAMS', stream, '>');
    await redis.xack(stream, group, '1-0');
    await redis.xdel(stream, '2-0');
    await redis.xreadgroup('GROUP', group, 'killed', 'STREAMS', stream, '>');
    let tries = 0;
    start(() => {
      tries++;
      throw new Error('never');
    });
    await eventually(async () => expect(await asked()).toBe(group));
    const triesBefore = tries;
    await redis.del(retellRequestFor(contract.owner));
    await eventually(() => expect(tries).toBeGreaterThan(triesBefore + 2));
    expect(await asked()).toBeNull();
  });

  it('asks for nothing when what it takes over from a killed process follows what was applied', async () => {
    const stream = streamOf(contract);
    await redis.xgroup('CREATE', stream, group, '0', 'MKSTREAM');
    await publishNumbered(1, 2, 3);
    await redis.xreadgroup('GROUP', group, 'killed', 'STREAMS', stream, '>');
    await redis.xack(stream, group, '2-0');
    const seen: number[] = [];
    start(({ number }) => seen.push(number));
    await eventually(() => expect(seen).toEqual([1, 3]));
    await publishNumbered(4);
    await eventually(() => expect(seen).toEqual([1, 3, 4]));
    expect(await asked()).toBeNull();
  });

  it('asks for nothing while each entry follows the one before', async () => {
    const seen: number[] = [];
    start(({ number }) => seen.push(number));
    await publishNumbered(1, 2, 3);
    await eventually(() => expect(seen).toEqual([1, 2, 3]));
    await publishNumbered(4);
    await eventually(() => expect(seen.at(-1)).toBe(4));
    expect(await asked()).toBeNull();
  });

  it('gets a dead letter once more when an operator replays it, and alone', async () => {
    let broken = true;
    const seen: number[] = [];
    const others: number[] = [];
    start(({ number }) => {
      if (broken) throw new Error('not yet');
      seen.push(number);
    });
    start(({ number }) => others.push(number), { group: `other-${group}` });
    await publishNumbers(1);
    await eventually(async () => expect(await deadLetters()).toHaveLength(1));
    broken = false;
    await replay(redis, group, await letters(redis, group));
    await eventually(() => expect(seen).toEqual([1]));
    expect(await deadLetters()).toEqual([]);
    expect(others).toEqual([1]);
  });

  it('takes over what a killed process had taken', async () => {
    await redis.xgroup('CREATE', streamOf(contract), group, '0', 'MKSTREAM');
    await publishNumbers(1);
    await redis.xreadgroup('GROUP', group, 'killed', 'STREAMS', streamOf(contract), '>');
    const seen: number[] = [];
    start(({ number }) => seen.push(number));
    await eventually(() => expect(seen).toEqual([1]));
    await settled();
  });

  it('goes on after Redis was emptied: its group is made anew', async () => {
    const seen: number[] = [];
    start(({ number }) => seen.push(number));
    await publishNumbers(1);
    await eventually(() => expect(seen).toEqual([1]));
    await redis.flushdb();
    await publishNumbers(2);
    await eventually(() => expect(seen).toEqual([1, 2]));
  });

  it('goes on after Redis was away, and starts without it', async () => {
    const line = new FaultProxy(url);
    await line.restore();
    await line.cut();
    const seen: number[] = [];
    start(({ number }) => seen.push(number), { redisUrl: line.url });
    await publishNumbers(1);
    await line.restore();
    await eventually(() => expect(seen).toEqual([1]));
    await settled();
    await line.cut();
    await publishNumbers(2);
    await line.restore();
    await eventually(() => expect(seen).toEqual([1, 2]));
    await Promise.all(servers.splice(0).map((server) => server.close()));
    await line.cut();
  });
});

describe('a message that its owner did not publish there', () => {
  /** As the owner of the message publishes it, and what was done to it then. */
  const forgeries: [string, (envelope: Envelope) => string[]][] = [
    ['without a signature', (envelope) => [ENVELOPE_FIELD, JSON.stringify(envelope)]],
    ['with one that is none', (envelope) => [ENVELOPE_FIELD, JSON.stringify(envelope), SIGNATURE_FIELD, 'x']],
    ['signed by another service', (envelope) => signedFields(contract, envelope, signerOf('another'))],
    [
      'signed for another stream',
      (envelope) => signedFields({ ...contract, stream: { name: 'other', length: 1 } }, envelope),
    ],
    [
      'changed after it was signed',
      (envelope) => {
        const [, , name = '', signature = ''] = signedFields(contract, envelope);
        return [ENVELOPE_FIELD, JSON.stringify({ ...envelope, payload: { number: 9 } }), name, signature];
      },
    ],
  ];

  it.each(forgeries)(
    '%s is set aside at once, again after a replay, and holds up nobody',
    async (_, forge) => {
      const seen: number[] = [];
      start(({ number }) => seen.push(number));
      await redis.xadd(streamOf(contract), '*', ...forge(envelopeOf(1)));
      await publishNumbers(2);
      await eventually(async () => expect(await deadLetters()).toHaveLength(1));
      await settled();
      const forged = await letters(redis, group);
      expect(forged).toMatchObject([{ stream: streamOf(contract) }]);
      await replay(redis, group, forged);
      await eventually(async () => expect(await letters(redis, group)).toHaveLength(1));
      expect(await letters(redis, group)).toMatchObject([{ stream: streamOf(contract) }]);
      await publishNumbers(3);
      await eventually(() => expect(seen).toEqual([2, 3]));
    },
  );

  it.each(forgeries)('%s is skipped by a broadcast handler, logged and counted', async (_, forge) => {
    const seen: number[] = [];
    const errors: { unreadable?: number }[] = [];
    const log = Object.create(logger, {
      error: { value: (details: { unreadable?: number }) => errors.push(details) },
    });
    start(({ number }) => seen.push(number), { logger: log }, true);
    await eventually(async () => {
      await publishNumbers(1);
      expect(seen).toContain(1);
    });
    await redis.xadd(streamOf(contract), '*', ...forge(envelopeOf(2)));
    await publishNumbers(3);
    await eventually(() => expect(seen.at(-1)).toBe(3));
    expect(seen).not.toContain(2);
    expect(seen).not.toContain(9);
    expect(errors).toMatchObject([{ unreadable: 1 }]);
  });

  it('of an owner that signs well, in a stream that the message does not travel in, is set aside', async () => {
    const [stranger, seen] = [newContract(), [] as number[]];
    const both = new BusServer({
      redisUrl: url,
      publicKeys: publicKeysOf(contract.owner, stranger.owner),
      group,
      logger,
      timings: quick,
    });
    servers.push(both);
    both.addHandler(contract.name, async ({ number }) => seen.push(number), true, {
      message: contract,
      broadcast: false,
    });
    both.addHandler('other.v1', async () => undefined, true, {
      message: { ...stranger, name: 'other.v1' },
      broadcast: false,
    });
    both.listen(() => undefined);
    await publishSigned(redis, stranger, envelopeOf(1));
    await publishNumbers(2);
    await eventually(async () => expect(await deadLetters()).toHaveLength(1));
    await eventually(() => expect(seen).toEqual([2]));
  });

  it('that an operator gives once more under the name of another stream is set aside', async () => {
    const seen: number[] = [];
    start(({ number }) => seen.push(number));
    const forged = {
      id: '1-0',
      stream: streamOf(contract),
      envelope: JSON.stringify(envelopeOf(1)),
      signature: '',
    };
    await replay(redis, group, [forged, { ...forged, stream: 'bus:elsewhere' }]);
    await eventually(async () => expect(await deadLetters()).toHaveLength(2));
    expect(seen).toEqual([]);
  });

  it('that is older than inboxes know is set aside, and applied once an operator gives it once more', async () => {
    const seen: number[] = [];
    start(({ number }) => seen.push(number));
    await publish({ ...envelopeOf(1), occurredAt: new Date(Date.now() - 14 * 86_400_000).toISOString() });
    await publishNumbers(2);
    await eventually(async () => expect(await deadLetters()).toHaveLength(1));
    await eventually(() => expect(seen).toEqual([2]));
    await replay(redis, group, await letters(redis, group));
    await eventually(() => expect(seen).toEqual([2, 1]));
  });

  it('is applied however old it is where it tells a state', async () => {
    const state = { ...contract, stateOf: ({ number }: { number: number }) => String(number) };
    contract = state as typeof contract;
    const seen: number[] = [];
    start(({ number }) => seen.push(number));
    await publish({ ...envelopeOf(1), occurredAt: '2020-01-01T00:00:00.000Z' });
    await eventually(() => expect(seen).toEqual([1]));
  });

  it('is believed by any of the keys of its owner, while one takes the place of another', async () => {
    const before = signerOf('the key of before');
    const seen: number[] = [];
    start(({ number }) => seen.push(number), {
      publicKeys: new MessageKeys(
        new Map([[contract.owner, [before.publicKey, signerOf(contract.owner).publicKey]]]),
      ),
    });
    await redis.xadd(streamOf(contract), '*', ...signedFields(contract, envelopeOf(1), before));
    await publishNumbers(2);
    await eventually(() => expect(seen).toEqual([1, 2]));
    expect(await deadLetters()).toEqual([]);
  });
});

describe('with an inbox', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let transactions: CompanyTransactions;
  let inbox: Inbox;

  beforeAll(async () => {
    database = await createTestDatabase('bus-inbox', (urls) =>
      prepareDatabase({ ...urls, migrations: [CreateInbox1700000000003] }),
    );
    dataSource = await serviceDataSource(
      databaseSettingsSchema.parse({ DATABASE_URL: database.serviceUrl, DATABASE_POOL_SIZE: 4 }),
      [],
    ).initialize();
    transactions = new CompanyTransactions(dataSource);
    inbox = new Inbox(dataSource, transactions, logger);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('a message that is delivered several times, to several processes, counts once', async () => {
    const seen: number[] = [];
    for (let process = 0; process < 2; process++)
      start(({ number }) => seen.push(number), { once: inbox.once });
    const envelopes = [1, 2, 3, 4, 5].map((number) => envelopeOf(number));
    await publish(...envelopes, ...envelopes);
    await publish(...envelopes.toReversed());
    await eventually(async () => expect(await redis.xlen(streamOf(contract))).toBe(15));
    await eventually(() => expect(seen).toHaveLength(5));
    await settled();
    expect([...seen].sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it('a failed message is not remembered as applied', async () => {
    let tries = 0;
    start(
      () => {
        tries++;
        if (tries === 1) throw new Error('after the inbox row');
      },
      { once: inbox.once },
    );
    const envelope = envelopeOf(1);
    await publish(envelope);
    await eventually(() => expect(tries).toBe(2));
    await settled();
    await publish(envelope);
    await settled();
    expect(tries).toBe(2);
    expect(await dataSource.query('SELECT 1 FROM inbox WHERE event_id = $1', [envelope.id])).toHaveLength(1);
  });

  describe('that lets messages share a transaction', () => {
    const sharing = () => ({ once: inbox.once, together: inbox.together });
    const isApplied = async ({ id }: Envelope): Promise<boolean> =>
      (await dataSource.query('SELECT FROM inbox WHERE event_id = $1', [id])).length === 1;

    /** Each number that was applied, and in which transaction. */
    function applied(options: Partial<BusServerOptions> = {}): [number, string][] {
      const seen: [number, string][] = [];
      start(
        async ({ number }, { companyId }) => {
          const { client } = transactions.current(companyId);
          const { rows } = await client.query('SELECT pg_current_xact_id()::text AS id');
          seen.push([number, rows[0].id]);
        },
        { ...sharing(), ...options },
      );
      return seen;
    }

    const [one, other] = [randomUUID(), randomUUID()];
    const mixed = () => [
      envelopeOf(1, one),
      envelopeOf(2, other),
      envelopeOf(3, one),
      envelopeOf(4),
      envelopeOf(5, other),
    ];
    /** Once each: those of `one`, those of `other`, and the one of a company of its own. */
    const expectThree = async (seen: [number, string][]): Promise<void> => {
      await eventually(() => expect(seen.length).toBeGreaterThanOrEqual(5));
      await settled();
      expect(seen.map(([number]) => number).sort()).toEqual([1, 2, 3, 4, 5]);
      const together = [...Map.groupBy(seen, ([, id]) => id).values()];
      expect(together.map((numbers) => numbers.map(([number]) => number))).toEqual([[1, 3], [2, 5], [4]]);
    };

    it('those of a company that were read together are applied in one, each once', async () => {
      const envelopes = mixed();
      await publish(...envelopes, ...envelopes);
      await expectThree(applied());
    });

    it('those that others took are applied in one', async () => {
      await redis.xgroup('CREATE', streamOf(contract), group, '0', 'MKSTREAM');
      await publish(...mixed().map((envelope) => ({ ...envelope, occurredAt: minuteAgo() })));
      await redis.xreadgroup('GROUP', group, 'thief', 'NOACK', 'STREAMS', streamOf(contract), '>');
      await expectThree(applied({ positions: keptPositions() }));
    });

    it('one that fails holds up no other, and is set aside alone', async () => {
      const envelopes = [1, 2, 3, 4].map((number) => envelopeOf(number, one));
      await publish(...envelopes);
      start(({ number }) => (number === 3 ? Promise.reject(new Error('no')) : undefined), sharing());
      await eventually(async () => expect(await deadLetters()).toHaveLength(1));
      await settled();
      expect(await Promise.all(envelopes.map(isApplied))).toEqual([true, true, false, true]);
    });

    it('one that cannot be read holds up no other', async () => {
      const envelopes = [1, 'no number', 3].map((number) => envelopeOf(number, one));
      await publish(...envelopes);
      start(() => undefined, sharing());
      await eventually(async () => expect(await deadLetters()).toHaveLength(1));
      await settled();
      expect(await Promise.all(envelopes.map(isApplied))).toEqual([true, false, true]);
    });
  });
});

describe('a broadcast handler', () => {
  it('gets each message in every process, from the moment it runs', async () => {
    await publishNumbers(1);
    const [first, second]: [number[], number[]] = [[], []];
    const patient = { timings: { ...quick, blockMs: 60_000 } };
    start(({ number }) => first.push(number), patient, true);
    start(({ number }) => second.push(number), patient, true);
    await listening(2);
    await publishNumbers(2);
    await eventually(() => expect([first, second]).toEqual([[2], [2]]));
  });

  it('goes on after Redis was emptied, and after a message that it could not apply', async () => {
    const seen: number[] = [];
    start(
      ({ number }) => {
        seen.push(number);
        if (number === 2) throw new Error('no');
      },
      {},
      true,
    );
    await eventually(async () => {
      await publishNumbers(1);
      expect(seen).toContain(1);
    });
    await redis.flushdb();
    await publishNumbers(2, 3);
    await eventually(() => expect(seen.slice(-2)).toEqual([2, 3]));
  });
});

it('close() does not wait for messages', async () => {
  const never = { timings: { ...quick, blockMs: 3_600_000 } };
  const shared = start(() => undefined, never);
  const broadcast = start(() => undefined, never, true);
  await listening(1);
  await Promise.all([shared.close(), broadcast.close()]);
});

it('close() ends where Redis never was', async () => {
  await start(() => undefined, { redisUrl: 'redis://127.0.0.1:1' }).close();
});
