import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import { databaseBefore, type EarlierDatabase } from '@safety/testing';
import type { DataSource } from 'typeorm';
import { CallNobodyActiveWhoLeft1790000000103 } from './1790000000103-call-nobody-active-who-left.js';
import { migrations } from './index.js';

let earlier: EarlierDatabase<DataSource>;

beforeAll(async () => {
  earlier = await databaseBefore('personnel-org', CallNobodyActiveWhoLeft1790000000103, migrations, {
    prepareDatabase,
    migrationDataSource,
  });
});

afterAll(() => earlier.drop());

it('those who had left are active no more, and polls hear of it; all others stay as they are', async () => {
  const { database, owner } = earlier;
  const add = async (belongs: boolean, active: boolean) => {
    const id = randomUUID();
    await owner.query(
      `INSERT INTO company_users (company_id, user_id, version, belongs, active, modified_at)
       VALUES ($1, $2, 1, $3, $4, '2026-01-01')`,
      [randomUUID(), id, belongs, active],
    );
    return id;
  };
  const [left, disabled, here] = [await add(false, true), await add(false, false), await add(true, true)];
  await prepareDatabase({ ...database, migrations });
  const rows: { id: string }[] = await owner.query(
    `SELECT user_id AS id, active, modified_at > '2026-01-01' AS told FROM company_users`,
  );
  expect(new Map(rows.map(({ id, ...is }) => [id, is]))).toEqual(
    new Map([
      [left, { active: false, told: true }],
      [disabled, { active: false, told: false }],
      [here, { active: true, told: false }],
    ]),
  );
});
