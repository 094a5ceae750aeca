import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RedisProcess, reservePort, startRedisProcess, startSentinel } from '@safety/local-stack';
import { readSettings, SettingsError } from '@safety/platform';
import { eventually } from '@safety/testing';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { busCommand } from './operate/bus-command.js';
import { Outbox } from './outbox/outbox.js';
import type { OutboxRelay } from './outbox/outbox-relay.js';
import { redisAddress } from './redis-address.js';
import { streamOf } from './streams.js';
import { logger, newContract, publicKeysOf } from './testing/bus.js';
import { openThings, type Things } from './testing/things.js';
import { BusServer } from './transport/bus-server.js';

const PASSWORD = 'of-redis';
const SENTINEL_PASSWORD = 'of-sentinels';
const companyId = randomUUID();
const contract = newContract();
const group = `group-${companyId}`;

let servers: RedisProcess[];
let sentinel: RedisProcess;
let url: string;
let things: Things;
let relay: OutboxRelay;
let readers: BusServer[];
const [heard, broadcast]: [number[], number[]] = [[], []];

/** One process of the service, which keeps the numbers that it gets. */
function reads(into: number[], redisUrl: string, isBroadcast = false) {
  const server = new BusServer({
    redisUrl,
    publicKeys: publicKeysOf(contract.owner),
    group,
    logger,
    timings: { blockMs: 100, retryAfterMs: 20, takeOverAfterMs: 200 },
  });
  server.addHandler(contract.name, async ({ number }: { number: number }) => void into.push(number), true, {
    message: contract,
    broadcast: isBroadcast,
  });
  const listening = new Promise<void>((resolve, reject) =>
    server.listen((error) => (error ? reject(error) : resolve())),
  );
  return { server, listening };
}

const publish = (number: number) =>
  things.transactions.run(companyId, () =>
    new Outbox(relay, { service: contract.owner }).add(things.transactions.current(companyId), contract, {
      number,
    }),
  );

/** The numbers that came: one may come twice, where the next primary lacks what the last one had. */
const known = () => [heard, broadcast].map((numbers) => [...new Set(numbers)].sort());

/** Says something to a server, which may end or hang by it. */
async function say<Result>(
  port: number,
  work: (redis: Redis) => Promise<Result>,
  password = PASSWORD,
): Promise<Result> {
  const redis = new Redis({ port, password, lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

/** Throws while there is none, as between two. */
const portOfPrimary = (): Promise<number> =>
  say(
    sentinel.port,
    async (redis) => {
      const [, port] = (await redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'bus')) as [string, string];
      return Number(port);
    },
    SENTINEL_PASSWORD,
  );

/** Waits until so many replicas follow. */
const complete = (port: number, replicas: number) =>
  eventually(async () => {
    const said = await say(port, (redis) => redis.info('replication'));
    expect(said.match(/^slave\d+:.*state=online/gm) ?? []).toHaveLength(replicas);
  });

/** Waits for another primary than the one of this port. */
const successorOf = (before: number) =>
  eventually(async () => {
    const port = await portOfPrimary();
    expect(port).not.toBe(before);
    return port;
  });

beforeAll(async () => {
  const auth = {
    requirepass: PASSWORD,
    masterauth: PASSWORD,
    'enable-debug-command': 'yes',
    'repl-diskless-sync-delay': '0',
  };
  const primary = await startRedisProcess(auth);
  const follow = { ...auth, replicaof: `127.0.0.1 ${primary.port}` };
  servers = [primary, ...(await Promise.all([startRedisProcess(follow), startRedisProcess(follow)]))];
  // A Sentinel asks which replicas there are every ten seconds alone, so they come before it.
  await complete(primary.port, 2);
  sentinel = await startSentinel([
    `requirepass ${SENTINEL_PASSWORD}`,
    `sentinel monitor bus 127.0.0.1 ${primary.port} 1`,
    `sentinel auth-pass bus ${PASSWORD}`,
    'sentinel down-after-milliseconds bus 300',
    'sentinel failover-timeout bus 1000',
  ]);
  url = `redis-sentinel://:${PASSWORD}@127.0.0.1:1,127.0.0.1:${sentinel.port}/1?sentinelPassword=${SENTINEL_PASSWORD}#bus`;
  things = await openThings(url);
  relay = things.relayFor(contract.owner);
  const started = [reads(heard, url), reads(broadcast, url, true)];
  await Promise.all(started.map(({ listening }) => listening));
  readers = started.map(({ server }) => server);
  // Broadcasts before the first read are missed.
  await eventually(async () =>
    expect(await say(primary.port, async (redis) => String(await redis.client('LIST')))).toContain(
      'cmd=xread ',
    ),
  );
}, 30_000);

afterAll(async () => {
  await Promise.all([...readers.map((reader) => reader.close()), things.stopRelays()]);
  await things.close();
  await Promise.all([sentinel, ...servers].map((server) => server.stop()));
});

describe('the bus behind Sentinels, of which the first does not answer', () => {
  it('carries messages by the primary', async () => {
    await publish(1);
    await eventually(() => expect(known()).toEqual([[1], [1]]));
  });

  it('goes on with the next primary when one ends', async () => {
    const ends = await portOfPrimary();
    await say(ends, (redis) => redis.call('SHUTDOWN', 'NOSAVE', 'NOW').catch(() => undefined));
    await publish(2);
    await eventually(() =>
      expect(known()).toEqual([
        [1, 2],
        [1, 2],
      ]),
    );
    await complete(await successorOf(ends), 1);
  });

  it('goes on with the next primary when one hangs, and keeps its connections', async () => {
    const hangs = await portOfPrimary();
    await say(hangs, async (redis) => void redis.call('DEBUG', 'SLEEP', '3').catch(() => undefined));
    await publish(3);
    await eventually(() =>
      expect(known()).toEqual([
        [1, 2, 3],
        [1, 2, 3],
      ]),
    );
    await successorOf(hangs);
  });

  it('is shown by its command', async () => {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await busCommand(
      ['status'],
      { REDIS_URL: url },
      (line) => out.push(line),
      (line) => err.push(line),
    );
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(out.join('\n')).toContain(`${streamOf(contract)} -> ${group}: `);
  });
});

async function startClusterNode(): Promise<RedisProcess> {
  const { port, release } = await reservePort();
  const node = await startRedisProcess({ 'cluster-enabled': 'yes', 'cluster-port': String(port) });
  return { ...node, stop: () => node.stop().then(release) };
}

describe('REDIS_URL', () => {
  it.each([
    'redis://127.0.0.1:6379',
    'rediss://user:password@redis.internal:6379/1',
    'redis://redis.internal/',
    'redis://redis.internal?db=15',
    'redis-sentinel://one#bus',
    'redis-sentinel://user:p%40ss@one:26379,two:26379,[::1]:26379/2?sentinelPassword=x#bus',
    'rediss-sentinel://:password@one,two#bus',
  ])('may be %s', (address) => {
    expect(redisAddress.safeParse(address).success).toBe(true);
  });

  it.each([
    'http://127.0.0.1:6379',
    'redis://',
    'redis-sentinel://one,two',
    'redis-sentinel://#bus',
    'redis-sentinel://one,,two#bus',
    'redis-sentinel://one:port#bus',
    'redis-sentinel://one:65536#bus',
    'redis-sentinel://one:0#bus',
    'redis-sentinel://user:%zz@one#bus',
    'redis-cluster://one,two',
    'redis://user:50%@one',
    'redis://us%er@one:6379/1',
    'redis://one/notadb',
    'redis://one/1a',
    'redis://one/1/',
    'redis://one/-1',
    'redis://one?db=notadb',
    'redis-sentinel://one/notadb#bus',
  ])('may not be %s', (address) => {
    expect(redisAddress.safeParse(address).success).toBe(false);
  });

  it('says how a database is named', () => {
    const read = () =>
      readSettings(z.object({ REDIS_URL: redisAddress }), { REDIS_URL: 'redis://one/notadb' });
    expect(read).toThrow(
      'Wrong settings: REDIS_URL: has to name its database by a number, such as redis://host:6379/1, or none.',
    );
  });

  it.each([
    ['a node of a cluster', startClusterNode, /Redis Cluster: .* Use one server, or Sentinels\.$/],
    ['a node of a cluster, with a database', startClusterNode, /Redis Cluster: /, '/1'],
    ['a Sentinel', () => startSentinel([]), /is a Sentinel: write redis-sentinel:/],
    ['a Sentinel, with a database', () => startSentinel([]), /is a Sentinel: write redis-sentinel:/, '/1'],
    [
      'a server without such a database',
      () => startRedisProcess({ databases: '4' }),
      /^REDIS_URL names a database that is refused: ERR DB index is out of range\.$/,
      '/4',
    ],
  ])(
    'that is %s is refused in one sentence, when the bus starts',
    async (_, started, sentence, path = '') => {
      const server = await started();
      const refused = reads([], `redis://127.0.0.1:${server.port}${path}`);
      await expect(refused.listening).rejects.toThrow(SettingsError);
      await expect(refused.listening).rejects.toThrow(sentence);
      await refused.server.close();
      await server.stop();
    },
  );
});
