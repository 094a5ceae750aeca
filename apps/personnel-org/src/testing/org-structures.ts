import { randomUUID } from 'node:crypto';
import type { TestApi, TestCaller } from '@safety/testing';
import { sql } from './organisation.js';

/** Adds an item and resolves with the answer's body. */
export const addItem = async (caller: TestCaller, changes: object = {}) =>
  (await caller.post('/orgstructures/items', { name: `Item ${randomUUID()}`, type: 'area', ...changes }))
    .body;

/**
 * Places the item of a name, a new one where there is none, below a parent; resolves with the answer's body.
 */
export async function placed(
  caller: TestCaller,
  name: string,
  parent: { id: string } | null = null,
  changes: object = {},
) {
  const item = await addItem(caller, { name, type: 'site' });
  const body = { itemId: item.id ?? item.conflictingId, parentId: parent?.id ?? null, ...changes };
  return (await caller.post('/orgstructures', body)).body;
}

export const establishment = (changes: object = {}) => ({
  legalName: `Quarries ${randomUUID()}`,
  naicsCode: '212311',
  establishmentType: 'private',
  streetAddress: '1 Rock Road',
  city: 'Boise',
  state: 'ID',
  zip: '83702',
  years: [{ year: 2025, annualAverageEmployees: 40, peakEmployees: 52, totalHoursWorked: 80_000 }],
  ...changes,
});

/** Makes a course known, as training would publish it; resolves with its id. */
export async function addCourse(api: TestApi, companyId: string, changes: object = {}): Promise<string> {
  const id = randomUUID();
  const course = { name: `Course ${id}`, status: 'active', validity_months: 24, archived: false, ...changes };
  await sql(
    api,
    companyId,
    `INSERT INTO courses (company_id, id, version, code, name, status, validity_months, archived)
     VALUES ($1, $2, 1, 'C', $3, $4, $5, $6)`,
    [companyId, id, course.name, course.status, course.validity_months, course.archived],
  );
  return id;
}

/** The versions and paths in all messages of an org structure, published or not, the oldest first. */
export async function messagesOf(api: TestApi, companyId: string, id: string): Promise<unknown[]> {
  const text = `SELECT envelope FROM outbox WHERE envelope ->> 'companyId' = $1
    AND envelope ->> 'type' = 'org-structure-changed.v1' AND envelope -> 'payload' ->> 'id' = $2 ORDER BY id`;
  const { rows } = await sql(api, companyId, text, [companyId, id]);
  return rows.map(({ envelope }) => [envelope.payload.version, envelope.payload.path]);
}
