import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { toProblemError } from '@safety/platform';
import type { TestDatabase } from '@safety/testing';
import pg, { type PoolClient } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { type Notes, note, notesDatabase, openNotes } from '../testing/notes.js';
import { sendBatch } from './batch.js';

const ours = { companyId: randomUUID(), userId: randomUUID() };
const theirs = { companyId: randomUUID(), userId: randomUUID() };

let database: TestDatabase;
let notes: Notes;
let owner: pg.Client;
let client: PoolClient;

beforeAll(async () => {
  database = await notesDatabase();
  // One connection: whatever a transaction leaves on it, the next one meets.
  notes = await openNotes(database.serviceUrl, 1);
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  for (const company of [ours, theirs])
    await notes.transactions.run(company.companyId, () =>
      notes.rows.add(company, note({ title: company.companyId })),
    );
});

afterAll(async () => {
  await notes.dataSource.destroy();
  await owner.end();
  await database.drop();
});

const company = "SELECT current_setting('app.company_id', true) AS company";

/** The company that the next user of the connection finds on it. */
const leftBehind = async () => {
  const [{ company: left }] = await notes.dataSource.query(company);
  const [{ writable }] = await notes.dataSource.query(
    "SELECT current_setting('transaction_read_only') = 'off' AS writable",
  );
  return { company: left || null, writable };
};

const nothing = { company: null, writable: true };

describe('several statements in one message', () => {
  beforeEach(async () => {
    client = await (notes.dataSource.driver as PostgresDriver).master.connect();
  });

  afterEach(() => client.release());

  it('are answered in order, the second time as the first', async () => {
    const two = {
      name: randomUUID(),
      text: 'SELECT n, n * 2 AS twice FROM generate_series(1, $1::int) AS n',
    };
    const one = { name: randomUUID(), text: 'SELECT $1::text AS word' };
    for (const count of [2, 0, 3]) {
      const answers = await sendBatch(client, [
        { ...one, values: ['first'] },
        { ...two, values: [count] },
        { text: 'SELECT 7 AS seven' },
      ]);
      const rows = Array.from({ length: count }, (_, index) => ({ n: index + 1, twice: 2 * index + 2 }));
      expect(answers.map((answer) => answer.rows)).toEqual([[{ word: 'first' }], rows, [{ seven: 7 }]]);
      expect(answers.map(({ rowCount }) => rowCount)).toEqual([1, count, 1]);
    }
  });

  it('are one transaction: none counts when the last one fails', async () => {
    const set = { text: "SELECT set_config('app.batch', 'kept', false)" };
    await expect(sendBatch(client, [set, { text: 'SELECT 1 / 0' }])).rejects.toMatchObject({ code: '22012' });
    const { rows } = await client.query("SELECT current_setting('app.batch', true) AS kept");
    expect(rows[0].kept || null).toBeNull();
  });

  it.each([
    ['is no SQL', 'SELEC 1'],
    ['fails when it runs', 'SELECT 1 / $1::int'],
    ['fails between its rows', 'SELECT 1 / (2 - n) FROM generate_series(0, $1::int + 2) AS n'],
  ])('fail with the one that %s, and those behind it are prepared the next time', async (_, text) => {
    const behind = { name: randomUUID(), text: 'SELECT $1::int AS behind', values: [1] };
    const failing = { name: randomUUID(), text, values: text.includes('$1') ? [0] : [] };
    await expect(sendBatch(client, [failing, behind])).rejects.toBeInstanceOf(pg.DatabaseError);
    await expect(sendBatch(client, [failing, behind])).rejects.toBeInstanceOf(pg.DatabaseError);
    const [answer] = await sendBatch(client, [behind, { text: 'SELECT 2' }]);
    expect(answer?.rows).toEqual([{ behind: 1 }]);
  });

  it('refuse a value that cannot be written, and answer the next ones', async () => {
    const circular: Record<string, unknown> = {};
    circular['itself'] = circular;
    const wrong = { text: 'SELECT $1::jsonb', values: [circular] };
    await expect(sendBatch(client, [{ text: 'SELECT 1' }, wrong])).rejects.toThrow('circular');
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('refuse to run a statement whose columns have changed since', async () => {
    await owner.query('CREATE TABLE shapes (a int); GRANT SELECT ON shapes TO PUBLIC');
    const all = { name: randomUUID(), text: 'SELECT * FROM shapes' };
    await sendBatch(client, [all]);
    await owner.query("ALTER TABLE shapes ADD b text; INSERT INTO shapes VALUES (1, 'b')");
    await expect(sendBatch(client, [all])).rejects.toMatchObject({ code: '0A000' });
    await owner.query('DROP TABLE shapes');
  });
});

describe('a statement that only reads', () => {
  const read = (text: string, values: unknown[] = [], companyId = ours.companyId) =>
    notes.transactions.run(companyId, () => notes.transactions.current(companyId).read(text, values), 'read');

  it('sees its company, and leaves nothing on the connection', async () => {
    for (const { companyId } of [ours, theirs, ours]) {
      const { rows } = await read('SELECT company_id FROM notes', [], companyId);
      expect(rows).toEqual([{ company_id: companyId }]);
      expect(await leftBehind()).toEqual(nothing);
    }
  });

  it.each([
    ['is refused', 'SELECT 1 / 0', '22012'],
    ['is no SQL', 'SELEC', '42601'],
    ['writes', "UPDATE notes SET title = 'x'", '25006'],
  ])('leaves nothing on the connection when it %s', async (_, text, code) => {
    await expect(read(text)).rejects.toMatchObject({ code });
    expect(await leftBehind()).toEqual(nothing);
    expect((await read('SELECT company_id FROM notes')).rows).toEqual([{ company_id: ours.companyId }]);
  });

  it('does not run when the wall cannot be opened', async () => {
    await expect(
      sendBatchOnce("SELECT set_config('app.company_id', $1, true), 1 / 0", 'SELECT company_id FROM notes'),
    ).rejects.toMatchObject({ code: '22012' });
    expect(await leftBehind()).toEqual(nothing);
  });

  const sendBatchOnce = async (enter: string, text: string) => {
    const taken = await (notes.dataSource.driver as PostgresDriver).master.connect();
    try {
      return await sendBatch(taken, [{ text: enter, values: [ours.companyId] }, { text }]);
    } finally {
      taken.release();
    }
  };

  it('is bounded in time, and a new connection takes its place when it was cut off', async () => {
    const reason = await read('SELECT pg_terminate_backend(pg_backend_pid())').catch((error) => error);
    expect(toProblemError(reason).code).toBe('unavailable');
    const { rows } = await read(
      "SELECT current_setting('statement_timeout') AS statement, current_setting('transaction_timeout') AS transaction",
    );
    expect(rows).toEqual([{ statement: '5s', transaction: '10s' }]);
  });

  it('runs in the transaction of a statement before it', async () => {
    const seen = await notes.transactions.run(
      ours.companyId,
      async () => {
        const { client: sender, read: reads } = notes.transactions.current(ours.companyId);
        await sender.query("SELECT set_config('app.today', '2026-01-01', true)");
        return (await reads("SELECT current_setting('app.today') AS today", [])).rows;
      },
      'read',
    );
    expect(seen).toEqual([{ today: '2026-01-01' }]);
    expect(await leftBehind()).toEqual(nothing);
  });

  it('says when it began, once for all statements of its request', async () => {
    const before = new Date((await owner.query('SELECT now() AS now')).rows[0].now);
    const [first, second] = await notes.transactions.run(
      ours.companyId,
      async () => {
        const transaction = notes.transactions.current(ours.companyId);
        await transaction.read('SELECT 1', []);
        const begun = await transaction.startedAt;
        await transaction.client.query('SELECT 1');
        return [begun, await transaction.startedAt];
      },
      'read',
    );
    expect(second).toEqual(first);
    expect(first?.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });
});

describe('reads that are asked for at once', () => {
  const both = (texts: string[]) =>
    notes.transactions.run(
      ours.companyId,
      async () => {
        const { read } = notes.transactions.current(ours.companyId);
        const answers = await Promise.all(texts.map((text) => read(text, [])));
        return answers.map(({ rows }) => rows[0]?.['value']);
      },
      'read',
    );

  it('travel together, and each gets its own answer', async () => {
    const began = 'SELECT now()::text AS value';
    const [one, word, other] = await both([began, "SELECT 'word' AS value", began]);
    expect([word, other]).toEqual(['word', one]);
    expect(await leftBehind()).toEqual(nothing);
  });

  it('fail together, and leave nothing', async () => {
    await expect(both(['SELECT 1 AS value', 'SELECT 1 / 0 AS value'])).rejects.toMatchObject({
      code: '22012',
    });
    expect(await leftBehind()).toEqual(nothing);
    expect(await both(['SELECT 1 AS value', 'SELECT 2 AS value'])).toEqual([1, 2]);
  });
});

describe('settings of a transaction', () => {
  const current = () => notes.transactions.current(ours.companyId);
  const day = "SELECT current_setting('app.today') AS today";

  it.each(['read', 'record reads', 'write'] as const)(
    'count for each statement that follows, also where it is sent alone: %s',
    async (access) => {
      const days = await notes.transactions.run(
        ours.companyId,
        async () => {
          await current().set({ 'app.today': '2026-01-01', 'app.as_of': '2026-01-01' });
          const first = await current().read(day, []);
          await current().set({ 'app.today': '2026-01-02' });
          const second = await current().read(day, []);
          const third = await current().client.query(day);
          await current().set({ 'app.today': '2026-01-03' });
          return [first, second, third, await current().read(day, [])].map(({ rows }) => rows[0].today);
        },
        access,
      );
      expect(days).toEqual(['2026-01-01', '2026-01-02', '2026-01-02', '2026-01-03']);
      expect(await leftBehind()).toEqual(nothing);
    },
  );

  it('take no connection', async () => {
    const taken = await (notes.dataSource.driver as PostgresDriver).master.connect();
    await notes.transactions.run(ours.companyId, () => current().set({ 'app.today': '2026-01-01' }));
    taken.release();
  });
});

describe('a transaction that records what it reads', () => {
  it('reads without one, and writes behind that', async () => {
    const title = randomUUID();
    await notes.transactions.run(
      ours.companyId,
      async () => {
        const { client: writer, read } = notes.transactions.current(ours.companyId);
        await expect(read("UPDATE notes SET title = 'x'", [])).rejects.toMatchObject({ code: '25006' });
        expect((await read('SELECT company_id FROM notes', [])).rows).toHaveLength(1);
        await writer.query('UPDATE notes SET title = $1', [title]);
      },
      'record reads',
    );
    const { rows } = await notes.transactions.run(ours.companyId, () =>
      notes.transactions.current(ours.companyId).read('SELECT title FROM notes', []),
    );
    expect(rows).toEqual([{ title }]);
    expect(await leftBehind()).toEqual(nothing);
  });
});

describe('a transaction that sends nothing', () => {
  it('takes no connection', async () => {
    const taken = await (notes.dataSource.driver as PostgresDriver).master.connect();
    const done = notes.transactions.run(ours.companyId, async () => 'done');
    await expect(done).resolves.toBe('done');
    taken.release();
  });

  it('fails with its work', async () => {
    const failing = async () => {
      throw new Error('no');
    };
    await expect(notes.transactions.run(ours.companyId, failing)).rejects.toThrow('no');
  });
});

describe('the first statement of a transaction', () => {
  it.each([
    ['with values', () => current().query('SELECT 1 / $1::int', [0])],
    ['without any', () => current().query('SELECT 1; SELECT 1 / 0')],
  ])('%s: a failure undoes the transaction, and leaves nothing', async (_, statement) => {
    await expect(notes.transactions.run(ours.companyId, statement)).rejects.toMatchObject({ code: '22012' });
    expect(await leftBehind()).toEqual(nothing);
  });

  it('fails the transaction also when nobody minds', async () => {
    const careless = () =>
      current()
        .query('SELECT 1 / $1::int', [0])
        .catch(() => undefined);
    await expect(notes.transactions.run(ours.companyId, careless)).rejects.toThrow();
    expect(await leftBehind()).toEqual(nothing);
  });

  it('goes before those that were sent at once', async () => {
    const rows = await notes.transactions.run(ours.companyId, async () => {
      const answers = await Promise.all([
        current().query("SELECT set_config('app.order', $1, true)", ['first']),
        current().query("SELECT current_setting('app.order') AS value"),
      ]);
      return answers[1].rows;
    });
    expect(rows).toEqual([{ value: 'first' }]);
  });

  it('is not kept when the COMMIT is refused', async () => {
    await owner.query(`CREATE TABLE pairs (id int PRIMARY KEY, other int REFERENCES pairs (id)
      DEFERRABLE INITIALLY DEFERRED); GRANT SELECT, INSERT ON pairs TO PUBLIC`);
    const adds = () => current().query('INSERT INTO pairs VALUES ($1, $2)', [1, 2]);
    await expect(notes.transactions.run(ours.companyId, adds)).rejects.toMatchObject({ code: '23503' });
    expect((await owner.query('SELECT FROM pairs')).rowCount).toBe(0);
    expect(await leftBehind()).toEqual(nothing);
    await owner.query('DROP TABLE pairs');
  });

  const current = () => notes.transactions.current(ours.companyId).client;
});
