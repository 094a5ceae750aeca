import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runInRequestContext } from '@safety/platform';
import { connected, eventually, type TestDatabase } from '@safety/testing';
import pg from 'pg';
import { CompanyRows } from '../rows/company-rows.js';
import { Note, type Notes, note, notesDatabase, notesOptions, openNotes, wanting } from '../testing/notes.js';
import { type CompanyActor, systemActor } from '../transaction/company-transactions.js';
import { differences } from './change-record.js';

let database: TestDatabase;
let notes: Notes;
let owner: pg.Client;

beforeAll(async () => {
  database = await notesDatabase();
  notes = await openNotes(database.serviceUrl, 22);
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await notes.dataSource.destroy();
  await database.drop();
});

const newCompany = () => ({ companyId: randomUUID(), userId: randomUUID() });
type Company = ReturnType<typeof newCompany>;
const within = <Result>(company: Company, work: () => Promise<Result>) =>
  notes.transactions.run(company.companyId, work);
const query = { limit: 50 };

describe('the members of a change', () => {
  it('are those that differ, of a new row those that hold something', () => {
    expect(differences({ title: 'a', due: null }, { title: 'b', due: null, version: 2 })).toEqual([
      { member: 'title', from: 'a', to: 'b', redacted: false },
    ]);
    expect(differences(undefined, { title: 'a', due: null })).toEqual([
      { member: 'title', from: null, to: 'a', redacted: false },
    ]);
  });

  it('compares dates, lists and objects by what they say', () => {
    const row = () => ({ at: new Date(0), tags: ['a'], fields: { a: 1 } });
    expect(differences(row(), row())).toEqual([]);
    expect(differences(row(), { ...row(), tags: ['b'] })).toHaveLength(1);
  });

  it('names a sensitive member and keeps nothing of it', () => {
    expect(differences({ sex: 'female' }, { sex: 'other' }, { sensitive: ['sex'] })).toEqual([
      { member: 'sex', from: null, to: null, redacted: true },
    ]);
  });

  it('leaves out a column that no answer shows', () => {
    const row = { priority: 'high', priorityRank: 3 };
    expect(differences(undefined, row, { inner: ['priorityRank'] })).toEqual([
      { member: 'priority', from: null, to: 'high', redacted: false },
    ]);
  });
});

describe('a write', () => {
  it('that is rolled back leaves neither row nor change', async () => {
    const company = newCompany();
    const id = randomUUID();
    const failing = within(company, async () => {
      await notes.rows.add(company, { ...note(), id });
      throw new Error('after the write');
    });
    await expect(failing).rejects.toThrow('after the write');
    const left = await within(company, () =>
      notes.transactions.current(company.companyId).client.query('SELECT FROM changes WHERE id = $1', [id]),
    );
    expect(left.rowCount).toBe(0);
    await expect(within(company, () => notes.rows.history(company, id, query))).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('whose connection is lost before the commit leaves neither', async () => {
    const company = newCompany();
    const { id } = await within(company, () => notes.rows.add(company, note()));
    const lost = within(company, async () => {
      await notes.rows.change(company, id, wanting({ title: 'lost' }));
      const { client } = notes.transactions.current(company.companyId);
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await owner.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    });
    await expect(lost).rejects.toThrow();
    const row = await within(company, () => notes.rows.get(company, id));
    const history = await within(company, () => notes.rows.history(company, id, query));
    expect([row.version, history.data.length]).toEqual([1, 1]);
  });

  it('that collides leaves no change of its own', async () => {
    const company = newCompany();
    const { id } = await within(company, () => notes.rows.add(company, note({ code: 'x' })));
    await within(company, async () => {
      await notes.rows.add(company, note({ code: 'x' })).catch(() => undefined);
      await notes.rows.add(company, note({ code: 'y' }));
    });
    const history = await within(company, () => notes.rows.history(company, id, query));
    expect(history.data.map(({ version }) => version)).toEqual([1]);
  });
});

it('writes of many rows are recorded and published in their order, each with its number', async () => {
  const company = newCompany();
  const after = (index: number) => ({ id: randomUUID(), version: 2, title: `Note ${index}` });
  const rows = Array.from({ length: 20 }, (_, index) => after(index));
  const before = notes.published.all.length;
  await within(company, () =>
    notes.source.changes.addAll(
      notes.transactions.current(company.companyId),
      rows.map((row) => ({
        resource: 'notes',
        operation: 'changed',
        before: { ...row, version: 1, title: 'old' },
        after: row,
        actorUserId: company.userId,
        publishedActorUserId: company.userId,
        isOfSystem: false,
      })),
    ),
  );
  const published = notes.published.all.slice(before);
  expect(published.map(({ change }) => change.id)).toEqual(rows.map(({ id }) => id));
  expect(published[0]?.change).toMatchObject({ members: ['title'], version: 2, operation: 'changed' });
  const { rows: recorded } = await within(company, () =>
    notes.transactions
      .current(company.companyId)
      .client.query('SELECT id, number, members FROM changes WHERE company_id = $1 ORDER BY number', [
        company.companyId,
      ]),
  );
  expect(recorded.map(({ id, number }) => [id, number])).toEqual(
    published.map(({ change, number }) => [change.id, number.number]),
  );
  expect(recorded[3].members).toEqual([{ member: 'title', from: 'old', to: 'Note 3', redacted: false }]);
});

it('names the client and the request that asked, and neither for a write of the system', async () => {
  const { companyId, userId } = newCompany();
  const asked = (actor: CompanyActor) =>
    runInRequestContext({ requestId: 'request-1', clientId: 'client-1' }, () =>
      notes.transactions.run(companyId, () => notes.rows.add(actor, note())),
    );
  const of = async (id: string) => {
    const { data } = await within({ companyId, userId }, () =>
      notes.rows.history({ companyId, userId }, id, query),
    );
    return data.map(({ actor, clientId, requestId }) => ({ actor, clientId, requestId }));
  };
  const byUser = await asked({ companyId, userId });
  expect(await of(byUser.id)).toEqual([{ actor: 'user', clientId: 'client-1', requestId: 'request-1' }]);
  const bySystem = await asked(systemActor(companyId));
  expect(await of(bySystem.id)).toEqual([{ actor: 'system', clientId: null, requestId: null }]);
});

it('a turn of days gives up while a dump holds the table, writes go on, and the next one makes them', async () => {
  const company = newCompany();
  const { rows } = await owner.query<{ name: string }>(
    `SELECT 'change_days.' || max(relname) AS name FROM pg_class
     WHERE relnamespace = 'change_days'::regnamespace AND relkind = 'r'`,
  );
  const [last] = rows;
  await owner.query(`DROP TABLE ${last?.name}`);
  const isThere = async () =>
    (await owner.query('SELECT to_regclass($1) IS NOT NULL AS there', [last?.name])).rows[0].there;

  await connected(database.ownerUrl, async (dump) => {
    await dump.query('BEGIN; LOCK TABLE changes IN ACCESS SHARE MODE');
    const turn = notes.source.changes.turn();
    const written = within(company, () => notes.rows.add(company, note()));
    await expect(turn).rejects.toMatchObject({ code: '55P03' });
    await written;
    await within(company, () => notes.rows.add(company, note()));
    expect(await isThere()).toBe(false);
  });

  await notes.source.changes.turn();
  expect(await isThere()).toBe(true);
});

describe('the record', () => {
  it('is seen by its company alone', async () => {
    const [company, other] = [newCompany(), newCompany()];
    const { id } = await within(company, () => notes.rows.add(company, note()));
    await expect(within(other, () => notes.rows.history(other, id, query))).rejects.toMatchObject({
      code: 'not-found',
    });
    const seen = await within(other, () =>
      notes.transactions.current(other.companyId).client.query('SELECT FROM changes WHERE id = $1', [id]),
    );
    expect(seen.rowCount).toBe(0);
  });

  it.each([
    'UPDATE changes SET actor_user_id = NULL',
    'DELETE FROM changes',
    'TRUNCATE changes',
    `SELECT FROM change_days.d${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`,
  ])('cannot be changed by the service, nor reached beside its wall: %s', async (statement) => {
    const company = newCompany();
    const attempt = within(company, () =>
      notes.transactions.current(company.companyId).client.query(statement),
    );
    await expect(attempt).rejects.toThrow(/never changed|permission denied/);
  });

  it.each([
    ['transaction_id', "'1'"],
    ['number', '1'],
    ['changed_at', "now() - interval '1 hour'"],
  ])('takes %s from PostgreSQL alone, never from the service', async (column, value) => {
    const company = newCompany();
    const attempt = within(company, () =>
      notes.transactions.current(company.companyId).client.query(
        `INSERT INTO changes (company_id, resource, id, version, operation, members, ${column})
         OVERRIDING SYSTEM VALUE VALUES ($1, 'notes', $2, 1, 'added', '[]', ${value})`,
        [company.companyId, randomUUID()],
      ),
    );
    await expect(attempt).rejects.toThrow('permission denied for table changes');
  });

  it('keeps 30 days, whole ones', async () => {
    const day = (ago: number) =>
      `d${new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}`;
    for (const ago of [29, 32]) {
      await owner.query(`CREATE TABLE change_days.${day(ago)} PARTITION OF changes
        FOR VALUES FROM (current_date - ${ago}) TO (current_date - ${ago - 1})`);
    }
    await notes.dataSource.query('SELECT changes_turn_days()');
    const { rows } = await owner.query<{ old: string | null; recent: string | null }>(
      'SELECT to_regclass($1)::text AS old, to_regclass($2)::text AS recent',
      [`change_days.${day(32)}`, `change_days.${day(29)}`],
    );
    expect(rows[0]).toEqual({ old: null, recent: `change_days.${day(29)}` });
  });
});

it('a reader who stays below what is under way misses and doubles nothing', async () => {
  const company = newCompany();
  const rows = new CompanyRows(notes.source, Note, notesOptions);
  const [writers, writes] = [20, 10];
  const committed: string[] = [];
  const seen: string[] = [];
  let position = { transaction: '0', number: '0' };

  const read = async () => {
    const found = await within(company, () =>
      notes.transactions
        .current(company.companyId)
        .client.query<{ id: string; transaction: string; number: string }>(
          `SELECT id, transaction_id::text AS transaction, number FROM changes
         WHERE company_id = $1 AND (transaction_id, number) > ($2::xid8, $3::bigint)
           AND transaction_id < pg_snapshot_xmin(pg_current_snapshot())
         ORDER BY transaction_id, number`,
          [company.companyId, position.transaction, position.number],
        ),
    );
    for (const { id } of found.rows) seen.push(id);
    position = found.rows.at(-1) ?? position;
  };

  // Every twentieth writer waits until others have committed behind it, every tenth rolls back.
  const held: (() => void)[] = [];
  const write = async (writer: number, index: number) => {
    const id = randomUUID();
    const turn = writer * writes + index;
    const work = within(company, async () => {
      await rows.add(company, { ...note(), id });
      if (turn % 20 === 7) await new Promise<void>((release) => held.push(release));
      if (turn % 10 === 3) throw new Error('rolled back');
      return id;
    });
    const outcome = await work.catch(() => undefined);
    if (outcome) committed.push(outcome);
    held.shift()?.();
  };
  const all = Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let index = 0; index < writes; index++) await write(writer, index);
    }),
  );
  let done = false;
  void all.finally(() => {
    done = true;
  });
  while (!done) {
    await read();
    held.shift()?.();
  }
  await all;
  // Transactions of other specs, in the same cluster, hold the reader back too.
  await eventually(async () => {
    await read();
    expect(seen).toHaveLength(committed.length);
  });
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.sort()).toEqual(committed.sort());
  expect(committed.length).toBe(writers * writes * 0.9);
});
