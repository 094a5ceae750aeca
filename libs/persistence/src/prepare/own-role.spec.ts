import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { connected } from '@safety/testing';
import { migrations } from '../testing/notes.js';
import { type DatabaseToPrepare, prepareDatabase } from './prepare-database.js';

const adminUrl = process.env['TEST_DATABASE_URL'] ?? '';
const prefix = `own_role_${randomBytes(6).toString('hex')}`;
const [hazards, training] = [`${prefix}_hazards`, `${prefix}_training`];
const lost = `${training}_lost`;
const [first] = migrations;
/** The role of each database, a later one of training, and one that somebody lets in to read. */
const [ofHazards, ofTraining, later, reader] = [
  `${hazards}_service`,
  `${training}_service`,
  `${training}_later`,
  `${prefix}_reader`,
];

const urlOf = (database: string, role: string, password = role): string => {
  const url = new URL(adminUrl);
  [url.pathname, url.username, url.password] = [`/${database}`, role, password];
  return url.href;
};

const ownerOf = (database: string): string => new URL(`/${database}`, adminUrl).href;

let lines: [object, string][];

const prepare = (
  database: string,
  serviceUrl: string,
  given: Pick<DatabaseToPrepare, 'first'> = { first },
) => {
  const warn = (fields: object, message: string) => void lines.push([fields, message]);
  const patience = { withinMs: 60_000, log: { info: () => undefined, warn } };
  return prepareDatabase({ ownerUrl: ownerOf(database), serviceUrl, migrations, patience, ...given });
};

/** Releases before did not look whose role it is. */
const prepareAsBefore = (database: string, serviceUrl: string) => prepare(database, serviceUrl, {});

const reads = (database: string, role: string): Promise<boolean> =>
  connected(urlOf(database, role), (client) => client.query('SELECT FROM notes')).then(
    () => true,
    (error) => {
      expect(error).toMatchObject({ code: '42501' });
      return false;
    },
  );

beforeAll(async () => {
  lines = [];
  await prepare(hazards, urlOf(hazards, ofHazards));
  await prepare(training, urlOf(training, ofTraining));
});

beforeEach(() => {
  lines = [];
});

afterAll(() =>
  connected(adminUrl, async (admin) => {
    for (const database of [hazards, training, lost])
      await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    const searching = [hazards, training].map((database) => `${database}_search`);
    for (const role of [ofHazards, ofTraining, later, reader, ...searching])
      await admin.query(`DROP ROLE IF EXISTS ${role}`);
  }),
);

it('the role of another database is refused, and keeps its password and its one database', async () => {
  await expect(prepare(training, urlOf(training, ofHazards, 'another'))).rejects.toThrow(
    `DATABASE_URL names ${ofHazards}, a role of the database ${hazards}: name another one for ${training}, or run REVOKE CONNECT ON DATABASE "${hazards}" FROM "${ofHazards}"`,
  );
  expect([await reads(hazards, ofHazards), await reads(training, ofHazards)]).toEqual([true, false]);
});

it('one that an earlier release let in is prepared in its own database, and shut out of the other', async () => {
  await prepareAsBefore(training, urlOf(training, ofHazards));
  await prepare(hazards, urlOf(hazards, ofHazards));
  expect([await reads(hazards, ofHazards), await reads(training, ofHazards)]).toEqual([true, true]);
  expect(lines).toEqual([]);
  await connected(urlOf(training, ofHazards), async (pod) => {
    await prepare(training, urlOf(training, ofTraining));
    await pod.query('SELECT FROM notes');
  });
  await prepare(training, urlOf(training, ofTraining));
  expect([await reads(hazards, ofHazards), await reads(training, ofHazards)]).toEqual([true, false]);
  expect(lines).toEqual([
    [
      { role: ofHazards, database: hazards },
      'preparation: a role of another database works here, and keeps its rights',
    ],
    [
      { role: ofHazards, database: hazards },
      'preparation: a role of another database has lost its rights here',
    ],
  ]);
  await connected(ownerOf(training), async (owner) => {
    const left = `SELECT FROM pg_shdepend
      JOIN pg_database ON dbid = pg_database.oid OR classid = 'pg_database'::regclass AND objid = pg_database.oid
      WHERE datname = current_database() AND refobjid = $1::regrole`;
    expect((await owner.query(left, [ofHazards])).rowCount).toBe(0);
  });
  await expect(prepare(training, urlOf(training, ofHazards))).rejects.toThrow('a role of the database');
});

it('a service whose role has another name goes on under both, since pods roll', async () => {
  await prepare(training, urlOf(training, later));
  expect([await reads(training, later), await reads(training, ofTraining)]).toEqual([true, true]);
  await prepare(training, urlOf(training, ofTraining));
  expect([await reads(training, later), await reads(training, ofTraining)]).toEqual([true, true]);
});

it('a role that somebody lets into both to read, with limits of time, stays in both', async () => {
  await connected(adminUrl, (admin) =>
    admin.query(`
      CREATE ROLE ${reader} LOGIN PASSWORD '${reader}';
      ALTER ROLE ${reader} SET statement_timeout = '1min';
      ALTER ROLE ${reader} SET transaction_timeout = '1min'`),
  );
  for (const [database, role] of [
    [hazards, ofHazards],
    [training, ofTraining],
  ] as const) {
    await connected(ownerOf(database), (owner) =>
      owner.query(`
        GRANT CONNECT ON DATABASE ${database} TO ${reader};
        GRANT USAGE ON SCHEMA public TO ${reader};
        GRANT SELECT ON notes TO ${reader}`),
    );
    await prepare(database, urlOf(database, role));
  }
  expect([await reads(hazards, reader), await reads(training, reader)]).toEqual([true, true]);
});

it('a database that is restored beside the lost one has its role', async () => {
  await connected(adminUrl, async (admin) => {
    await admin.query(`ALTER DATABASE ${training} RENAME TO ${lost}`);
    await admin.query(`CREATE DATABASE ${training} TEMPLATE ${lost}`);
  });
  await prepare(training, urlOf(training, ofTraining));
  expect([await reads(training, ofTraining), await reads(lost, ofTraining)]).toEqual([true, true]);
});
