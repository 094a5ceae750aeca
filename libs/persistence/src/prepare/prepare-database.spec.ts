import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrations } from '../spec-support/notes.js';
import { prepareDatabase } from './prepare-database.js';

const name = `prepare_${randomBytes(6).toString('hex')}`;
const adminUrl = process.env['TEST_DATABASE_URL'] ?? '';
const ownerUrl = new URL(adminUrl);
ownerUrl.pathname = `/${name}`;
const serviceUrl = new URL(ownerUrl);
serviceUrl.username = name;
// A password must reach the server as it is, whatever it holds.
serviceUrl.password = encodeURIComponent("it's a \\ /secret?");
const urls = { ownerUrl: ownerUrl.href, serviceUrl: serviceUrl.href, migrations };

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

let service: pg.Client;
let owner: pg.Client;

beforeAll(async () => {
  await Promise.all([1, 2, 3, 4].map(() => prepareDatabase(urls)));
  [service, owner] = await Promise.all([connected(serviceUrl.href), connected(ownerUrl.href)]);
});

afterAll(async () => {
  await Promise.all([service?.end(), owner?.end()]);
  const admin = await connected(adminUrl);
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.query(`DROP ROLE IF EXISTS ${name}`);
  await admin.end();
});

it('four at once on nothing: every migration ran once', async () => {
  const { rows } = await owner.query('SELECT name FROM migrations ORDER BY id');
  expect(rows.map((row) => row.name)).toEqual(migrations.map((migration) => migration.name));
});

it('again: nothing changes and rows stay', async () => {
  await owner.query(
    "INSERT INTO notes (company_id, id, title) VALUES (gen_random_uuid(), gen_random_uuid(), 'kept')",
  );
  await prepareDatabase(urls);
  expect((await owner.query('SELECT title FROM notes')).rows).toEqual([{ title: 'kept' }]);
  expect((await owner.query('SELECT 1 FROM migrations')).rowCount).toBe(migrations.length);
});

describe('the restricted role', () => {
  it('owns nothing', async () => {
    const { rows } = await owner.query(
      `SELECT objid FROM pg_shdepend WHERE refobjid = (SELECT oid FROM pg_roles WHERE rolname = $1) AND deptype = 'o'`,
      [name],
    );
    expect(rows).toEqual([]);
  });

  it('has no rights beyond signing in', async () => {
    const { rows } = await owner.query(
      `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls, rolcanlogin FROM pg_roles
       WHERE rolname = $1`,
      [name],
    );
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
        rolcanlogin: true,
      },
    ]);
  });

  it.each([
    'CREATE TABLE mine (id int)',
    'CREATE SCHEMA mine',
    'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$SELECT 1$$',
    'ALTER TABLE notes ADD COLUMN mine int',
    'ALTER TABLE notes DISABLE ROW LEVEL SECURITY',
    'ALTER TABLE notes NO FORCE ROW LEVEL SECURITY',
    'ALTER TABLE notes OWNER TO CURRENT_USER',
    'DROP POLICY company ON notes',
    'CREATE POLICY mine ON notes USING (true)',
    'DROP TABLE notes',
    'TRUNCATE notes',
    'CREATE INDEX mine ON notes (title)',
    'CREATE TRIGGER mine BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
    'DELETE FROM migrations',
    "INSERT INTO migrations (timestamp, name) VALUES (1, 'x')",
    'CREATE ROLE mine',
    'CREATE DATABASE mine',
    `ALTER ROLE ${name} BYPASSRLS`,
    'SET ROLE pg_read_all_data',
    "COPY notes TO '/tmp/mine.csv'",
    "SELECT pg_read_file('/etc/passwd')",
  ])('may not %s', async (statement) => {
    await expect(service.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot switch the wall off for itself: the query fails in place of showing more', async () => {
    await service.query('BEGIN; SET LOCAL row_security = off');
    await expect(service.query('SELECT * FROM notes')).rejects.toMatchObject({ code: '42501' });
    await service.query('ROLLBACK');
  });

  it('sees nothing until it names a company', async () => {
    expect((await service.query('SELECT * FROM notes')).rows).toEqual([]);
    expect((await service.query('SELECT name FROM migrations')).rowCount).toBe(migrations.length);
  });
});
