import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { defineMessage } from '@safety/contracts';
import { FaultProxy } from '@safety/local-stack';
import {
  CompanyTransactions,
  databaseSettingsSchema,
  prepareDatabase,
  serviceDataSource,
} from '@safety/persistence';
import { createTestDatabase, eventually, type TestDatabase } from '@safety/testing';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { offsetOf } from '../groups.js';
import {
  AFTER_FIELD,
  ENVELOPE_FIELD,
  MOST_IN_STREAM,
  retellRequestFor,
  SIGNATURE_FIELD,
  STREAM_LENGTH,
  streamOf,
} from '../streams.js';
import { logger, newContract, publicKeysOf, signedFields, signerOf } from '../testing/bus.js';
import { envelopeOf, fieldOf } from '../transport/envelope-of.js';
import { CreateInbox1700000000003 } from './inbox.migration.js';
import { Outbox } from './outbox.js';
import { outboxMigrations } from './outbox.migrations.js';
import { OutboxRelay } from './outbox-relay.js';
import { OutboxTrimming } from './outbox-trimming.js';
import { ReaderPace } from './reader-pace.js';
import { trimStream } from './trim-stream.js';

const url = process.env['REDIS_URL'] ?? '';
const companyId = randomUUID();
const relays: OutboxRelay[] = [];

let database: TestDatabase;
let dataSource: DataSource;
let transactions: CompanyTransactions;
let owner: pg.Client;
let redis: Redis;
let contract: ReturnType<typeof newContract>;

beforeAll(async () => {
  database = await createTestDatabase('bus-outbox', (urls) =>
    prepareDatabase({ ...urls, migrations: [...outboxMigrations, CreateInbox1700000000003] }),
  );
  dataSource = await connected(6);
  transactions = new CompanyTransactions(dataSource);
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  redis = new Redis(url);
});

const connected = (connections: number): Promise<DataSource> =>
  serviceDataSource(
    databaseSettingsSchema.parse({ DATABASE_URL: database.serviceUrl, DATABASE_POOL_SIZE: connections }),
    [],
  ).initialize();

beforeEach(() => {
  contract = newContract();
});

afterEach(async () => {
  await Promise.all(relays.splice(0).map(stop));
  await owner.query('DELETE FROM outbox');
});

afterAll(async () => {
  await redis.quit();
  await owner.end();
  await dataSource.destroy();
  await database.drop();
});

/** Stops a relay as a service does. */
async function stop(one: OutboxRelay): Promise<void> {
  await one.beforeApplicationShutdown();
  await one.onApplicationShutdown();
}

/** The relay of one process. */
function relay(at = url): OutboxRelay {
  const one = idleRelay(at);
  void one.onApplicationBootstrap();
  return one;
}

/** One that looks only when it is woken. */
function idleRelay(at = url, log = logger, source = dataSource): OutboxRelay {
  const settings = {
    REDIS_URL: at,
    BUS_PUBLIC_KEYS: publicKeysOf(contract.owner),
    BUS_SIGNING_KEY: signerOf(contract.owner),
  };
  const one = new OutboxRelay(source, settings, { service: contract.owner }, log);
  relays.push(one);
  return one;
}

/** One that looks only when it is woken, and is connected: it has published a message. */
async function publishingRelay(): Promise<OutboxRelay> {
  const one = idleRelay();
  await eventually(async () => {
    await change(one, [1]);
    await one.work();
    expect(await waiting()).toBe(0);
  });
  return one;
}

/** A change that publishes numbers, and then fails with `failure`. */
const change = (by: OutboxRelay, numbers: number[], failure?: Error) =>
  transactions.run(companyId, async () => {
    const outbox = new Outbox(by, { service: contract.owner });
    for (const number of numbers) await outbox.add(transactions.current(companyId), contract, { number });
    if (failure) throw failure;
  });

const published = async (): Promise<{ number: number; id: string; companyId: string }[]> => {
  const entries = await redis.xrange(streamOf(contract), '-', '+');
  return entries.map(([, fields]) => {
    const { id, companyId: of, payload } = JSON.parse(fields[1] ?? '');
    return { id, companyId: of, number: payload.number };
  });
};

const waiting = async (): Promise<number> =>
  (await owner.query('SELECT 1 FROM outbox WHERE published_at IS NULL')).rowCount ?? 0;

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it('a message is published once its change has committed, and marked as published', async () => {
  await change(relay(), [1, 2]);
  await eventually(async () => expect((await published()).map(({ number }) => number)).toEqual([1, 2]));
  expect((await published()).every((message) => message.companyId === companyId)).toBe(true);
  await eventually(async () => expect(await waiting()).toBe(0));
});

it('a message of a change that failed was never there', async () => {
  const one = relay();
  await expect(change(one, [1], new Error('no'))).rejects.toThrow('no');
  await change(one, [2]);
  await eventually(async () => expect((await published()).map(({ number }) => number)).toEqual([2]));
  expect((await owner.query('SELECT 1 FROM outbox')).rowCount).toBe(1);
});

describe('a relay with nothing to publish', () => {
  /** Statements to PostgreSQL while work goes on. */
  async function statementsOf(work: () => Promise<void>): Promise<number> {
    const prototype = pg.Client.prototype as unknown as { query: (...sent: unknown[]) => unknown };
    const { query } = prototype;
    let count = 0;
    prototype.query = function counted(this: pg.Client, ...sent) {
      count += 1;
      return query.apply(this, sent);
    };
    await work().finally(() => {
      prototype.query = query;
    });
    return count;
  }

  /** One that has published a message and found nothing more. */
  async function idle(): Promise<OutboxRelay> {
    const one = idleRelay();
    await eventually(async () => {
      await one.work();
      await change(one, [1]);
      await one.work();
      expect((await published()).length).toBeGreaterThan(0);
    });
    await one.work();
    return one;
  }

  it('asks PostgreSQL once', async () => {
    const one = await idle();
    expect(await statementsOf(() => one.work())).toBe(1);
  });

  it('publishes what comes, what is asked for again, and what Redis loses', async () => {
    const one = await idle();
    await change(one, [2]);
    await one.work();
    const all = await published();
    expect(all.at(-1)?.number).toBe(2);
    await one.work();
    await redis.set(retellRequestFor(contract.owner), '1');
    await one.work();
    expect((await published()).length).toBe(2 * all.length);
    await one.work();
    await redis.del(streamOf(contract));
    await one.work();
    expect((await published()).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });
});

describe('the signature', () => {
  const signed = async () =>
    (await redis.xrange(streamOf(contract), '-', '+')).map(([, fields]) =>
      publicKeysOf(contract.owner).isSigned(
        contract.owner,
        streamOf(contract),
        envelopeOf(fields),
        fieldOf(fields, SIGNATURE_FIELD),
      ),
    );

  it('of the owner is on every message, for its stream', async () => {
    await change(relay(), [1, 2]);
    await eventually(async () => expect(await signed()).toEqual([true, true]));
  });

  it.each([
    ['an earlier release did not sign', (envelope: string) => [ENVELOPE_FIELD, envelope]],
    [
      'a key signed that counts no more',
      (envelope: string) => signedFields(contract, envelope, signerOf('an earlier key')),
    ],
  ])('is made anew, with all that is kept, when the newest message is one that %s', async (_, fields) => {
    const before = relay();
    await change(before, [1, 2]);
    await eventually(async () => expect(await waiting()).toBe(0));
    await stop(before);
    const entries = await redis.xrange(streamOf(contract), '-', '+');
    await redis.del(streamOf(contract));
    for (const [id, entry] of entries) await redis.xadd(streamOf(contract), id, ...fields(envelopeOf(entry)));
    expect(await signed()).toEqual([false, false]);
    relay();
    await eventually(async () => expect(await signed()).toEqual([false, false, true, true]));
    expect((await published()).map(({ number }) => number)).toEqual([1, 2, 1, 2]);
  });

  it('by a key that nobody believes stops the start', () => {
    const settings = {
      REDIS_URL: url,
      BUS_PUBLIC_KEYS: publicKeysOf(contract.owner),
      BUS_SIGNING_KEY: signerOf('another'),
    };
    expect(() => new OutboxRelay(dataSource, settings, { service: contract.owner }, logger)).toThrow(
      `BUS_PUBLIC_KEYS has no key of ${contract.owner} that belongs to BUS_SIGNING_KEY.`,
    );
  });
});

it('a payload against its contract fails the change', async () => {
  await expect(change(relay(), [1.5])).rejects.toThrow();
  expect((await owner.query('SELECT 1 FROM outbox')).rowCount).toBe(0);
});

it('two processes publish every message once and in order', async () => {
  const both = [relay(), relay()];
  await change(both[0] as OutboxRelay, upTo(450));
  for (const one of both) one.wake();
  await eventually(async () => expect(await waiting()).toBe(0));
  expect((await published()).map(({ number }) => number)).toEqual(upTo(450));
});

it('a message that comes while another process publishes its own does not wait for the next look', async () => {
  const one = idleRelay();
  await change(one, [1]);
  await eventually(async () => {
    one.wake();
    expect(await published()).toHaveLength(1);
  });
  await eventually(async () => expect(await waiting()).toBe(0));
  await owner.query('SELECT pg_advisory_lock(7311002)');
  await change(one, [2]);
  // It has looked, and found the lock taken.
  await eventually(() => expect(Reflect.get(one, 'publishing')).toBeUndefined());
  expect(await published()).toHaveLength(1);
  await owner.query('SELECT pg_advisory_unlock(7311002)');
  await eventually(async () => expect(await published()).toHaveLength(2));
});

it('messages wait while Redis is unavailable, at the start and later, and are published when it is back', async () => {
  const line = new FaultProxy(url);
  await line.restore();
  await line.cut();
  const one = relay(line.url);
  await change(one, [1]);
  expect(await waiting()).toBe(1);
  await line.restore();
  await eventually(async () => expect((await published()).map(({ number }) => number)).toEqual([1]));
  await eventually(async () => expect(await waiting()).toBe(0));
  await line.cut();
  await change(one, [2, 3]);
  expect(await waiting()).toBe(2);
  await line.restore();
  await eventually(async () => expect(await waiting()).toBe(0));
  // At least once: a cut may come between publishing and marking. A reader knows a message by its id.
  expect([...new Set((await published()).map(({ number }) => number))]).toEqual([1, 2, 3]);
  await stop(one);
  await line.cut();
});

it('messages wait on a server that takes no writes, and are published over another connection', async () => {
  const name = new URL(database.serviceUrl).pathname.slice(1);
  await owner.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  const standby = await connected(1);
  await standby.query('SELECT 1');
  await owner.query(`ALTER DATABASE "${name}" RESET default_transaction_read_only`);
  const one = idleRelay(url, logger, standby);
  await change(one, [1]);
  await eventually(async () => {
    await one.work();
    expect(await waiting()).toBe(0);
  });
  await stop(one);
  relays.pop();
  await standby.destroy();
});

it('a process that stops finishes what it is publishing', async () => {
  const one = relay();
  await change(one, [1]);
  await eventually(async () => expect(await waiting()).toBe(0));
  await change(one, [2]);
  await stop(one);
  expect((await published()).at(-1)?.number).toBe(2);
  expect(await waiting()).toBe(0);
});

describe('messages that cannot be published', () => {
  /** A relay that looks as it does in a service, and what it warns of. */
  function overheard(at: string) {
    const warnings: { messages?: number; err?: Error; said: string }[] = [];
    const log = Object.create(logger, {
      warn: {
        value: (details: object, said?: string) =>
          said?.startsWith('outbox: ') && warnings.push({ ...details, said }),
      },
    });
    const one = idleRelay(at, log);
    void one.onApplicationBootstrap();
    return { one, warnings };
  }

  it('are warned of once, and once more when they are published', async () => {
    const line = new FaultProxy(url);
    await line.restore();
    await line.cut();
    const { one, warnings } = overheard(line.url);
    await change(one, [1, 2]);
    await eventually(() =>
      expect(warnings).toMatchObject([
        {
          messages: 2,
          said: 'outbox: messages cannot be published',
          err: { message: 'Redis is unavailable' },
        },
      ]),
    );
    expect(warnings[0]?.err?.cause).toMatchObject({ code: 'ECONNREFUSED' });
    await change(one, [3]);
    await line.restore();
    await eventually(async () => expect(await waiting()).toBe(0));
    await eventually(() =>
      expect(warnings.map(({ said }) => said)).toEqual([
        'outbox: messages cannot be published',
        'outbox: messages are published again',
      ]),
    );
    await stop(one);
    await line.cut();
  });

  it.each(['9223372036854775807-0', '18446744073709551614-7'])(
    'are warned of behind the entry %s',
    async (id) => {
      await redis.xadd(streamOf(contract), id, 'envelope', '{}');
      const { one, warnings } = overheard(url);
      await change(one, [1]);
      await eventually(() => expect(warnings).toMatchObject([{ messages: 1 }]));
      expect(warnings[0]?.err?.message).toContain(id);
      await redis.del(streamOf(contract));
      await eventually(async () => expect((await published()).map(({ number }) => number)).toEqual([1]));
    },
  );
});

describe('what Redis lost', () => {
  it('is published again from the record, with the same ids and in the same order', async () => {
    const one = relay();
    await change(one, upTo(450));
    await eventually(async () => expect(await waiting()).toBe(0));
    const before = await published();
    await redis.flushdb();
    one.wake();
    await eventually(async () => expect(await published()).toEqual(before));
  });

  it('is published again when it is lost between a look at the stream and the next message', async () => {
    const line = new FaultProxy(url);
    await line.restore();
    const one = relay(line.url);
    await change(one, [1, 2]);
    await eventually(async () => expect(await waiting()).toBe(0));
    const publishing = line.stopAt((piece) => /xadd/i.test(piece), 'before');
    await change(one, [3]);
    await publishing;
    await redis.flushdb();
    await line.restore();
    await eventually(async () => expect((await published()).map(({ number }) => number)).toEqual([1, 2, 3]));
    await stop(one);
    await line.cut();
  });

  it('is published again where only the end is missing, and before anything new', async () => {
    const one = relay();
    await change(one, [1, 2, 3]);
    await eventually(async () => expect(await waiting()).toBe(0));
    const [, , newest] = await redis.xrange(streamOf(contract), '-', '+');
    // As a replica has it that was promoted before it had seen everything: the name of the lost entry is free
    // again.
    await redis.xdel(streamOf(contract), newest?.[0] ?? '');
    await redis.call('XSETID', streamOf(contract), '2-0', 'ENTRIESADDED', '2', 'MAXDELETEDID', '0-0');
    await change(one, [4]);
    await eventually(async () =>
      expect((await published()).map(({ number }) => number)).toEqual([1, 2, 3, 4]),
    );
  });

  it.each<[string, () => Promise<unknown>, number[]]>([
    ['the newest', () => redis.xdel(streamOf(contract), '3-0'), [1, 2, 3, 4]],
    ['all', () => redis.xtrim(streamOf(contract), 'MAXLEN', 0), [1, 2, 3, 4]],
  ])('is published again, behind what was there, where somebody removed %s', async (_, remove, expected) => {
    const one = relay();
    await change(one, [1, 2, 3]);
    await eventually(async () => expect(await published()).toHaveLength(3));
    await remove();
    await change(one, [4]);
    await eventually(async () => expect((await published()).map(({ number }) => number)).toEqual(expected));
    await eventually(async () => expect(await waiting()).toBe(0));
  });

  /** The stream has three entries, and each names the offset of the one before it. */
  const expectThreeInARow = async (): Promise<void> => {
    const entries = await redis.xrange(streamOf(contract), '-', '+');
    expect(entries.map(([id, fields]) => [id, fieldOf(fields, AFTER_FIELD)])).toEqual([
      ['1-0', '0'],
      ['2-0', '1'],
      ['3-0', '2'],
    ]);
  };

  it('names the offset of the one before it, also in a batch', async () => {
    const one = relay();
    await change(one, [1, 2]);
    await eventually(async () => expect(await published()).toHaveLength(2));
    await change(one, [3]);
    await eventually(async () => expect(await published()).toHaveLength(3));
    await expectThreeInARow();
  });

  it('has offsets without holes where messages between them have a stream of their own', async () => {
    const one = relay();
    const apart = { ...contract, stream: { name: 'apart', length: 100 } };
    await transactions.run(companyId, async () => {
      const outbox = new Outbox(one, { service: contract.owner });
      for (const [number, message] of [apart, contract, apart, apart, contract, apart].entries())
        await outbox.add(transactions.current(companyId), message, { number });
    });
    await eventually(async () => expect(await waiting()).toBe(0));
    await change(one, [6]);
    await eventually(async () => expect(await published()).toHaveLength(3));
    await expectThreeInARow();
    expect(await redis.xlen(streamOf(apart))).toBe(4);
  });

  it('goes on behind what is in the stream when the record is younger than Redis', async () => {
    await redis.xadd(streamOf(contract), '1763700000000-7', 'envelope', '{}');
    await change(relay(), [1]);
    await eventually(async () => expect(await redis.xlen(streamOf(contract))).toBe(2));
  });
});

describe('what is kept', () => {
  const old = () => owner.query("UPDATE outbox SET created_at = now() - interval '8 days'");
  const trim = async (one: OutboxRelay, trimming = new OutboxTrimming(dataSource, one, logger)) => {
    await trimming.removeOld();
    const { rows } = await owner.query(
      "SELECT envelope -> 'payload' ->> 'number' AS number FROM outbox ORDER BY id",
    );
    return rows.map(({ number }) => Number(number));
  };

  it('goes after a week, unless it waits still', async () => {
    const one = relay();
    await change(one, [1]);
    await eventually(async () => expect(await waiting()).toBe(0));
    await stop(one);
    const withoutRedis = relay('redis://127.0.0.1:1');
    await change(withoutRedis, [2]);
    await old();
    expect(await trim(withoutRedis)).toEqual([2]);
  });

  it('is looked at from the beginning again, behind what is too young to go', async () => {
    const one = relay();
    await change(one, [1]);
    await eventually(async () => expect(await waiting()).toBe(0));
    const trimming = new OutboxTrimming(dataSource, one, logger);
    expect(await trim(one, trimming)).toEqual([1]);
    await old();
    expect(await trim(one, trimming)).toEqual([]);
  });

  it('stays for good where it is the newest of a whole state', async () => {
    const id = randomUUID();
    const state = defineMessage({
      name: 'thing-changed.v1',
      owner: contract.owner,
      stateOf: ({ id }: { id: string }) => id,
      payload: z.object({ id: z.string(), number: z.int() }),
    });
    const one = relay();
    await transactions.run(companyId, async () => {
      const outbox = new Outbox(one, { service: contract.owner });
      for (const number of [1, 2]) await outbox.add(transactions.current(companyId), state, { id, number });
      await outbox.add(transactions.current(companyId), state, { id: randomUUID(), number: 3 });
    });
    await eventually(async () => expect(await waiting()).toBe(0));
    await old();
    expect(await trim(one)).toEqual([2, 3]);
    await redis.set(retellRequestFor(contract.owner), 'spec');
    one.wake();
    await eventually(async () =>
      expect((await published()).map(({ number }) => number)).toEqual([1, 2, 3, 2, 3]),
    );
  });
});

/** Of a thousand. */
function expectSomePublished(left: number): void {
  expect(left).toBeGreaterThanOrEqual(600);
  expect(left).toBeLessThan(1_000);
}

it('a backlog is published by the next process, once a batch or two of it have gone', async () => {
  const one = await publishingRelay();
  await one.beforeApplicationShutdown();
  await change(one, upTo(1_000));
  await one.onApplicationShutdown();
  expectSomePublished(await waiting());
});

it('a run that the stop finds under way ends with its batch', async () => {
  const one = await publishingRelay();
  await one.beforeApplicationShutdown();
  await change(one, upTo(1_000));
  await one.work();
  expectSomePublished(await waiting());
  await one.onApplicationShutdown();
});

it('a backlog of large messages is published a few megabytes at a time, and one that is larger alone', async () => {
  const one = await publishingRelay();
  const before = (await published()).length;
  await one.beforeApplicationShutdown();
  await owner.query(
    `INSERT INTO outbox (envelope)
     SELECT jsonb_build_object('payload', jsonb_build_object('number', n, 'text', repeat('x', bytes)))
     FROM unnest(array_prepend(5000000, array_fill(1048576, ARRAY[11]))) WITH ORDINALITY AS sizes (bytes, n)`,
  );
  await one.onApplicationShutdown();
  const left = await waiting();
  expect(left).toBeGreaterThanOrEqual(12 - 1 - 4);
  expect(left).toBeLessThan(12);
  const next = idleRelay();
  await eventually(async () => {
    await next.work();
    expect(await waiting()).toBe(0);
  });
  expect((await published()).slice(before).map(({ number }) => number)).toEqual(upTo(12));
});

describe('all that is kept', () => {
  const MESSAGES = 12_000;
  const asked = () => redis.exists(retellRequestFor(contract.owner));

  /** As a relay leaves messages that it has published. */
  async function keep(): Promise<void> {
    await owner.query(
      `INSERT INTO outbox (envelope, published_at, seq)
       SELECT jsonb_build_object('payload', jsonb_build_object('number', n)), now(), n
       FROM generate_series(1, ${MESSAGES}) AS n`,
    );
    const fields = signedFields(contract, { payload: { number: MESSAGES } });
    await redis.xadd(streamOf(contract), `${MESSAGES}-0`, ...fields);
  }

  /** Lets PostgreSQL end what makes messages wait once more, where `condition` is true. */
  async function refuseAgain(condition: string): Promise<void> {
    await owner.query(`
      CREATE FUNCTION refuse_again() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF (SELECT count(*) FROM changed WHERE seq IS NULL) > 0 AND (${condition}) THEN
          RAISE 'too long' USING ERRCODE = '57014';
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER refuse_again AFTER UPDATE ON outbox REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_again()`);
  }
  const refuseNothing = () => owner.query('DROP FUNCTION IF EXISTS refuse_again CASCADE');

  beforeEach(keep);
  afterEach(refuseNothing);

  it('is published again, in parts that each end within the time of a statement', async () => {
    await refuseAgain('(SELECT count(*) FROM changed) > 5000');
    await redis.set(retellRequestFor(contract.owner), 'spec');
    const one = idleRelay();
    await eventually(async () => {
      await one.work();
      expect(await asked()).toBe(0);
    });
    expect((await published()).map(({ number }) => number)).toEqual([MESSAGES, ...upTo(MESSAGES)]);
    expect(await waiting()).toBe(0);
  });

  it('is published again by another process where the first one ends between two parts', async () => {
    await refuseAgain('(SELECT count(*) FROM outbox WHERE seq IS NULL) > 5000');
    await redis.set(retellRequestFor(contract.owner), 'spec');
    const first = idleRelay();
    await eventually(async () => {
      await first.work();
      expect(await waiting()).toBe(5_000);
    });
    await stop(first);
    await refuseNothing();
    expect({ asked: await asked(), published: (await published()).length }).toEqual({
      asked: 1,
      published: 1,
    });
    const second = idleRelay();
    await eventually(async () => {
      await second.work();
      expect(await asked()).toBe(0);
    });
    expect((await published()).map(({ number }) => number)).toEqual([MESSAGES, ...upTo(MESSAGES)]);
  });

  it('is not published again while the user of Redis may not see who asks for it', async () => {
    await redis.set(retellRequestFor(contract.owner), 'spec');
    const user = `outbox-spec-${randomUUID()}`;
    await redis.call('ACL', 'SETUSER', user, 'on', 'nopass', '~*', '+@all', '-exists');
    const address = new URL(url);
    address.username = user;
    address.password = 'any';
    const one = idleRelay(address.href);
    await change(one, [MESSAGES + 1]);
    await eventually(async () => {
      await one.work();
      expect((await published()).map(({ number }) => number)).toEqual([MESSAGES, MESSAGES + 1]);
    });
    await redis.call('ACL', 'SETUSER', user, '+exists');
    await one.work();
    expect((await published()).length).toBe(2 + MESSAGES + 1);
    await redis.call('ACL', 'DELUSER', user);
  });
});

describe('a stream that has grown long', () => {
  const grow = async (count: number) => {
    const stream = streamOf(contract);
    const script = 'for i = 1, ARGV[1] do redis.call("XADD", KEYS[1], i .. "-0", "envelope", "{}") end';
    await redis.eval(script, 1, stream, count);
    return stream;
  };

  it('loses what everybody has applied', async () => {
    const stream = await grow(STREAM_LENGTH + 5_000);
    await redis.xgroup('CREATE', stream, 'reader', '$');
    await trimStream(redis, stream, logger);
    const length = await redis.xlen(stream);
    expect(length).toBeGreaterThanOrEqual(STREAM_LENGTH);
    expect(length).toBeLessThan(STREAM_LENGTH + 1_000);
  });

  it('takes no more while a group applies what it is far behind with, and goes on where it stands', async () => {
    const stream = await grow(MOST_IN_STREAM / 2);
    await redis.xgroup('CREATE', stream, 'slow', '0');
    let now = 0;
    const pace = new ReaderPace(logger, () => now);
    const read = (count: number) =>
      redis.xreadgroup('GROUP', 'slow', 'one', 'COUNT', count, 'STREAMS', stream, '>');
    const isOverrun = () => pace.isOverrun(redis, stream);
    expect(await isOverrun()).toBe(true);
    now = 5_000;
    expect(await isOverrun()).toBe(false);
    await Promise.all([1, 2, 3].map(() => redis.xadd(stream, '*', 'envelope', '{}')));
    await read(2);
    expect(await isOverrun()).toBe(true);
    now = 10_000;
    expect(await isOverrun()).toBe(false);
    await redis.xack(stream, 'slow', '1-0');
    expect(await isOverrun()).toBe(true);
    await read(2);
    expect(await isOverrun()).toBe(false);
  });

  it('takes nothing of the outbox while such a group goes on', async () => {
    const one = await publishingRelay();
    const stream = streamOf(contract);
    const script = 'for i = 1, ARGV[1] do redis.call("XADD", KEYS[1], "*", "envelope", "{}") end';
    await redis.eval(script, 1, stream, MOST_IN_STREAM / 2);
    await redis.xgroup('CREATE', stream, 'slow', '0');
    await change(one, [2]);
    await one.work();
    expect(await waiting()).toBe(1);
    await redis.xgroup('DESTROY', stream, 'slow');
    await one.work();
    expect(await waiting()).toBe(0);
  });

  it('keeps what one group has not applied', async () => {
    const stream = await grow(STREAM_LENGTH + 5_000);
    await redis.xgroup('CREATE', stream, 'slow', '1000-0');
    await trimStream(redis, stream, logger);
    const [first] = await redis.xrange(stream, '-', '+', 'COUNT', 1);
    expect(offsetOf(first?.[0])).toBeLessThanOrEqual(1_001n);
  });
});
