import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import {
  CompanyTransactions,
  databaseSettingsSchema,
  prepareDatabase,
  serviceDataSource,
} from '@safety/persistence';
import { createTestDatabase } from '@safety/testing';
import { migrations } from '../migrations/index.js';
import { DueBatches } from './due-batches.js';

it('due people of every company have their turn, however many companies have more of them', async () => {
  const database = await createTestDatabase('training', (urls) => prepareDatabase({ ...urls, migrations }));
  const settings = databaseSettingsSchema.parse({ DATABASE_URL: database.serviceUrl });
  const dataSource = await serviceDataSource(settings, []).initialize();
  try {
    const companies = Array.from({ length: 250 }, () => randomUUID()).sort();
    await dataSource.query(
      'INSERT INTO due_people (company_id, personnel_id) SELECT company, gen_random_uuid() FROM unnest($1::uuid[]) AS company',
      [companies],
    );
    await dataSource.query(
      "INSERT INTO due_people (company_id, personnel_id, due_at) VALUES ($1, gen_random_uuid(), now() + interval '1 day')",
      [randomUUID()],
    );
    const batches = new DueBatches(dataSource, new CompanyTransactions(dataSource));
    const rounds = [await batches.companies(), await batches.companies(), await batches.companies()];
    expect(rounds.flat()).toEqual([...companies, ...companies.slice(0, 50)]);
    expect((await batches.companies())[0]).toBe(companies[50]);
    await dataSource.query('DELETE FROM due_people');
    expect(await batches.companies()).toEqual([]);
    const change =
      "INSERT INTO due_changes (company_id, kind, about) VALUES ($1, 'companies', ARRAY[$1::uuid])";
    await dataSource.query(change, [companies[9]]);
    expect(await batches.companies()).toEqual([companies[9]]);
    await dataSource.query("UPDATE due_changes SET noted_at = now() + interval '1 minute'");
    expect(await batches.companies()).toEqual([]);
  } finally {
    await dataSource.destroy();
    await database.drop();
  }
});
