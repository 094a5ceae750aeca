import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toProblemError } from '@safety/platform';
import type { TestDatabase } from '@safety/testing';
import type { DataSource } from 'typeorm';
import { type Notes, note, notesDatabase, openNotes } from '../testing/notes.js';
import { runStatement } from './alone.js';
import type { TransactionAccess } from './company-transactions.js';
import type { StatementClient } from './lazy-transaction.js';
import { runTransaction } from './run-transaction.js';

let database: TestDatabase;
let notes: Notes;

beforeAll(async () => {
  database = await notesDatabase();
  notes = await openNotes(database.serviceUrl, 2);
});

afterAll(async () => {
  await notes.dataSource.destroy();
  await database.drop();
});

describe('a transaction without a company', () => {
  it('answers to BEGIN and to what travels with it', async () => {
    const first = [{ text: 'SELECT $1::int AS seven', values: [7] }];
    const seven = await runTransaction(notes.dataSource, { first }, ({ begin }) => begin());
    expect(seven.rows).toEqual([{ seven: 7 }]);
    const begun = await runTransaction(notes.dataSource, {}, ({ begin }) => begin());
    expect(begun.command).toBe('BEGIN');
  });

  it('calls its effects after the commit alone', async () => {
    const effects: string[] = [];
    await runTransaction(notes.dataSource, {}, async ({ afterCommit }) => {
      afterCommit.push(() => effects.push('committed'));
      expect(effects).toEqual([]);
    });
    const failing = runTransaction(notes.dataSource, {}, async ({ afterCommit }) => {
      afterCommit.push(() => effects.push('never'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(effects).toEqual(['committed']);
  });

  it.each([false, true])('takes no statement once it has ended: begun before %s', async (isBegun) => {
    let late: StatementClient | undefined;
    const failing = runTransaction(notes.dataSource, {}, async ({ client }) => {
      late = client;
      if (isBegun) await client.query('SELECT 1');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(late?.query('SELECT 1')).rejects.toThrow('has ended');
  });

  it('fails when PostgreSQL answers its COMMIT with ROLLBACK', async () => {
    const effects: string[] = [];
    const lost = runTransaction(notes.dataSource, {}, async ({ client, afterCommit }) => {
      afterCommit.push(() => effects.push('never'));
      await client.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(lost).rejects.toThrow('nothing of it was kept');
    expect(effects).toEqual([]);
  });

  it('fails when its BEGIN does, and leaves the connection usable', async () => {
    const first = [{ text: 'SELECT 1 / 0' }];
    const wrong = runTransaction(notes.dataSource, { first }, ({ client }) => client.query('SELECT 1'));
    await expect(wrong).rejects.toThrow('division');
    expect(await runTransaction(notes.dataSource, {}, async () => 'done')).toBe('done');
  });

  it('cannot write when it is for reading, and is bounded in time', async () => {
    const limits = await runTransaction(notes.dataSource, { access: 'read' }, async ({ client }) => {
      const { rows } = await client.query(
        "SELECT current_setting('transaction_timeout') AS t, current_setting('transaction_read_only') AS r",
      );
      return rows[0];
    });
    expect(limits).toEqual({ t: '10s', r: 'on' });
  });
});

describe('a server that takes no writes', () => {
  const WRITE = "UPDATE notes SET title = 'x'";
  const companyId = randomUUID();

  /** New connections lead to such a server, as they may after a failover. */
  const takeWrites = (whether: boolean) =>
    database.transaction('owner', async (owner) => {
      const { rows } = await owner.query('SELECT current_database() AS name');
      const how = whether ? 'RESET default_transaction_read_only' : 'SET default_transaction_read_only = on';
      await owner.query(`ALTER DATABASE ${rows[0].name} ${how}`);
    });

  it.each<[string, (source: DataSource) => Promise<unknown>]>([
    ['a transaction', (source) => runTransaction(source, {}, ({ client }) => client.query(WRITE))],
    ['a statement of its own', (source) => runStatement(source, WRITE, [])],
  ])('is unavailable to %s, which leaves no connection to it', async (_, write) => {
    await takeWrites(false);
    const { dataSource } = await openNotes(database.serviceUrl, 1);
    const problem = await write(dataSource).then(() => undefined, toProblemError);
    await takeWrites(true);
    await write(dataSource);
    await dataSource.destroy();
    expect(problem).toMatchObject({ code: 'unavailable', options: { cause: { code: '25006' } } });
  });

  it.each<[TransactionAccess, 'statement' | 'read']>([
    ['read', 'statement'],
    ['read', 'read'],
    ['record reads', 'read'],
  ])('is no excuse for a write by a transaction to %s, as a %s', async (access, how) => {
    const work = () => {
      const { client, read } = notes.transactions.current(companyId);
      return how === 'read' ? read(WRITE, []) : client.query(WRITE);
    };
    const problem = await notes.transactions
      .run(companyId, work, access)
      .then(() => undefined, toProblemError);
    expect(problem).toMatchObject({ code: 'internal-error', options: { cause: { code: '25006' } } });
  });
});

describe('work outside of a request', () => {
  const companyId = randomUUID();

  it('is done by the system, within the wall of its company', async () => {
    const other = await notes.transactions.asSystem(randomUUID(), (system) => notes.rows.add(system, note()));
    const added = await notes.transactions.asSystem(companyId, async (system) => {
      expect(system).toEqual({ companyId, userId: null });
      const { client } = notes.transactions.current(companyId);
      expect((await client.query('SELECT 1 FROM notes')).rows).toEqual([]);
      await expect(notes.rows.get(system, other.id)).rejects.toMatchObject({ code: 'not-found' });
      return notes.rows.add(system, note());
    });
    expect(added).toMatchObject({ companyId, createdByUserId: null, modifiedByUserId: null });
  });
});
