import { randomUUID } from 'node:crypto';
import type { TestApi } from '@safety/testing';
import type { TestPlace } from './organisation.js';

/**
 * Adds people to the company of a place who work there since 2020, with a few statements; resolves with their
 * ids.
 */
export async function addManyPeople(
  api: TestApi,
  { companyId, id: placeId }: Pick<TestPlace, 'companyId' | 'id'>,
  count: number,
  lineManagerId: string | null = null,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await api.database.transaction('owner', async (client) => {
    await client.query(
      `INSERT INTO personnel (company_id, id, personnel_number, first_name, last_name, hire_date, line_manager_id)
       SELECT $1, id, id, 'Aoife', 'Byrne', '2020-01-01', $3 FROM unnest($2::uuid[]) AS id`,
      [companyId, ids, lineManagerId],
    );
    await addRecords(client, companyId, ids, placeId, '2020-01-01', 'Fitter');
    await client.query('ANALYZE personnel, work_history, work_history_days');
  });
  return ids;
}

/** Lets people work at another place since a date that has begun. */
export async function moveManyPeople(
  api: TestApi,
  { companyId, id: placeId }: Pick<TestPlace, 'companyId' | 'id'>,
  ids: readonly string[],
  date: string,
): Promise<void> {
  await api.database.transaction('owner', async (client) => {
    await addRecords(client, companyId, ids, placeId, date, 'Fitter');
    await client.query('ANALYZE work_history, work_history_days');
  });
}

/** Lets the work history of people make drivers of them at their place on a date, for which it waits. */
export async function addDueRecords(
  api: TestApi,
  { companyId, id: placeId }: Pick<TestPlace, 'companyId' | 'id'>,
  ids: readonly string[],
  effectiveDate: string,
  dueAt: Date,
): Promise<void> {
  await api.database.transaction('owner', async (client) => {
    await addRecords(client, companyId, ids, placeId, effectiveDate, 'Driver');
    await client.query(
      `INSERT INTO history_due (company_id, personnel_id, effective_date, due_at, time_zone)
       SELECT $1, id, $3, $4, 'Europe/Dublin' FROM unnest($2::uuid[]) AS id`,
      [companyId, ids, effectiveDate, dueAt],
    );
    await client.query('ANALYZE work_history, history_due');
  });
}

type Owner = Parameters<Parameters<TestApi['database']['transaction']>[1]>[0];

const addRecords = (
  client: Owner,
  companyId: string,
  ids: readonly string[],
  placeId: string,
  effectiveDate: string,
  jobTitle: string,
) =>
  client.query(
    `INSERT INTO work_history (company_id, id, personnel_id, effective_date, org_structure_id, job_title,
       employment_type, employment_status, fte)
     SELECT $1, gen_random_uuid(), id, $4, $3, $5, 'fullTime', 'active', 1 FROM unnest($2::uuid[]) AS id`,
    [companyId, ids, placeId, effectiveDate, jobTitle],
  );
