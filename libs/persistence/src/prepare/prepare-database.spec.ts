import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { migrations } from '../testing/notes.js';
import { createRole } from './create-role.js';
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
/** The database of another service, and an owner who is no superuser, as on a managed server. */
const other = `${name}_other`;
const managed = `${name}_managed`;

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
  for (const database of [name, other, managed])
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await admin.query(`REVOKE CONNECT ON DATABASE postgres FROM ${managed}_owner`);
  const searching = [name, other, managed].map((database) => `${database}_search`);
  for (const role of [...searching, name, other, managed, `${managed}_owner`])
    await admin.query(`DROP ROLE IF EXISTS ${role}`);
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

it('no password is sent to the server, which writes statements into its log', async () => {
  const sent: string[] = [];
  const query = (statement: string, values?: unknown[]) => {
    sent.push(statement);
    return owner.query(statement, values);
  };
  await createRole(Object.assign(Object.create(owner), { query }) as pg.Client, serviceUrl);
  expect(sent.filter((statement) => statement.includes("PASSWORD 'SCRAM-SHA-256$4096:"))).toHaveLength(1);
  expect(sent.join()).not.toContain('secret');
  await (await connected(serviceUrl.href)).end();
});

describe('the database of another service', () => {
  const elsewhere = { ownerUrl: ownerUrl.href.replace(name, other), migrations };

  it('is refused when the two addresses name different ones', async () => {
    await expect(prepareDatabase({ ...elsewhere, serviceUrl: serviceUrl.href })).rejects.toThrow(
      `DATABASE_URL names the database ${name}, and MIGRATION_DATABASE_URL names ${other}`,
    );
  });

  class OfThisServiceAlone1790000000009 {
    up = async () => undefined;
    down = async () => undefined;
  }
  const own = {
    ...urls,
    migrations: [OfThisServiceAlone1790000000009],
    first: OfThisServiceAlone1790000000009,
  };

  it('is refused before anything is changed in it', async () => {
    const before = await owner.query('SELECT datacl FROM pg_database WHERE datname = $1', [name]);
    await expect(prepareDatabase(own)).rejects.toThrow(`The database ${name} belongs to another service`);
    expect((await owner.query('SELECT 1 FROM migrations')).rowCount).toBe(migrations.length);
    const after = await owner.query('SELECT datacl FROM pg_database WHERE datname = $1', [name]);
    expect(after.rows).toEqual(before.rows);
  });

  it('is not one that a newer release has migrated further', async () => {
    const [first, second] = migrations;
    await prepareDatabase({ ...urls, migrations: [first, second].filter((one) => one !== undefined), first });
  });
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

describe('every other role', () => {
  const of = (url: URL, database: string, role = database): URL => {
    const address = new URL(url);
    address.pathname = `/${database}`;
    address.username = role;
    return address;
  };

  /** The rights of PUBLIC in a database, and by default on objects that are still to come. */
  const ofPublic = async (client: pg.Client): Promise<unknown[]> => {
    const { rows } = await client.query(
      `SELECT 'database' AS what, privilege_type AS may
         FROM pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba)))
         WHERE datname = current_database() AND grantee = 0
       UNION ALL SELECT 'schema', privilege_type
         FROM pg_namespace, aclexplode(coalesce(nspacl, acldefault('n', nspowner)))
         WHERE nspname !~ '^pg_|^information_schema$' AND grantee = 0
       UNION ALL SELECT proname, privilege_type
         FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
         WHERE pronamespace = 'public'::regnamespace AND grantee = 0
       UNION ALL SELECT relname, privilege_type FROM pg_class, aclexplode(relacl)
         WHERE relnamespace = 'public'::regnamespace AND grantee = 0`,
    );
    return rows;
  };

  it('may not connect, and the role of this database to no other', async () => {
    const otherUrls = { ownerUrl: of(ownerUrl, other, ownerUrl.username).href, migrations };
    await prepareDatabase({ ...otherUrls, serviceUrl: of(serviceUrl, other).href });
    for (const [database, role] of [
      [name, other],
      [other, name],
    ])
      await expect(connected(of(serviceUrl, database ?? '', role).href)).rejects.toMatchObject({
        code: '42501',
      });
    await (await connected(of(serviceUrl, other).href)).end();
  });

  it('has no right left in a database that was open, nor to functions that come later', async () => {
    await owner.query(`
      GRANT CONNECT, TEMPORARY ON DATABASE ${name} TO PUBLIC;
      GRANT ALL ON SCHEMA public TO PUBLIC;
      CREATE FUNCTION before() RETURNS int LANGUAGE sql AS 'SELECT 1';
      GRANT EXECUTE ON FUNCTION before() TO PUBLIC;`);
    await prepareDatabase(urls);
    await owner.query(`CREATE FUNCTION later() RETURNS int LANGUAGE sql AS 'SELECT 1'`);
    expect(await ofPublic(owner)).toEqual([]);
    expect((await service.query('SELECT before() AS answer')).rows).toEqual([{ answer: 1 }]);
    await expect(service.query('SELECT later()')).rejects.toMatchObject({ code: '42501' });
    await expect(service.query('CREATE TEMPORARY TABLE mine (id int)')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('may not connect either when the owner is no superuser', async () => {
    const admin = await connected(adminUrl);
    await admin.query(`CREATE ROLE ${managed}_owner LOGIN CREATEDB CREATEROLE PASSWORD 'managed'`);
    // Where databases are created from; the embedded server closes it, as operators are told to.
    await admin.query(`GRANT CONNECT ON DATABASE postgres TO ${managed}_owner`);
    await admin.end();
    const managedOwner = of(ownerUrl, managed, `${managed}_owner`);
    managedOwner.password = 'managed';
    const managedUrls = { ownerUrl: managedOwner.href, serviceUrl: of(serviceUrl, managed).href, migrations };
    await prepareDatabase(managedUrls);
    await prepareDatabase(managedUrls);
    const client = await connected(managedUrls.ownerUrl);
    expect(await ofPublic(client)).toEqual([]);
    await client.end();
    await (await connected(managedUrls.serviceUrl)).end();
    await expect(connected(of(serviceUrl, managed, name).href)).rejects.toMatchObject({ code: '42501' });
  });

  it('is a reason not to go on when somebody else owns the database and left it open', async () => {
    const admin = await connected(adminUrl);
    await admin.query(`CREATE DATABASE ${managed}_open`);
    const opened = of(ownerUrl, `${managed}_open`, `${managed}_owner`);
    opened.password = 'managed';
    try {
      await expect(
        prepareDatabase({
          ownerUrl: opened.href,
          serviceUrl: of(serviceUrl, `${managed}_open`, managed).href,
          migrations,
        }),
      ).rejects.toThrow(`Every role of the server may connect to ${managed}_open`);
    } finally {
      await admin.query(`DROP DATABASE ${managed}_open WITH (FORCE)`);
      await admin.end();
    }
  });
});

it('a migration gives way to those who hold a lock, and soon waits as long as an autovacuum takes', async () => {
  const waited: string[] = [];
  class AddWords2900000000000 {
    readonly name = 'AddWords2900000000000';
    up = async (runner: QueryRunner): Promise<void> => {
      waited.push((await runner.query('SHOW lock_timeout'))[0].lock_timeout);
      await runner.query('ALTER TABLE notes ADD COLUMN words text');
    };
    down = (runner: QueryRunner): Promise<unknown> => runner.query('ALTER TABLE notes DROP COLUMN words');
  }
  await owner.query('BEGIN');
  await owner.query('LOCK TABLE notes IN ACCESS SHARE MODE');
  const said: string[] = [];
  const log = {
    warn: () => undefined,
    // The fourth time that it gives way, the lock is given back.
    info: (_: object, message: string) => said.push(message) === 4 && void owner.query('COMMIT'),
  };
  await prepareDatabase({
    ...urls,
    migrations: [...migrations, AddWords2900000000000],
    patience: { withinMs: 30_000, log },
  });
  expect(said).toEqual(Array(said.length).fill(expect.stringContaining('tries a migration again')));
  expect(waited.slice(0, 4)).toEqual(['500ms', '500ms', '500ms', '1500ms']);
  expect((await owner.query('SELECT words FROM notes')).rowCount).toBe(1);
});
