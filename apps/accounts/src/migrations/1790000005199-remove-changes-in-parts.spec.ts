import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import { databaseBefore, type EarlierDatabase } from '@safety/testing';
import type { DataSource } from 'typeorm';
import { RemoveChangesInParts1790000005199 } from './1790000005199-remove-changes-in-parts.js';
import { migrations } from './index.js';

const DAY_MS = 86_400_000;

let earlier: EarlierDatabase<DataSource>;
let owner: DataSource;
let service: DataSource;
/** Of the database. */
let now: Date;

const ago = (days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);

const record = (day: string, count = 1) =>
  owner.query(
    `INSERT INTO changes (company_id, resource, id, version, operation, members, changed_at)
     SELECT $1, 'roles', $1, n, 'added', '[]', $2::date::timestamp AT TIME ZONE 'UTC'
     FROM generate_series(1, $3) AS n`,
    [randomUUID(), day, count],
  );

const counted = async (): Promise<number> =>
  (
    await owner.query(
      "SELECT count(*)::int AS count FROM changes WHERE changed_at < now() - interval '9 months'",
    )
  )[0].count;

const partitions = async (): Promise<string[]> => {
  const rows: { name: string }[] = await owner.query(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'change_days'::regnamespace AND relkind = 'r'",
  );
  return rows.map(({ name }) => name);
};

const removed = async (most: number): Promise<number> =>
  (await service.query('SELECT changes_remove_old($1) AS removed', [most]))[0].removed;

beforeAll(async () => {
  earlier = await databaseBefore('accounts', RemoveChangesInParts1790000005199, migrations, {
    prepareDatabase,
    migrationDataSource,
  });
  ({ owner } = earlier);
  await owner.query('ALTER TABLE changes NO FORCE ROW LEVEL SECURITY');
  now = (await owner.query('SELECT now()'))[0].now;
  await owner.query(
    `CREATE TABLE change_days.d${ago(391).replaceAll('-', '')} PARTITION OF changes
     FOR VALUES FROM ('${ago(420)} 00:00Z') TO ('${ago(390)} 00:00Z')`,
  );
  await record(ago(401), 5);
  await record(ago(410));
  for (const day of [400, 395]) await record(ago(day));
  await prepareDatabase({ ...earlier.database, migrations });
  service = await migrationDataSource(earlier.database.serviceUrl, []).initialize();
});

afterAll(async () => {
  await service.destroy();
  await earlier.drop();
});

it('each month has the index, also those to come', async () => {
  await owner.query(`DROP TABLE change_days.${(await partitions()).toSorted().at(-1)}`);
  await service.query('SELECT changes_turn_days()');
  const rows = await owner.query(
    `SELECT count(*) FILTER (WHERE indisvalid)::int AS valid, count(*)::int AS all FROM pg_index
     WHERE indexrelid IN (SELECT relid FROM pg_partition_tree('changes_day_idx'))`,
  );
  const all = (await partitions()).length + 1;
  expect(rows).toEqual([{ valid: all, all }]);
});

it('the turn makes the month to come while a deletion is under way, and deletes nothing', async () => {
  const coming = (await partitions()).toSorted().at(-1);
  await owner.query(`DROP TABLE change_days.${coming}`);
  const deletion = service.createQueryRunner();
  await deletion.startTransaction();
  await deletion.query('SELECT changes_remove_old(1)');
  await service.query('SELECT changes_turn_days()');
  await deletion.rollbackTransaction();
  await deletion.release();
  expect(await partitions()).toContain(coming);
  expect(await counted()).toBe(8);
});

it('old changes go in parts, the oldest first', async () => {
  expect(await removed(4)).toBe(4);
  const days = await owner.query(
    `SELECT (changed_at AT TIME ZONE 'UTC')::date::text AS day, count(*)::int AS count FROM changes
     GROUP BY 1 ORDER BY 1`,
  );
  expect(days).toEqual([
    { day: ago(401), count: 2 },
    { day: ago(400), count: 1 },
    { day: ago(395), count: 1 },
  ]);
  expect(await removed(4)).toBe(2);
  expect(await removed(4)).toBe(0);
  expect(await counted()).toBe(2);
});

it('a run reads no month as a whole', async () => {
  const runner = owner.createQueryRunner();
  await runner.startTransaction();
  const wholeReads = () =>
    runner.query(
      "SELECT sum(seq_scan)::int AS count FROM pg_stat_xact_all_tables WHERE schemaname = 'change_days'",
    );
  const before = await wholeReads();
  await runner.query('SELECT changes_remove_old(4)');
  expect(await wholeReads()).toEqual(before);
  await runner.rollbackTransaction();
  await runner.release();
});

it('and back: the turn deletes again', async () => {
  await record(ago(401));
  const runner = owner.createQueryRunner();
  await new RemoveChangesInParts1790000005199().down(runner);
  await runner.release();
  await owner.query('SELECT changes_turn_days()');
  expect(await counted()).toBe(2);
});
