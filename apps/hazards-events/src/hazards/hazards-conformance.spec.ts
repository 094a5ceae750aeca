import { afterAll, beforeAll } from '@jest/globals';
import { describeResource, type TestApi } from '@safety/testing';
import { addPlace, hazardAt, startHazardsEvents, type TestPlace } from '../testing/hazards-under-test.js';

let api: TestApi;
const places = new Map<string, TestPlace>();

beforeAll(async () => {
  api = await startHazardsEvents();
});
afterAll(() => api.close());

describeResource(() => api, {
  path: '/hazards',
  prepare: async ({ companyId }) => {
    places.set(companyId, await addPlace(api, companyId));
  },
  body: ({ companyId }, changes) => hazardAt(places.get(companyId) as TestPlace, changes),
  text: { member: 'title', values: ['Blocked exit', 'Wet floor'] },
  required: 'hazardType',
  sorts: ['identifiedAt', 'createdAt', 'reference', 'riskScore', 'dueDate'],
  filter: { name: 'hazardType', none: 'chemical' },
  without: ['replace'],
  clientMadeIds: true,
  replacesIn: '/hazards',
  below: async (_, row) => [{ method: 'PUT', path: '/requireapproval', body: row }],
  elsewhere: async ({ companyId }) => ({ orgStructureIds: [(await addPlace(api, companyId)).id] }),
});
