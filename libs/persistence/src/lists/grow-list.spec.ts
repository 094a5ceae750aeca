import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@safety/testing';
import type { QueryRunner } from 'typeorm';
import { serviceDataSource } from '../data-source.js';
import { databaseSettingsSchema } from '../settings.js';
import { type Notes, note, noteLists, notesDatabase, openNotes } from '../testing/notes.js';
import { buildList, growList } from './grow-list.js';
import type { ListDeclaration } from './list-declaration.js';
import { dropListIndexesSql } from './list-indexes.js';

const grown = { ...noteLists, filters: ['priority', 'weight'], search: ['title', 'code', 'slug'] };
const company = { companyId: randomUUID(), userId: null };

let database: TestDatabase;
let notes: Notes;
let owner: Awaited<ReturnType<typeof ownerOf>>;

const ownerOf = (url: string) =>
  serviceDataSource(
    databaseSettingsSchema.parse({ DATABASE_URL: url, DATABASE_POOL_SIZE: 1 }),
    [],
  ).initialize();

beforeAll(async () => {
  database = await notesDatabase();
  notes = await openNotes(database.serviceUrl);
  owner = await ownerOf(database.ownerUrl);
  await notes.transactions.run(company.companyId, () =>
    notes.rows.add(company, note({ title: 'Crane', slug: 'hoist' })),
  );
});

afterAll(async () => {
  await Promise.all([notes.dataSource.destroy(), owner.destroy()]);
  await database.drop();
});

const asOwner = async (work: (runner: QueryRunner) => Promise<void>): Promise<void> => {
  const runner = owner.createQueryRunner();
  try {
    await work(runner as QueryRunner);
  } finally {
    await runner.release();
  }
};

const grow = (before: ListDeclaration, after: ListDeclaration): Promise<void> =>
  asOwner((runner) => growList(runner, before, after));

/** The role of the service. */
const service = (): string => new URL(database.serviceUrl).username;

/** The indexes of notes that are whole. */
async function indexes(): Promise<Map<string, string>> {
  const rows: { name: string; sql: string }[] = await owner.query(`
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS sql FROM pg_index
    WHERE indrelid = 'notes'::regclass AND indisvalid`);
  return new Map(rows.map(({ name, sql }) => [name, sql]));
}

const found = (wanted: string): Promise<number> =>
  notes.transactions.run(company.companyId, async () => {
    const { read } = notes.transactions.current(company.companyId);
    return (await read('SELECT notes_matching($1, $2, 100)', [company.companyId, wanted])).rows.length;
  });

/** How many rows of the company have one of the labels, for a transaction of the company that asks. */
const labelledWith = (labels: string[], asking = company.companyId): Promise<number> =>
  notes.transactions.run(asking, async () => {
    const { read } = notes.transactions.current(asking);
    const text = 'SELECT notes_with_labels($1, $2, 100)';
    return (await read(text, [company.companyId, labels])).rows.length;
  });

describe('a list that grows', () => {
  it('gets the index of a new filter, and keeps those that it has', async () => {
    const before = await indexes();
    await grow(noteLists, grown);
    const after = await indexes();
    expect(after.get('notes_of_weight')).toContain('(company_id, archived, weight, title, id)');
    expect([...after.keys()]).toEqual(expect.arrayContaining([...before.keys()]));
    expect(after.size).toBe(before.size + 1);
  });

  it('finds rows by a text that it did not look into', async () => {
    expect((await indexes()).get('notes_matching')).toContain('slug');
    expect([await found('hoist'), await found('crane'), await found('ladder')]).toEqual([1, 1, 0]);
  });

  it('is the same when the migration is repeated', async () => {
    const before = await indexes();
    await grow(noteLists, grown);
    expect(await indexes()).toEqual(before);
    expect(await found('hoist')).toBe(1);
  });

  it('searches as before once it is taken back', async () => {
    await grow(grown, noteLists);
    expect([await found('hoist'), await found('crane')]).toEqual([0, 1]);
  });

  it('asks the index of a set that is new, and is the same when the migration is repeated', async () => {
    await owner.query(`ALTER TABLE notes ADD COLUMN labels text[] NOT NULL DEFAULT '{red,heavy}'`);
    const before = await indexes();
    const labelled = { ...noteLists, sets: ['labels'] };
    for (const _ of ['first', 'repeated']) {
      await grow(noteLists, labelled);
      // As the preparation of a database does once all migrations have run.
      await owner.query(`GRANT EXECUTE ON FUNCTION notes_with_labels(uuid, text[], integer) TO ${service()}`);
      const after = await indexes();
      expect([...after.keys()].sort()).toEqual([...before.keys(), 'notes_with_labels'].sort());
      expect(after.get('notes_with_labels')).toContain('gin (set_keys(company_id, labels))');
      const asked = [['red'], ['blue', 'heavy'], ['blue']].map((labels) => labelledWith(labels));
      expect(await Promise.all(asked)).toEqual([1, 1, 0]);
    }
  });

  it('asks a new set for the company of the transaction alone', async () => {
    expect(await labelledWith(['red'], randomUUID())).toBe(0);
  });

  it('does not take another order, whose indexes have the names of those that are there', async () => {
    const reordered = { ...grown, defaultSort: 'weight' };
    await expect(grow(noteLists, reordered)).rejects.toThrow('notes: indexes of another table or order');
  });
});

describe('a list of a table that has rows', () => {
  it('gets what the migration of a new table makes, and is the same when it is repeated', async () => {
    const before = await indexes();
    await owner.query(dropListIndexesSql(noteLists));
    await owner.query(`REVOKE EXECUTE ON FUNCTION text_keys(uuid, text) FROM ${service()}`);
    expect((await indexes()).size).toBeLessThan(before.size);
    for (const _ of ['first', 'repeated']) {
      await asOwner((runner) => buildList(runner, noteLists));
      expect(await indexes()).toEqual(before);
    }
    const ladder = () => notes.rows.add(company, note({ title: 'Ladder' }));
    await notes.transactions.run(company.companyId, ladder);
    // As the preparation of a database does once all migrations have run.
    await owner.query(`GRANT EXECUTE ON FUNCTION notes_matching(uuid, text, integer) TO ${service()}`);
    expect([await found('crane'), await found('ladder')]).toEqual([1, 1]);
  });
});
