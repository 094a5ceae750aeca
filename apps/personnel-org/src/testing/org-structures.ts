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

const ROOMS_WITH_ONE = `
  WITH items AS (
    INSERT INTO org_structure_items (company_id, id, name, type)
    SELECT company_id, gen_random_uuid(), 'Room ' || n || ' of ' || $1::uuid, 'area'
    FROM org_structures, generate_series($3::int, $4) AS n WHERE id = $1::uuid RETURNING company_id, id, name
  ), rooms AS (
    INSERT INTO org_structures (company_id, id, item_id, parent_id, name, type, level, path, path_ids)
    SELECT p.company_id, items.id, items.id, p.id, items.name, 'area', 1, p.path || ' / ' || items.name, ARRAY[p.id, items.id]
    FROM items JOIN org_structures AS p ON p.company_id = items.company_id AND p.id = $1::uuid
    RETURNING company_id, id, path, path_ids
  )
  INSERT INTO org_structures (company_id, id, item_id, parent_id, name, type, level, path, path_ids)
  SELECT company_id, own, $2::uuid, id, 'Desk', 'other', 2, path || ' / Desk', path_ids || own
  FROM (SELECT rooms.*, gen_random_uuid() AS own FROM rooms) AS placed`;

/** Adds rooms below a root, each an item of its own, with one placement of the item `of` in each. */
export async function addRooms(
  api: TestApi,
  companyId: string,
  { below, of, count }: { below: string; of: string; count: number },
): Promise<void> {
  // In parts: the role of the service has its limit of time, on a slow machine too.
  for (let first = 1; first <= count; first += 500)
    await sql(api, companyId, ROOMS_WITH_ONE, [below, of, first, Math.min(first + 499, count)]);
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
