import { afterAll, beforeAll } from '@jest/globals';
import { describeLists, type TestApi } from '@safety/testing';
import { addPlace, hazardAt, startHazardsEvents } from '../testing/hazards-under-test.js';
import { approvedHazardLists } from './hazard-lists.js';

let api: TestApi;

beforeAll(async () => {
  api = await startHazardsEvents();
});
afterAll(() => api.close());

const nobody = '0190a5c8-0000-7000-8000-000000000001';

describeLists(() => api, {
  path: '/hazards',
  lists: approvedHazardLists,
  add: async (caller) => {
    const place = await addPlace(api, caller.companyId);
    return (await caller.post('/hazards', hazardAt(place, { tags: ['frequent'] }))).body.id;
  },
  queries: {
    status: ['status=approved', 'status=closed', 'status=approved,closed'],
    hazardType: ['hazardType=mechanical', 'hazardType=chemical'],
    riskScore: ['band=low', 'band=veryHigh'],
    orgStructureId: [`orgStructureId=${nobody}`, `orgStructureId=${nobody}&includeDescendants=false`],
    responsiblePersonnelId: [`responsiblePersonnelId=${nobody}`],
    reportedByPersonnelId: [`reportedByPersonnelId=${nobody}`],
    tags: ['tag=frequent', 'tag=rare', 'tag=frequent,rare'],
  },
  further: [
    'identifiedFrom=2100-01-01T00:00:00Z',
    'identifiedTo=1900-01-01T00:00:00Z',
    'dueFrom=2100-01-01',
    'dueTo=1900-01-01',
  ],
});
