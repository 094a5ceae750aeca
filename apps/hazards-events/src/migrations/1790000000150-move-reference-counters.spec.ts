import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import { databaseBefore, type EarlierDatabase, type TestDatabase } from '@safety/testing';
import type { DataSource } from 'typeorm';
import { MoveReferenceCounters1790000000150 } from './1790000000150-move-reference-counters.js';
import { migrations } from './index.js';

const companyId = randomUUID();
let earlier: EarlierDatabase<DataSource>;
let database: TestDatabase;
let owner: DataSource;

beforeAll(async () => {
  earlier = await databaseBefore('hazards-events', MoveReferenceCounters1790000000150, migrations, {
    prepareDatabase,
    migrationDataSource,
  });
  ({ database, owner } = earlier);
});

afterAll(() => earlier.drop());

it('the numbers given so far go on in the series, behind the wall of their company', async () => {
  await owner.query("INSERT INTO reference_counters VALUES ($1, 'HAZ', 2026, 41)", [companyId]);
  await prepareDatabase({ ...database, migrations });
  const rows = await owner.query('SELECT company_id, series, year, last FROM number_series');
  expect(rows).toEqual([{ company_id: companyId, series: 'HAZ', year: 2026, last: 41 }]);
  const walls = await owner.query(
    "SELECT relforcerowsecurity AS forced FROM pg_class WHERE relname = 'number_series'",
  );
  expect(walls).toEqual([{ forced: true }]);
});
