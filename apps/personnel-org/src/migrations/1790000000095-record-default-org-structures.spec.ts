import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import { databaseBefore, type EarlierDatabase } from '@safety/testing';
import type { DataSource } from 'typeorm';
import { RecordDefaultOrgStructures1790000000095 } from './1790000000095-record-default-org-structures.js';
import { migrations } from './index.js';

const [companyId, placeId, otherId] = [randomUUID(), randomUUID(), randomUUID()];
let earlier: EarlierDatabase<DataSource>;

beforeAll(async () => {
  earlier = await databaseBefore('personnel-org', RecordDefaultOrgStructures1790000000095, migrations, {
    prepareDatabase,
    migrationDataSource,
  });
});

afterAll(() => earlier.drop());

const inCompany = (text: string, values: unknown[] = []) =>
  earlier.owner.transaction(async (manager) => {
    await manager.query("SELECT set_config('app.company_id', $1, true)", [companyId]);
    return manager.query(text, values);
  });

/** As the release before writes it. */
const setAsBefore = (userId: string, id: string) =>
  inCompany(
    `INSERT INTO default_org_structures (company_id, user_id, org_structure_id) VALUES ($1, $2, $3)
     ON CONFLICT (company_id, user_id) DO UPDATE SET org_structure_id = excluded.org_structure_id`,
    [companyId, userId, id],
  );

it('keeps rows, takes those of the release before, and goes back without users who have none', async () => {
  for (const id of [placeId, otherId]) {
    const item = 'INSERT INTO org_structure_items (company_id, id, name, type) VALUES ($1, $2, $3, $4)';
    await inCompany(item, [companyId, id, id, 'site']);
    const place = `INSERT INTO org_structures (company_id, id, item_id, name, type, level, path, path_ids)
      VALUES ($1, $2, $2, $3, 'site', 0, $3, ARRAY[$2::uuid])`;
    await inCompany(place, [companyId, id, id]);
  }
  const [first, second] = [randomUUID(), randomUUID()];
  await setAsBefore(first, placeId);
  const { database, owner } = earlier;
  await prepareDatabase({ ...database, migrations });
  await setAsBefore(first, otherId);
  await setAsBefore(second, placeId);
  expect(await inCompany('SELECT version FROM default_org_structures')).toEqual([
    { version: 1 },
    { version: 1 },
  ]);
  await inCompany('UPDATE default_org_structures SET org_structure_id = NULL WHERE user_id = $1', [second]);
  const runner = owner.createQueryRunner();
  await new RecordDefaultOrgStructures1790000000095().down(runner);
  await runner.release();
  const left = await inCompany('SELECT user_id, org_structure_id FROM default_org_structures');
  expect(left).toEqual([{ user_id: first, org_structure_id: otherId }]);
});
