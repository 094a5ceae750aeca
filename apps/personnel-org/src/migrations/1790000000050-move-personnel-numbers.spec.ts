import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import { databaseBefore, type EarlierDatabase, type TestDatabase } from '@safety/testing';
import type { DataSource } from 'typeorm';
import { MovePersonnelNumbers1790000000050 } from './1790000000050-move-personnel-numbers.js';
import { migrations } from './index.js';

const companyId = randomUUID();
let earlier: EarlierDatabase<DataSource>;
let database: TestDatabase;
let owner: DataSource;

beforeAll(async () => {
  earlier = await databaseBefore('personnel-org', MovePersonnelNumbers1790000000050, migrations, {
    prepareDatabase,
    migrationDataSource,
  });
  ({ database, owner } = earlier);
});

afterAll(() => earlier.drop());

it('the numbers given so far go on in the series, behind the wall of their company', async () => {
  await owner.query('INSERT INTO personnel_numbers VALUES ($1, 41)', [companyId]);
  await prepareDatabase({ ...database, migrations });
  const rows = await owner.query('SELECT company_id, series, year, last FROM number_series');
  expect(rows).toEqual([{ company_id: companyId, series: 'P', year: 0, last: 41 }]);
  const walls = await owner.query(
    "SELECT relforcerowsecurity AS forced FROM pg_class WHERE relname = 'number_series'",
  );
  expect(walls).toEqual([{ forced: true }]);
});
