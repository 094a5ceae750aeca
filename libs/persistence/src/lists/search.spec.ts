import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@safety/testing';
import { connected } from '@safety/testing';
import pg from 'pg';
import { type Notes, note, noteLists, notesDatabase, openNotes } from '../testing/notes.js';
import { matching } from './lookup.js';
import { lookupFunctionsSql } from './lookup-functions.js';

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
  // As a migration does that comes later: all that follows holds for functions that were made anew.
  await owner.query(`BEGIN; ${lookupFunctionsSql(noteLists)} COMMIT`);
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
    const { rowCount } = await connected(database.serviceUrl, (client) =>
      client.query('SELECT notes_matching($1, $2, 100)', [company.companyId, 'crane']),
    );
    expect(rowCount).toBe(0);
  });
});

it.each([
  ['jane doe-smith', 'doe-smith'],
  ['j 🔥ab', '🔥ab'],
  ['ab 🔥', 'ab'],
  ['🔥 a', undefined],
  ['x z', 'x z'],
])('%j is looked up by %j where it may go from one property into the next', (term, wanted) => {
  const lists = { ...noteLists, phrases: [['title', 'code']] };
  expect(matching(lists, term)?.candidates?.(company.companyId, 1, 'notes').values[1]).toBe(wanted);
});

describe('a search among 20,000 rows that begin alike', () => {
  const alike = randomUUID();
  const TERM = 'cert-12345';

  beforeAll(async () => {
    const text = "INSERT INTO notes (company_id, id, title) SELECT $1, gen_random_uuid(), 'CERT-' || n";
    await owner.query(`${text} FROM generate_series(1, 20000) AS n`, [alike]);
    await owner.query('VACUUM ANALYZE notes');
  });

  it.each([
    ['cert-12345', 1],
    ['CERT-1999', 11],
    ['cert-', 100],
    ['12345', 1],
    ['ert-19999', 1],
    ['dert-1', 0],
    ['rt', 100],
  ])('%s: finds %i rows', async (wanted, rows) => {
    expect(await asked(alike, wanted)).toBe(rows);
  });

  const keysOf = async (expression: string): Promise<string[]> => {
    const { rows } = await owner.query(
      `SELECT ARRAY(SELECT unnest(${expression}) ORDER BY 1)::text[] AS keys`,
      [alike],
    );
    return rows[0].keys;
  };
  const sample = "ARRAY['cert-77', 'cert-81', 'cert-12', 'note']";

  it('asks for what fewer than half of a few rows hold, each once', async () => {
    expect(await keysOf(`asked_keys($1, 'cert-1222', ${sample})`)).toEqual(
      await keysOf("set_keys($1, ARRAY['t-1', '-12', '122', '222'])"),
    );
  });

  it.each([
    ['each of them is frequent', 'cert', sample],
    ['there are no rows', 'cert-1222', "'{}'::text[]"],
    ['the term has two characters', 'er', sample],
  ])('asks for all where %s', async (_, term, rows) => {
    expect(await keysOf(`asked_keys($1, '${term}', ${rows})`)).toEqual(
      await keysOf(`term_keys($1, '${term}')`),
    );
  });

  /** The plan of the search itself, as its role, with these keys in the place of its own. */
  async function planned(keys: string) {
    const { rows } = await owner.query("SELECT prosrc FROM pg_proc WHERE proname = 'notes_matching'");
    const [, search = ''] = /RETURN QUERY ([^;]+);/.exec(rows[0].prosrc) ?? [];
    const values: Record<string, string> = { company: `'${alike}'`, wanted: `'${TERM}'`, at_most: '2001' };
    const text = search
      .replace(/\b(company|wanted|at_most)\b/g, (name) => values[name] ?? '')
      .replace(/\basked\b/, `'{${keys}}'::bigint[]`);
    await owner.query('BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off');
    await owner.query("SELECT set_config('role', search_role(), true)");
    const plan = await owner.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`);
    await owner.query('ROLLBACK');
    return nodesOf(plan.rows[0]['QUERY PLAN'][0].Plan);
  }

  it('EXPLAIN: its index alone is read, and far fewer pages of it than for all keys', async () => {
    const rows = 'ARRAY(SELECT lower(title) FROM notes WHERE company_id = $1 ORDER BY id LIMIT 32)';
    const plans = [
      await planned((await keysOf(`asked_keys($1, '${TERM}', ${rows})`)).join()),
      await planned((await keysOf(`term_keys($1, '${TERM}')`)).join()),
    ];
    const pages = plans.map((nodes) => {
      expect(nodes.map((node) => node['Node Type'])).toEqual([
        'Limit',
        'Bitmap Heap Scan',
        'Bitmap Index Scan',
      ]);
      const index = nodes.find((node) => node['Index Name'] === 'notes_matching');
      return Number(index?.['Shared Hit Blocks']) + Number(index?.['Shared Read Blocks']);
    });
    expect(pages[0]).toBeLessThan(Number(pages[1]) / 2);
  });
});

type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] };
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

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
    const { rows: roles } = await owner.query('SELECT search_role() AS role');
    await expect(service.query(`SET ROLE ${roles[0].role}`)).rejects.toMatchObject({ code: '42501' });
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
