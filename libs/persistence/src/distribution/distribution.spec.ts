import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@safety/testing';
import pg from 'pg';
import { notesDatabase } from '../testing/notes.js';
import { distributionOf, TAKEN } from './distribution.js';
import { obstaclesTo } from './obstacles.js';
import { distributionStatements } from './statements.js';

let database: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await notesDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** Runs `look` after these statements, of which nothing stays. */
async function after<Result>(sql: string, look: () => Promise<Result>): Promise<Result> {
  await owner.query('BEGIN');
  try {
    await owner.query(sql);
    return await look();
  } finally {
    await owner.query('ROLLBACK');
  }
}

const parent = 'CREATE TABLE parents (company_id uuid, id uuid, PRIMARY KEY (company_id, id));';
const child = (key: string, more = '') => `${parent}
  CREATE TABLE children (company_id uuid, id uuid, parent_id uuid, ${more} PRIMARY KEY (company_id, id),
    CONSTRAINT children_key ${key});`;
const today = "current_setting('app.today')";

describe('what stands in the way of many nodes', () => {
  it('is nothing of a table of rows, of the change record, of series and of stored answers', async () => {
    expect(await obstaclesTo(owner)).toEqual([]);
  });

  it.each<[string, string, string]>([
    [
      'a unique key without the company',
      `${parent} ALTER TABLE parents ADD CONSTRAINT parents_id_key UNIQUE (id)`,
      'parents: parents_id_key is unique without the company',
    ],
    [
      'an action on update within a table',
      child('FOREIGN KEY (company_id, parent_id) REFERENCES children ON UPDATE CASCADE'),
      'children: children_key acts on update within its table',
    ],
    [
      'a company that is emptied on delete',
      child('FOREIGN KEY (company_id, parent_id) REFERENCES parents ON DELETE SET NULL'),
      'children: children_key sets the company on delete',
    ],
    [
      'a reference to a table without companies',
      `CREATE TABLE users (id uuid PRIMARY KEY); ${child('FOREIGN KEY (user_id) REFERENCES users', 'user_id uuid,')}`,
      'children: children_key ties it to a table that stays on one node',
    ],
    [
      'a reference from a table without companies',
      `CREATE TABLE due (n int PRIMARY KEY, company_id uuid, note_id uuid, CONSTRAINT due_note_fkey
        FOREIGN KEY (company_id, note_id) REFERENCES notes (company_id, id))`,
      'due: due_note_fkey ties it to a table that stays on one node',
    ],
    [
      'a policy that looks into another table',
      'CREATE POLICY further ON notes USING (EXISTS (SELECT FROM changes WHERE changes.id = notes.id))',
      'notes: the policy further looks into tables',
    ],
    [
      'a view of a setting that may be missing',
      `CREATE VIEW due_notes AS SELECT id FROM notes WHERE due <= ${today}::date`,
      'due_notes: reads a setting that may be missing on a node',
    ],
    [
      'a function of a setting that may be missing',
      `CREATE FUNCTION today() RETURNS date LANGUAGE sql STABLE AS $$ SELECT ${today}::date $$`,
      'today(): reads a setting that may be missing on a node',
    ],
  ])('is %s', async (_, sql, obstacle) => {
    expect(await after(sql, () => obstaclesTo(owner))).toEqual([obstacle]);
  });
});

describe('the statements that distribute the tables of a service', () => {
  it('name each table after those that it refers to, and empty them the other way round', async () => {
    const sql = `CREATE TABLE a_first (company_id uuid, id uuid, note_id uuid, PRIMARY KEY (company_id, id),
      FOREIGN KEY (company_id, note_id) REFERENCES notes (company_id, id));
      CREATE TABLE stays (id uuid PRIMARY KEY, company_id uuid)`;
    const statements = await after(sql, async () => distributionStatements(await distributionOf(owner)));
    const of = (call: string) =>
      statements.flatMap((line) => new RegExp(`${call}\\('public\\.(\\w+)'`).exec(line)?.[1] ?? []);
    const distributed = ['changes', 'deleted_rows', 'idempotency_keys', 'notes', 'number_series', 'a_first'];
    expect(of('create_distributed_table')).toEqual(distributed);
    expect(of('truncate_local_data_after_distributing_table')).toEqual(distributed.toReversed());
    expect(statements.filter((line) => line.includes('replica'))).toEqual([
      expect.stringContaining('public.changes'),
    ]);
    expect(statements).toContain('-- public.stays stays on the coordinator.');
    expect(statements.filter((line) => line.startsWith('GRANT'))).toEqual([
      expect.stringMatching(/^GRANT INSERT ON public\.changes TO \S+;$/),
    ]);
    expect(statements).toContainEqual(expect.stringMatching(/^ALTER ROLE \S+_search"? LOGIN;$/));
    expect(statements.filter((line) => line.includes("colocate_with => 'public.changes'"))).toHaveLength(5);
  });

  it('take keys of a circle away, and bring them back once both tables are distributed', async () => {
    const table = (name: string) => `CREATE TABLE ${name} (company_id uuid, id uuid, of_id uuid,
      PRIMARY KEY (company_id, id));`;
    const key = (of: string, to: string) => `ALTER TABLE ${of} ADD CONSTRAINT ${of}_fkey
      FOREIGN KEY (company_id, of_id) REFERENCES ${to} (company_id, id);`;
    const sql = `${table('ones')} ${table('others')} ${key('ones', 'others')} ${key('others', 'ones')}`;
    const statements = await after(sql, async () => distributionStatements(await distributionOf(owner)));
    const place = (text: string) => statements.findIndex((line) => line.includes(text));
    const places = [
      place('ALTER TABLE public.ones DROP CONSTRAINT IF EXISTS ones_fkey'),
      place("create_distributed_table('public.ones'"),
      place("create_distributed_table('public.others'"),
      place('ALTER TABLE public.ones ADD CONSTRAINT ones_fkey FOREIGN KEY (company_id, of_id)'),
    ];
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(-1);
    expect(place('others_fkey')).toBe(-1);
  });

  it('take a key that acts on update away, and bring it back without that', async () => {
    const sql = child(
      'FOREIGN KEY (company_id, parent_id) REFERENCES parents ON UPDATE CASCADE ON DELETE CASCADE',
    );
    const { inTheWay } = await after(sql, () => distributionOf(owner));
    const definition =
      'FOREIGN KEY (company_id, parent_id) REFERENCES parents(company_id, id) ON DELETE CASCADE';
    expect(inTheWay).toEqual([{ table: 'public.children', name: 'children_key', definition }]);
  });

  it('may run again, or be printed anew, wherever they were interrupted: no key is lost', async () => {
    const sql = `CREATE TABLE pg_dist_partition (logicalrelid regclass, partmethod text);
      CREATE FUNCTION create_distributed_table(name text, of text, shard_count int = 0, colocate_with text = '')
        RETURNS void LANGUAGE sql AS $$ INSERT INTO pg_dist_partition VALUES (name::regclass, 'h') $$;
      ${parent} ${child('FOREIGN KEY (company_id, parent_id) REFERENCES parents').replace(parent, '')}
      ALTER TABLE parents ADD CONSTRAINT parents_key FOREIGN KEY (company_id, id) REFERENCES children`;
    await after(sql, async () => {
      const print = async () => distributionStatements(await distributionOf(owner));
      const runs = (statements: string[]) =>
        statements.filter((line) => /^(SELECT create|ALTER TABLE|COMMENT)/.test(line));
      const run = async (statements: string[]) => {
        for (const statement of statements) await owner.query(statement);
      };
      const keys = async () => {
        const { rows } = await owner.query(
          `SELECT conname FROM pg_constraint WHERE contype = 'f' AND conname ~ '^(parents|children)_key$' ORDER BY 1`,
        );
        return rows.map(({ conname }) => conname);
      };
      const first = runs(await print());
      for (let done = 1; done <= first.length; done += 1) {
        await owner.query('SAVEPOINT interrupted');
        await run(first.slice(0, done));
        const again = runs(await print());
        for (const rest of [again, first]) {
          await run(rest);
          expect(await keys()).toEqual(['children_key', 'parents_key']);
        }
        const { rows } = await owner.query(
          'SELECT count(*)::int AS n FROM pg_dist_partition GROUP BY logicalrelid',
        );
        expect(new Set(rows.map(({ n }) => n))).toEqual(new Set([1]));
        expect((await distributionOf(owner)).taken).toEqual([]);
        await owner.query('ROLLBACK TO interrupted');
      }
    });
  });

  it.each([
    ['a name', { name: 'a; DROP TABLE parents' }],
    ['a table', { table: 'public.parents; DROP TABLE parents' }],
    ['a definition', { definition: 'FOREIGN KEY (id) REFERENCES parents(id); DROP TABLE parents' }],
  ])('refuse a comment of a company whose key has %s that is none', async (_, wrong) => {
    const key = {
      ...{ table: 'public.parents', name: 'parents_key' },
      definition: 'FOREIGN KEY (company_id, id) REFERENCES parents(company_id, id)',
    };
    const comment = (moved: object) =>
      `COMMENT ON COLUMN parents.company_id IS '${TAKEN}${JSON.stringify([moved])}';`;
    await after(parent + comment(key), async () => {
      expect((await distributionOf(owner)).taken).toEqual([key]);
      await owner.query(comment({ ...key, ...wrong }));
      await expect(distributionOf(owner)).rejects.toThrow('names no foreign key');
    });
  });

  it('leave out tables that are distributed already, beside which the others are put', () => {
    const table = (name: string, isDone: boolean) => ({ name, isDone, isKept: false });
    const of = (...distributed: ReturnType<typeof table>[]) =>
      distributionStatements({
        ...{ distributed, inTheWay: [], taken: [], local: [] },
        ...{ roles: [], narrow: [], triggers: [] },
      });
    expect(of(table('a', true), table('b', true))).toEqual([]);
    const statements = of(table('a', false), table('b', true)).filter((line) => line.startsWith('SELECT'));
    expect(statements).toEqual([
      "SELECT create_distributed_table('a', 'company_id', colocate_with => 'b') WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE partmethod = 'h' AND logicalrelid = 'a'::regclass);",
      "SELECT truncate_local_data_after_distributing_table('a');",
    ]);
  });

  it('are printed by the command, as the service itself may ask; without a database in one sentence', () => {
    const program = fileURLToPath(new URL('cli.js', import.meta.url));
    const { NODE_COMPILE_CACHE } = process.env;
    const print = (DATABASE_URL: string) =>
      execFileSync(process.execPath, [program], {
        env: { NODE_COMPILE_CACHE, DATABASE_URL },
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(print(database.serviceUrl)).toContain("create_distributed_table('public.notes', 'company_id'");
    expect(() => print('')).toThrow('DATABASE_URL');
  });
});
