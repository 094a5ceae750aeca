import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connected, createTestDatabase, eventually, type TestDatabase } from '@safety/testing';
import type { DataSource } from 'typeorm';
import { migrationDataSource } from '../data-source.js';
import { migrations } from '../testing/notes.js';
import { prepareDatabase } from './prepare-database.js';
import { writeRows } from './write-rows.js';

const [FIRST, SECOND] = ['01920000-0000-7000-8000-000000000001', '01920000-0000-7000-8000-000000000002'];
const NOTE = 'INSERT INTO notes (company_id, id, title) VALUES ($1, gen_random_uuid(), $2)';

let database: TestDatabase;
let owner: DataSource;

beforeAll(async () => {
  database = await createTestDatabase('write_rows', (urls) => prepareDatabase({ ...urls, migrations }));
  owner = await migrationDataSource(database.ownerUrl, []).initialize();
});

beforeEach(async () => {
  await owner.query('DELETE FROM notes');
  for (const company of [FIRST, SECOND]) await owner.query(NOTE, [company, 'before']);
});

afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

const write = async (statements: string): Promise<void> => {
  const runner = owner.createQueryRunner();
  try {
    await writeRows(runner, { tables: ['notes'], statements });
  } finally {
    await runner.release();
  }
};

const titles = async (company: string): Promise<string[]> =>
  (await owner.query('SELECT title FROM notes WHERE company_id = $1', [company])).map(
    ({ title }: { title: string }) => title,
  );

const isWalled = async (): Promise<boolean> =>
  (await owner.query("SELECT relforcerowsecurity AS walled FROM pg_class WHERE oid = 'notes'::regclass"))[0]
    .walled;

describe('rows that a migration writes', () => {
  it('are those of each company, and the wall stands again', async () => {
    await write("UPDATE notes SET title = 'after' WHERE company_id = company");
    expect([await titles(FIRST), await titles(SECOND)]).toEqual([['after'], ['after']]);
    expect(await isWalled()).toBe(true);
  });

  it('are written company by company, and hold no lock of the table meanwhile', async () => {
    await connected(database.ownerUrl, async (holder) => {
      await holder.query('BEGIN; SELECT pg_advisory_xact_lock(2)');
      const written = write(`
        PERFORM pg_advisory_xact_lock(CASE company WHEN '${FIRST}' THEN 1 ELSE 2 END);
        UPDATE notes SET title = 'after' WHERE company_id = company`);
      await eventually(async () => expect(await titles(FIRST)).toEqual(['after']));
      expect(await titles(SECOND)).toEqual(['before']);
      await holder.query('LOCK TABLE notes IN SHARE ROW EXCLUSIVE MODE NOWAIT; COMMIT');
      await written;
    });
    expect(await titles(SECOND)).toEqual(['after']);
  });

  it('leave the wall standing when they cannot be written', async () => {
    await expect(write('UPDATE notes SET title = NULL WHERE company_id = company')).rejects.toThrow(
      'not-null',
    );
    expect(await isWalled()).toBe(true);
  });
});
