import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { prepareDatabase } from '@safety/persistence';
import { createLogger } from '@safety/platform';
import { createTestDatabase, eventually, type Listener, listen, type TestDatabase } from '@safety/testing';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Delivery, DeliveryDatabase } from './delivery.js';
import { DeliveryQueue } from './delivery-queue.js';
import { callPublicly } from './public-call.js';

interface Call extends Delivery {
  url: string;
}

const CONCURRENCY = 8;
const EACH = 4;
const logger = createLogger('deliveries', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

class CreateDeliveries implements MigrationInterface {
  readonly name = 'CreateDeliveries1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE deliveries (id uuid PRIMARY KEY, owner text NOT NULL, receiver text NOT NULL,
         attempts integer NOT NULL DEFAULT 0, next_attempt_at timestamptz DEFAULT now(),
         delivered_at timestamptz, last_error text)`,
    );
  }

  async down(): Promise<void> {}
}

let database: TestDatabase;
let pool: pg.Pool;
let receiver: Listener;
/** Ids of the deliveries that reached the receiver, in their order. */
let received: string[];
/** Whether the receiver answers; a call that it holds is answered by `release`. */
let holds: (id: string) => boolean;
let release: (() => void)[];
let status: number;
/** Takes the place of the call. */
let instead: (() => Promise<unknown>) | undefined;
const queues: DeliveryQueue<Call>[] = [];

beforeAll(async () => {
  database = await createTestDatabase('deliveries', (urls) =>
    prepareDatabase({ ...urls, migrations: [CreateDeliveries] }),
  );
  pool = new pg.Pool({ connectionString: database.ownerUrl });
  pool.on('error', () => undefined);
  receiver = await listen((request, response) => {
    const id = request.url?.slice(1) ?? '';
    received.push(id);
    const answer = () => void response.writeHead(status).end();
    if (holds(id)) release.push(answer);
    else answer();
  });
});

beforeEach(() => {
  [received, release, status, holds, instead] = [[], [], 200, () => false, undefined];
});

afterEach(async () => {
  holds = () => false;
  for (const answer of release.splice(0)) answer();
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  await pool.query('TRUNCATE deliveries');
});

afterAll(async () => {
  await receiver.close();
  await pool.end();
  await database.drop();
});

const databaseOf = (connections: pg.Pool): DeliveryDatabase => ({
  rows: async (text, values) => (await connections.query(text, values)).rows,
  change: (text, values) => connections.query(text, values),
});

/** A replica that works off the table once it starts. */
function idleReplica(
  connections = pool,
  log = logger,
  tables = databaseOf(connections),
): DeliveryQueue<Call> {
  const host = new URL(receiver.url).host;
  const queue = new DeliveryQueue<Call>(tables, log, {
    table: 'deliveries',
    columns: `'${receiver.url}/' || id AS url`,
    concurrency: CONCURRENCY,
    receivers: { column: 'receiver', owner: 'owner', concurrencyEach: EACH },
    deliver: async ({ url }) => {
      if (instead) await instead();
      else await callPublicly({ url: new URL(url), userAgent: 'spec', allowedHosts: [host] });
    },
  });
  queues.push(queue);
  return queue;
}

async function replica(...of: Parameters<typeof idleReplica>): Promise<DeliveryQueue<Call>> {
  const queue = idleReplica(...of);
  await queue.start();
  return queue;
}

async function add(count: number, { owner = 'one', attempts = 0 } = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await pool.query(
    `INSERT INTO deliveries (id, owner, receiver, attempts) SELECT unnest($1::uuid[]), $2, $2 || ' receiver', $3`,
    [ids, owner, attempts],
  );
  return ids;
}

const row = async (id = '') =>
  (
    await pool.query(
      `SELECT attempts, delivered_at IS NOT NULL AS delivered, last_error AS error,
         extract(epoch FROM next_attempt_at - now())::float AS pause FROM deliveries WHERE id = $1`,
      [id],
    )
  ).rows[0];
const delivered = async () =>
  (await pool.query('SELECT FROM deliveries WHERE delivered_at IS NOT NULL')).rowCount;
const makeDue = () => pool.query('UPDATE deliveries SET next_attempt_at = now() WHERE delivered_at IS NULL');

describe('a queue of deliveries', () => {
  it('delivers once what a transaction added, when it is woken', async () => {
    const queue = await replica();
    const ids = await add(20);
    queue.wake();
    await eventually(async () => expect(await delivered()).toBe(20));
    expect(received.toSorted()).toEqual(ids.toSorted());
    expect(await row(ids[0])).toEqual({ attempts: 1, delivered: true, error: null, pause: null });
  });

  it('shares the deliveries among replicas: none is made twice', async () => {
    const ids = await add(60);
    await Promise.all([replica(), replica(), replica()]);
    await eventually(async () => expect(await delivered()).toBe(60));
    expect(received.toSorted()).toEqual(ids.toSorted());
  });

  it('delivers one that was asked for a thousand times, and what is behind it', async () => {
    const ids = [...(await add(1, { attempts: 1000 })), ...(await add(1))];
    await replica();
    await eventually(async () => expect(await delivered()).toBe(2));
    expect(received.toSorted()).toEqual(ids.toSorted());
  });

  it('finds by itself what nobody woke it for', async () => {
    await replica();
    await add(1);
    await eventually(async () => expect(await delivered()).toBe(1));
  });
});

describe('fairness between owners', () => {
  it('an owner whose receiver answers nothing leaves slots to one that comes later', async () => {
    const first = new Set(await add(50, { owner: 'slow' }));
    holds = (id) => first.has(id);
    const queue = await replica();
    await eventually(() => expect(release.length).toBeGreaterThan(0));
    await add(20, { owner: 'late' });
    queue.wake();
    await eventually(async () => expect(await delivered()).toBe(20));
    expect(received.filter((id) => first.has(id)).length).toBeLessThanOrEqual(EACH);
  });
});

describe('back-off', () => {
  it.each([
    [0, 10],
    [1, 30],
    [2, 90],
    [5, 2_430],
    [7, 21_600],
    [8, 21_600],
  ])('a failure after %d attempts waits %d s, and up to half as much again', async (attempts, seconds) => {
    status = 500;
    const [id] = await add(1, { attempts });
    await replica();
    const { pause, ...failed } = await eventually(async () => {
      const found = await row(id);
      expect(found.error).not.toBeNull();
      return found;
    });
    expect(failed).toEqual({
      attempts: attempts + 1,
      delivered: false,
      error: 'The receiver answered 500',
    });
    expect(pause).toBeGreaterThan(seconds - 10);
    expect(pause).toBeLessThanOrEqual(seconds * 1.5);
  });

  it('the tenth failure is the last', async () => {
    status = 503;
    const [id] = await add(1, { attempts: 9 });
    await replica();
    const error = 'The receiver answered 503';
    await eventually(async () =>
      expect(await row(id)).toEqual({ attempts: 10, delivered: false, error, pause: null }),
    );
  });
});

it('a permanent failure is the last, and counts as given up', async () => {
  instead = () => Promise.reject(Object.assign(new Error('There is no such receiver'), { permanent: true }));
  const [id] = await add(1);
  const queue = await replica();
  const error = 'There is no such receiver';
  await eventually(async () =>
    expect(await row(id)).toEqual({ attempts: 1, delivered: false, error, pause: null }),
  );
  expect(queue.givenUp).toBe(1);
});

it('says why where all addresses of a name refuse the connection', async () => {
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  instead = () =>
    // Nothing listens there.
    once(
      connect({ host: 'both.example', port: 1, lookup: (_, __, found) => found(null, addresses) }),
      'connect',
    );
  const [id] = await add(1);
  await replica();
  const error = 'connect ECONNREFUSED 127.0.0.1:1; connect ECONNREFUSED 127.0.0.2:1';
  await eventually(async () => expect(await row(id)).toMatchObject({ error }));
});

it('a retry that succeeds is delivered, and its error is gone', async () => {
  status = 500;
  const [id] = await add(1);
  const queue = await replica();
  await eventually(async () => expect((await row(id)).error).toBe('The receiver answered 500'));
  status = 204;
  await makeDue();
  queue.wake();
  await eventually(async () =>
    expect(await row(id)).toEqual({ attempts: 2, delivered: true, error: null, pause: null }),
  );
});

it('a database that is unavailable is warned of once, and once more when it is there again', async () => {
  const warnings: string[] = [];
  const log = Object.create(logger, {
    warn: { value: (_: object, said: string) => warnings.push(said) },
  });
  const own = new pg.Pool({ connectionString: database.ownerUrl, max: 1, options: '-c lock_timeout=20' });
  let asked = 0;
  own.on('acquire', () => asked++);
  const away = ['deliveries: the database is unavailable'];
  const holder = await pool.connect();
  await holder.query('BEGIN; LOCK TABLE deliveries');
  const queue = await replica(own, log);
  try {
    await eventually(() => {
      queue.wake();
      // The third time on the one connection: two have failed.
      expect(asked).toBeGreaterThan(2);
    });
    expect(warnings).toEqual(away);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  queue.wake();
  await eventually(() => expect(warnings).toEqual([...away, 'deliveries: the database is available again']));
  await queue.stop();
  await own.end();
});

it('a delivery is not made again where the database is unavailable right behind it', async () => {
  const own = new pg.Pool({ connectionString: database.ownerUrl, options: '-c lock_timeout=20' });
  const tables = databaseOf(own);
  let records = 0;
  holds = () => true;
  const [id] = await add(1);
  const queue = await replica(own, logger, {
    ...tables,
    change: (text, values) => {
      records++;
      return tables.change(text, values);
    },
  });
  await eventually(() => expect(release).toHaveLength(1));
  const holder = await pool.connect();
  await holder.query('BEGIN; LOCK TABLE deliveries');
  try {
    release.shift()?.();
    await eventually(() => expect(records).toBeGreaterThan(2));
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  await eventually(async () =>
    expect(await row(id)).toEqual({ attempts: 1, delivered: true, error: null, pause: null }),
  );
  expect(received).toEqual([id]);
  await queue.stop();
  await own.end();
});

it('one that is woken before it starts delivers as soon as it has', async () => {
  const queue = idleReplica();
  const [id] = await add(1);
  queue.wake();
  expect(await row(id)).toMatchObject({ attempts: 0 });
  await queue.start();
  await eventually(async () => expect(await row(id)).toMatchObject({ delivered: true }));
});

describe('the end of a process', () => {
  it('a shutdown waits for what is under way, and takes nothing more', async () => {
    holds = () => true;
    const [id] = await add(1);
    const queue = await replica();
    await eventually(() => expect(release).toHaveLength(1));
    let isStopped = false;
    const stopping = queue.stop().then(() => {
      isStopped = true;
    });
    const [late] = await add(1);
    queue.wake();
    expect(isStopped).toBe(false);
    release.shift()?.();
    await stopping;
    expect(await row(id)).toMatchObject({ attempts: 1, delivered: true });
    expect(await row(late)).toMatchObject({ attempts: 0, delivered: false });
    expect(received).toEqual([id]);
  });

  it('a shutdown does not wait for ever for a receiver', async () => {
    holds = () => true;
    const [id] = await add(1);
    const queue = await replica();
    await eventually(() => expect(release).toHaveLength(1));
    await queue.stop(1);
    expect(await row(id)).toMatchObject({ attempts: 1, delivered: false });
    release.shift()?.();
    await eventually(async () => expect(await row(id)).toMatchObject({ delivered: true }));
  });

  it('a crash between taking and finishing: another process delivers again', async () => {
    holds = () => true;
    const [id] = await add(1);
    const own = new pg.Pool({ connectionString: database.ownerUrl });
    await replica(own);
    await eventually(() => expect(release).toHaveLength(1));
    // The row is taken and the receiver has the call. This process never reaches the database again.
    await own.end();
    release.shift()?.();
    expect(await row(id)).toMatchObject({ attempts: 1, delivered: false, pause: expect.any(Number) });

    holds = () => false;
    await replica();
    await makeDue();
    await eventually(async () => expect(await row(id)).toMatchObject({ attempts: 2, delivered: true }));
    expect(received).toEqual([id, id]);
  });
});
