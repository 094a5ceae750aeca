import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import { databaseBefore, type EarlierDatabase } from '@safety/testing';
import type { DataSource } from 'typeorm';
import { FreeExternalIds1790000005198 } from './1790000005198-free-external-ids.js';
import { migrations } from './index.js';

let earlier: EarlierDatabase<DataSource>;

beforeAll(async () => {
  earlier = await databaseBefore('accounts', FreeExternalIds1790000005198, migrations, {
    prepareDatabase,
    migrationDataSource,
  });
});

afterAll(() => earlier.drop());

it('frees the external ids of archived rows, in each company, and keeps those of others', async () => {
  const { owner, database } = earlier;
  const runner = owner.createQueryRunner();
  await runner.startTransaction();
  for (const archivedAt of [null, new Date()]) {
    const companyId = randomUUID();
    await runner.query("SELECT set_config('app.company_id', $1, true)", [companyId]);
    await runner.query(
      `WITH company AS (INSERT INTO companies (id, name, country_code, time_zone, default_locale)
         VALUES ($1::uuid, 'Works', 'IE', 'UTC', 'en')),
       role AS (INSERT INTO roles (company_id, id, name, permissions) VALUES ($1::uuid, $1::uuid, 'R', '{}')),
       added AS (INSERT INTO users (id, email, given_name, family_name)
         VALUES ($1::uuid, $1::text, 'Ida', 'Ek')),
       member AS (INSERT INTO company_users
           (company_id, id, email, given_name, family_name, external_id, archived_at)
         VALUES ($1::uuid, $1::uuid, $1::text, 'Ida', 'Ek', 'E-1', $2::timestamptz))
       INSERT INTO role_assignments (company_id, id, user_id, role_id, external_id, archived_at)
         VALUES ($1::uuid, $1::uuid, $1::uuid, $1::uuid, 'E-1', $2::timestamptz)`,
      [companyId, archivedAt],
    );
  }
  await runner.commitTransaction();
  await runner.release();
  await prepareDatabase({ ...database, migrations });
  for (const table of ['company_users', 'role_assignments'])
    expect(await owner.query(`SELECT archived, external_id FROM ${table} ORDER BY archived`)).toEqual([
      { archived: false, external_id: 'E-1' },
      { archived: true, external_id: null },
    ]);
});
