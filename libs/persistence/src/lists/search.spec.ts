import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@safety/testing';
import pg from 'pg';
import { type Notes, note, notesDatabase, openNotes } from '../testing/notes.js';

let database: TestDatabase;
let notes: Notes;
let service: pg.Client;
let owner: pg.Client;

const company = { companyId: randomUUID(), userId: null };
const other = { companyId: randomUUID(), userId: null };
const titles = ['Crane and hoist', 'CRANE C++', '100 % dust', 'a\\b', 'Größe ÉTÉ', 'Ladder', 'x_y'];

beforeAll(async () => {
  database = await notesDatabase();
  notes = await openNotes(database.serviceUrl);
  [service, owner] = [database.serviceUrl, database.ownerUrl].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client];
  await Promise.all([service.connect(), owner.connect()]);
  for (const { companyId } of [company, other])
    await notes.transactions.run(companyId, async () => {
      for (const title of titles) await notes.rows.add({ companyId, userId: null }, note({ title }));
    });
});

afterAll(async () => {
  await Promise.all([service.end(), owner.end(), notes.dataSource.destroy()]);
  await database.drop();
});

const asked = async (inside: string, wanted: string, asks = inside): Promise<number | null> => {
  await service.query('BEGIN');
  await service.query(`SELECT set_config('app.company_id', $1, true)`, [inside]);
  const { rowCount } = await service.query('SELECT notes_matching($1, $2, 100)', [asks, wanted]);
  await service.query('COMMIT');
  return rowCount;
};

describe('notes_matching', () => {
  it.each([
    ['crane', 2],
    ['RA', 2],
    ['c++', 1],
    ['++', 1],
    ['0 %', 1],
    ['%', 0],
    ['a\\b', 1],
    ['x_y', 1],
    ['a_d', 0],
    ['größe été', 1],
    ['zz', 0],
    ['hoist\nCRANE', 0],
  ])('%j: %i rows of the company', async (wanted, rows) => {
    expect(await asked(company.companyId, wanted)).toBe(rows);
  });

  it('finds what the list finds', async () => {
    for (const wanted of ['crane', 'ra', 'c++', 'a\\b', 'x_y', 'été', 'zz']) {
      const query = { limit: 50, includeArchived: 'false', includeTotal: false, q: wanted } as const;
      const { data } = await notes.transactions.run(company.companyId, () => notes.rows.page(company, query));
      expect([wanted, data.length]).toEqual([wanted, await asked(company.companyId, wanted)]);
    }
  });

  it.each([
    ['another company', company.companyId, other.companyId],
    ['no company', '', company.companyId],
  ])('no rows: asked for %s', async (_, inside, asks) => {
    expect(await asked(inside, 'crane', asks)).toBe(0);
  });

  it('no rows in a session that never named a company', async () => {
    const client = new pg.Client({ connectionString: database.serviceUrl });
    await client.connect();
    const call = client.query('SELECT notes_matching($1, $2, 100)', [company.companyId, 'crane']);
    expect((await call).rowCount).toBe(0);
    await client.end();
  });
});

describe('the role of searches', () => {
  it('cannot log in, passes no wall but by its policy, and may read what is searched alone', async () => {
    const { rows } = await owner.query(`
      SELECT rolcanlogin OR rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb AS strong,
        has_column_privilege(rolname, 'notes', 'title', 'SELECT') AS title,
        has_column_privilege(rolname, 'notes', 'custom_fields', 'SELECT') AS "customFields",
        has_table_privilege(rolname, 'notes', 'INSERT, UPDATE, DELETE') AS writes,
        has_schema_privilege(rolname, 'public', 'CREATE') AS creates
      FROM pg_roles WHERE rolname = search_role()`);
    expect(rows).toEqual([
      { strong: false, title: true, customFields: false, writes: false, creates: false },
    ]);
  });

  it('is nobody whom the service can be, nor can everybody call its functions', async () => {
    await expect(service.query('SET ROLE template_persistence_search')).rejects.toMatchObject({
      code: '42501',
    });
    const { rows } = await owner.query(
      `SELECT has_function_privilege('public', 'notes_matching(uuid, text, integer)', 'EXECUTE') AS everybody`,
    );
    expect(rows).toEqual([{ everybody: false }]);
  });

  it('owns functions with a fixed search path, which nobody can put something into', async () => {
    const { rows } = await owner.query(
      `SELECT proname AS name FROM pg_proc WHERE proowner = search_role()::regrole
         AND (NOT prosecdef OR NOT 'search_path=pg_catalog, public, pg_temp' = ANY (proconfig))`,
    );
    expect(rows).toEqual([]);
    await expect(service.query('CREATE FUNCTION mine() RETURNS int RETURN 1')).rejects.toMatchObject({
      code: '42501',
    });
  });
});
