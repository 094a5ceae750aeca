import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import { databaseBefore, type EarlierDatabase, eventually, type TestDatabase } from '@safety/testing';
import type { DataSource, QueryRunner } from 'typeorm';
import { ServeLists1790000005193 } from './1790000005193-serve-lists.js';
import { migrations } from './index.js';

/** An index that is built while others write waits for all that began before it. */
const WAITING = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'virtualxid'`;

let earlier: EarlierDatabase<DataSource>;
let database: TestDatabase;
let owner: DataSource;

const add = (email: string) =>
  owner.query(
    `WITH added AS (INSERT INTO users (id, email, given_name, family_name)
       VALUES (gen_random_uuid(), $1, 'Ida', 'Ek') RETURNING id, email, given_name, family_name)
     INSERT INTO company_users (company_id, id, email, given_name, family_name)
     SELECT gen_random_uuid(), added.* FROM added`,
    [email],
  );

/** The addresses in lower case, as the lists find them. */
const keys = async (): Promise<string[]> => {
  const rows: { key: string }[] = await owner.query('SELECT email_key AS key FROM company_users ORDER BY 1');
  return rows.map(({ key }) => key);
};

const inOwnRunner = async (work: (runner: QueryRunner) => Promise<void>): Promise<void> => {
  const runner = owner.createQueryRunner();
  try {
    await work(runner as QueryRunner);
  } finally {
    await runner.release();
  }
};

beforeAll(async () => {
  earlier = await databaseBefore('accounts', ServeLists1790000005193, migrations, {
    prepareDatabase,
    migrationDataSource,
  });
  ({ database, owner } = earlier);
});

afterAll(() => earlier.drop());

it('lets others read and add users of companies meanwhile, and knows all addresses in lower case', async () => {
  await Promise.all([add('One@Test.example'), add('TWO@test.example')]);
  await inOwnRunner(async (open) => {
    await open.startTransaction('REPEATABLE READ');
    await open.query('SELECT FROM companies');
    const prepared = prepareDatabase({ ...database, migrations });
    await eventually(async () => expect(await owner.query(WAITING)).toHaveLength(1));
    await add('Three@test.example');
    expect(await keys()).toEqual(['one@test.example', 'three@test.example', 'two@test.example']);
    await open.commitTransaction();
    await prepared;
  });
  expect(await owner.query('SELECT FROM pg_index WHERE NOT indisvalid')).toEqual([]);
});

it('knows an address that changes, whatever is written as its key', async () => {
  await owner.query(
    "UPDATE company_users SET email = 'Four@test.example' WHERE email_key = 'two@test.example'",
  );
  await owner.query("UPDATE company_users SET email_key = 'another' WHERE email_key = 'one@test.example'");
  expect(await keys()).toEqual(['four@test.example', 'one@test.example', 'three@test.example']);
});

it('is the same when it is repeated, and when it is taken back before', async () => {
  const indexes = async () =>
    owner.query("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1");
  const before = [await indexes(), await keys()];
  const migration = new ServeLists1790000005193();
  await inOwnRunner((runner) => migration.up(runner));
  expect([await indexes(), await keys()]).toEqual(before);
  await inOwnRunner((runner) => migration.down(runner));
  await inOwnRunner((runner) => migration.up(runner));
  expect([await indexes(), await keys()]).toEqual(before);
});
