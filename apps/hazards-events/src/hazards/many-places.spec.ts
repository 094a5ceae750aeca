import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TestCaller } from '@safety/testing';
import { anotherId, copyRow } from '../testing/copy-row.js';
import { idsIn, only } from '../testing/hazard-scene.js';
import { addCompany, addMember, assessed, hazardAt, startForSpec } from '../testing/hazards-under-test.js';

const api = await startForSpec();
/** More than are looked through before an index is asked. */
const OTHERS = 4500;

describe.each([
  ['450 places, whose values are asked for in parts', 450],
  ['2,001 places, which are too many to ask for', 2001],
])('in the sight of a manager: %s', (_, places) => {
  let manager: TestCaller;
  let closed: string;

  beforeAll(async () => {
    const { admin, place } = await addCompany(api);
    manager = await addMember(api, admin.companyId, { role: 'manager', orgStructureIds: [place.id] });
    closed = only(await admin.post('/hazards', hazardAt(place, assessed)), 201).id;
    const belowIt = { id: 'gen_random_uuid()', path_ids: 'path_ids || gen_random_uuid()' };
    await copyRow(api, { table: 'org_structures', id: place.id, times: places - 1 }, belowIt);
    const later = { ...anotherId, risk_score: '1', identified_at: `identified_at + n * interval '1 second'` };
    await copyRow(api, { table: 'approved_hazards', id: closed, times: OTHERS }, later);
    await api.database.transaction('owner', async (owner) => {
      await owner.query(`UPDATE approved_hazards SET status = 'closed', risk_score = 25 WHERE id = $1`, [
        closed,
      ]);
    });
  });

  it.each([
    '/hazards?status=closed',
    '/hazards?band=veryHigh',
    '/hazards/includerequireapproval?status=closed',
    '/hazards/includerequireapproval?band=veryHigh',
  ])('GET %s finds a rare value', async (path) => {
    const page = await manager.get(`${path}&includeTotal=true`);
    expect([idsIn(page), page.body.page.totalCount]).toEqual([[closed], 1]);
  });
});
