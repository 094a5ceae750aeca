import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toProblemError } from '@safety/platform';
import type { TestDatabase } from '@safety/testing';
import pg from 'pg';
import { type Notes, note, notesDatabase, openNotes } from '../testing/notes.js';

const ours = { companyId: randomUUID(), userId: randomUUID() };
const theirs = { companyId: randomUUID(), userId: randomUUID() };

let database: TestDatabase;
let notes: Notes;
let owner: pg.Client;

beforeAll(async () => {
  database = await notesDatabase();
  notes = await openNotes(database.serviceUrl, 2);
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  for (const company of [ours, theirs]) {
    await notes.transactions.run(company.companyId, () =>
      notes.rows.add(company, note({ title: company.companyId })),
    );
  }
});

afterAll(async () => {
  await notes.dataSource.destroy();
  await owner.end();
  await database.drop();
});

/** Sends SQL as it is inside a transaction of our company. */
const sql = (text: string, values: unknown[] = [], access: 'read' | 'write' = 'write') =>
  notes.transactions.run(ours.companyId, () => query(text, values), access);

const query = (text: string, values: unknown[] = []) =>
  notes.transactions.current(ours.companyId).client.query(text, values);

const titles = async () =>
  (await owner.query('SELECT title FROM notes ORDER BY title')).rows.map(({ title }) => title);

const backend = async (): Promise<number> => (await query('SELECT pg_backend_pid() AS pid')).rows[0].pid;

describe('the wall between companies, with SQL that forgets the company', () => {
  it('reads the rows of one company', async () => {
    const { rows } = await sql('SELECT company_id FROM notes');
    expect(rows).toEqual([{ company_id: ours.companyId }]);
  });

  it('finds no row of another company by name', async () => {
    expect((await sql('SELECT 1 FROM notes WHERE company_id = $1', [theirs.companyId])).rows).toEqual([]);
  });

  it.each([
    ['changes', "UPDATE notes SET title = 'taken' WHERE company_id = $1"],
    ['removes', 'DELETE FROM notes WHERE company_id = $1'],
  ])('%s no row of another company', async (_, text) => {
    expect((await sql(text, [theirs.companyId])).rowCount).toBe(0);
    expect(await titles()).toContain(theirs.companyId);
  });

  it.each([
    ['add', "INSERT INTO notes (company_id, id, title) VALUES ($1, gen_random_uuid(), 'x')"],
    ['move', 'UPDATE notes SET company_id = $1'],
  ])('cannot %s a row into another company', async (_, text) => {
    await expect(sql(text, [theirs.companyId])).rejects.toMatchObject({ code: '42501' });
  });

  it('sees nothing without a company', async () => {
    expect(await notes.dataSource.query('SELECT * FROM notes')).toEqual([]);
  });

  it('leaves no company on any connection after commit and rollback', async () => {
    await sql('SELECT 1');
    await expect(sql('SELECT 1 / 0')).rejects.toThrow();
    const both = [1, 2].map(() => notes.dataSource.createQueryRunner());
    const settings: { pid: number; company: string | null }[] = [];
    for (const runner of both) {
      const text = "SELECT pg_backend_pid() AS pid, current_setting('app.company_id', true) AS company";
      settings.push(...(await runner.query(text)));
    }
    await Promise.all(both.map((runner) => runner.release()));
    expect(new Set(settings.map(({ pid }) => pid)).size).toBe(2);
    expect(settings.filter(({ company }) => company)).toEqual([]);
  });

  it.each(['', 'x', "' OR true --", ours.companyId.toUpperCase()])('takes no company %j', async (id) => {
    await expect(notes.transactions.run(id, () => query('SELECT 1'))).rejects.toThrow('UUID');
  });
});

it('reads days as text, alone and in arrays', async () => {
  const { rows } = await sql("SELECT '2026-03-01'::date AS day, '{2026-03-06,NULL}'::date[] AS days");
  expect(rows).toEqual([{ day: '2026-03-01', days: ['2026-03-06', null] }]);
});

describe('a transaction', () => {
  it('keeps nothing when its work throws', async () => {
    const before = await titles();
    const work = async () => {
      await notes.rows.add(ours, note({ title: 'never' }));
      throw new Error('after the write');
    };
    await expect(notes.transactions.run(ours.companyId, work)).rejects.toThrow('after the write');
    expect(await titles()).toEqual(before);
  });

  it('fails when a statement failed inside, even if the work went on: nothing was kept', async () => {
    const effects: string[] = [];
    const work = async () => {
      notes.transactions.current(ours.companyId).afterCommit.push(() => effects.push('committed'));
      await notes.rows.add(ours, note({ title: 'lost' }));
      await query('SELECT 1 / 0').catch(() => undefined);
    };
    await expect(notes.transactions.run(ours.companyId, work)).rejects.toThrow();
    expect({ kept: (await titles()).includes('lost'), effects }).toEqual({ kept: false, effects: [] });
  });

  it('sees the same rows in all its statements when it is for reading', async () => {
    const seen = () => query('SELECT title FROM notes ORDER BY title');
    const [before, after] = await notes.transactions.run(
      ours.companyId,
      async () => {
        const first = (await seen()).rows;
        await owner.query("UPDATE notes SET title = title || '!'");
        return [first, (await seen()).rows];
      },
      'read',
    );
    expect(before).not.toEqual([]);
    expect(after).toEqual(before);
  });

  it('cannot write when it is for reading', async () => {
    await expect(sql("UPDATE notes SET title = 'x'", [], 'read')).rejects.toMatchObject({ code: '25006' });
  });

  it('belongs to one company', async () => {
    await expect(
      notes.transactions.run(ours.companyId, () => notes.rows.page(theirs, {} as never, [])),
    ).rejects.toThrow('another company');
    expect(() => notes.transactions.current(ours.companyId)).toThrow('no company transaction');
  });

  it('of another company inside ends where it began', async () => {
    const seen = await notes.transactions.run(ours.companyId, async () => {
      await notes.transactions.run(theirs.companyId, async () =>
        notes.transactions.current(theirs.companyId),
      );
      return (await query('SELECT company_id FROM notes')).rows;
    });
    expect(seen).toEqual([{ company_id: ours.companyId }]);
  });

  it('runs what waits after the commit, in order, and never after a rollback', async () => {
    const done: unknown[] = [];
    const push = (what: string) =>
      notes.transactions.current(ours.companyId).afterCommit.push(() => done.push(what));
    await notes.transactions.run(ours.companyId, async () => {
      push('one');
      push('two');
      expect(done).toEqual([]);
    });
    const failing = async () => {
      push('three');
      throw new Error('no');
    };
    await expect(notes.transactions.run(ours.companyId, failing)).rejects.toThrow('no');
    expect(done).toEqual(['one', 'two']);
  });

  it('is bounded in time, as are its statements', async () => {
    const { rows } = await sql(
      "SELECT current_setting('transaction_timeout') AS transaction, current_setting('statement_timeout') AS statement",
    );
    expect(rows).toEqual([{ transaction: '10s', statement: '5s' }]);
  });

  it('503 when it takes too long', async () => {
    const { dataSource, transactions } = await openNotes(database.serviceUrl, 1);
    await dataSource.query('SET transaction_timeout = 20');
    const slow = transactions.run(ours.companyId, () =>
      transactions.current(ours.companyId).client.query('SELECT pg_sleep(5)'),
    );
    const reason = await slow.catch((error: unknown) => error);
    await dataSource.destroy();
    expect(toProblemError(reason).status).toBe(503);
  });
});

describe('when the database is in trouble', () => {
  it('503 when all connections are taken, and none after they are back', async () => {
    const release = Promise.withResolvers<void>();
    const hold = async () => {
      await query('SELECT 1');
      await release.promise;
    };
    const holding = [1, 2].map(() => notes.transactions.run(ours.companyId, hold));
    const refused = await sql('SELECT 1').catch((error: unknown) => error);
    release.resolve();
    await Promise.all(holding);
    expect(toProblemError(refused).code).toBe('unavailable');
    expect((await sql('SELECT company_id FROM notes')).rows).toEqual([{ company_id: ours.companyId }]);
  });

  it.each([
    ['with a statement under way', () => query('SELECT pg_sleep(5)')],
    ['between two statements', async () => undefined],
  ])('503 for a connection killed %s, and the right company on the next', async (_, meanwhile) => {
    let killed = 0;
    const hit = notes.transactions.run(ours.companyId, async () => {
      killed = await backend();
      const statement = meanwhile();
      // Handled where it is awaited.
      statement.catch(() => undefined);
      await owner.query('SELECT pg_terminate_backend($1, 5000)', [killed]);
      await statement;
      await query('SELECT 1');
    });
    expect(toProblemError(await hit.catch((error: unknown) => error)).code).toBe('unavailable');
    for (const company of [theirs, ours, theirs]) {
      const seen = await notes.transactions.run(company.companyId, async () => {
        const { client } = notes.transactions.current(company.companyId);
        return (await client.query('SELECT company_id, pg_backend_pid() AS pid FROM notes')).rows;
      });
      expect(seen).toMatchObject([{ company_id: company.companyId }]);
      expect(seen[0].pid).not.toBe(killed);
    }
  });

  it('a connection killed in the pool is replaced', async () => {
    await owner.query(
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => sql('SELECT company_id FROM notes')));
    const problems = outcomes.filter(({ status }) => status === 'rejected');
    for (const { reason } of problems as PromiseRejectedResult[])
      expect(toProblemError(reason).status).toBe(503);
    expect((await sql('SELECT company_id FROM notes')).rows).toEqual([{ company_id: ours.companyId }]);
  });
});
