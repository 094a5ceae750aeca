import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseSettingsSchema, prepareDatabase, serviceDataSource } from '@safety/persistence';
import { createTestDatabase, type TestDatabase } from '@safety/testing';
import type { DataSource } from 'typeorm';
import { Database } from './database.js';

let test: TestDatabase;
let dataSource: DataSource;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase('identity-without-tables', (urls) =>
    prepareDatabase({ ...urls, migrations: [] }),
  );
  const settings = databaseSettingsSchema.parse({ DATABASE_URL: test.serviceUrl, DATABASE_POOL_SIZE: 2 });
  dataSource = await serviceDataSource(settings, []).initialize();
  database = new Database(dataSource);
});

afterAll(async () => {
  await dataSource.destroy();
  await test.drop();
});

describe('a transaction of the database', () => {
  it('calls its effects after the commit, and returns its result', async () => {
    const effects: string[] = [];
    const result = await database.transaction(async ({ client, afterCommit }) => {
      afterCommit.push(() => effects.push('committed'));
      return (await client.query('SELECT 7 AS seven')).rows[0].seven;
    });
    expect({ result, effects }).toEqual({ result: 7, effects: ['committed'] });
  });

  it('fails when a failed statement was caught inside: nothing of it was kept', async () => {
    const effects: string[] = [];
    const lost = database.transaction(async ({ client, afterCommit }) => {
      afterCommit.push(() => effects.push('never'));
      await client.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(lost).rejects.toThrow('nothing of it was kept');
    expect(effects).toEqual([]);
  });
});
