import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import { databaseBefore, type EarlierDatabase, eventually, type TestDatabase } from '@safety/testing';
import type { DataSource } from 'typeorm';
import { KeepMonthsOfChanges1790000005196 } from './1790000005196-keep-months-of-changes.js';
import { migrations } from './index.js';

const DAY_MS = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const nameOf = (day: string): string => `d${day.replaceAll('-', '')}`;
/** The last day of the month that is so many months away. */
const endOfMonth = (now: Date, away = 0): string =>
  dayOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + away + 1, 0));

/** A day of the month that is merged first. Later months wait for the end of each, and so of open writers. */
const LATE_DAYS = 98;
const WAITING = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'relation'`;

let earlier: EarlierDatabase<DataSource>;
let database: TestDatabase;
let owner: DataSource;
/** Of the database, whose day may have ended while the tables were made. */
let now: Date;

const ago = (days: number): string => dayOf(now.getTime() - days * DAY_MS);

const partitions = async (): Promise<string[]> => {
  const rows: { name: string }[] = await owner.query(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'change_days'::regnamespace AND relkind = 'r'
     ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
};

const partition = (from: string, to: string, lastDay: string) =>
  owner.query(
    `CREATE TABLE change_days.${nameOf(lastDay)} PARTITION OF changes
     FOR VALUES FROM ('${from} 00:00Z') TO ('${to} 00:00Z')`,
  );

const record = (day: string, by: Pick<DataSource, 'query'> = owner) =>
  by.query(
    `INSERT INTO changes (company_id, resource, id, version, operation, members, changed_at)
     VALUES ($1, 'roles', $1, 1, 'added', '[]', $2::date::timestamp AT TIME ZONE 'UTC')`,
    [randomUUID(), day],
  );

/** The days of all changes, without the wall. */
const days = async (): Promise<string[]> => {
  const rows: { day: string }[] = await owner.query(
    "SELECT (changed_at AT TIME ZONE 'UTC')::date::text AS day FROM changes ORDER BY number",
  );
  return rows.map(({ day }) => day);
};

beforeAll(async () => {
  earlier = await databaseBefore('accounts', KeepMonthsOfChanges1790000005196, migrations, {
    prepareDatabase,
    migrationDataSource,
  });
  ({ database, owner } = earlier);
  await owner.query('ALTER TABLE changes NO FORCE ROW LEVEL SECURITY');
  now = (await owner.query('SELECT now()'))[0].now;
  for (let day = 2; day < 100; day += 1) {
    await partition(ago(day), ago(day - 1), ago(day));
    await record(ago(day));
  }
  await record(ago(0));
  const late = owner.createQueryRunner();
  await late.startTransaction();
  await record(ago(LATE_DAYS), late);
  const prepared = prepareDatabase({ ...database, migrations });
  await eventually(async () => expect(await owner.query(WAITING)).toHaveLength(1));
  await late.commitTransaction();
  await late.release();
  await prepared;
});

afterAll(() => earlier.drop());

it('days that are over become months, and those to come', async () => {
  const expected = Array.from({ length: 100 }, (_, day) => ago(day))
    .filter((day) => day !== ago(0) && (day === ago(1) || day === endOfMonth(new Date(day))))
    .map(nameOf);
  expect(await partitions()).toEqual(
    expect.arrayContaining([...expected, nameOf(ago(0)), nameOf(endOfMonth(now))]),
  );
  expect((await partitions()).length).toBeLessThan(9);
  const early = Array.from({ length: 98 }, (_, index) => ago(index + 2));
  expect(await days()).toEqual([...early, ago(0), ago(LATE_DAYS)]);
});

it('new changes find their month, and each index is whole', async () => {
  const invalid = await owner.query('SELECT indexrelid::regclass FROM pg_index WHERE NOT indisvalid');
  expect(invalid).toEqual([]);
  await record(ago(0));
  expect(await days()).toHaveLength(101);
});

it('400 days are kept: older ones go, also those of a month that is kept', async () => {
  await partition(ago(430), ago(420), ago(421));
  await partition(ago(420), ago(390), ago(391));
  for (const age of [425, 410, 401, 400, 395]) await record(ago(age));
  await owner.query('SELECT changes_turn_days(), changes_remove_old(10)');
  expect((await days()).filter((day) => day < ago(200))).toEqual([ago(400), ago(395)]);
  expect((await partitions())[0]).toBe(nameOf(ago(391)));
});

it('and back: days to come are days again, and nothing is lost', async () => {
  const before = await days();
  const runner = owner.createQueryRunner();
  await new KeepMonthsOfChanges1790000005196().down(runner);
  await runner.release();
  await owner.query('SELECT changes_turn_days()');
  await record(ago(0));
  expect(await days()).toEqual([...before, ago(0)]);
  expect(await partitions()).toEqual(expect.arrayContaining([0, 1, -1, -7].map((day) => nameOf(ago(day)))));
});

it('a suite that was off for longer than changes are kept goes on', async () => {
  for (const name of await partitions()) await owner.query(`DROP TABLE change_days.${name}`);
  await partition(ago(450), ago(430), ago(431));
  const runner = owner.createQueryRunner();
  await new KeepMonthsOfChanges1790000005196().up(runner);
  await runner.release();
  await owner.query('SELECT changes_turn_days()');
  expect(await partitions()).toEqual(expect.arrayContaining([nameOf(endOfMonth(now))]));
  await record(ago(0));
  expect(await days()).toEqual([ago(0)]);
});
