import { afterAll, beforeAll } from '@jest/globals';
import { describeResource, type TestApi } from '@safety/testing';
import { addPlace, person, startPersonnelOrg, type TestPlace } from '../testing/organisation.js';

let api: TestApi;
const places = new Map<string, TestPlace>();

beforeAll(async () => {
  api = await startPersonnelOrg();
});
afterAll(() => api.close());

describeResource(() => api, {
  path: '/personnel',
  prepare: async ({ companyId }) => {
    places.set(companyId, await addPlace(api, companyId, 'Quarry'));
  },
  body: ({ companyId }, changes) => person(places.get(companyId) as TestPlace, changes),
  text: { member: 'lastName', values: ['Byrne', 'Doyle'] },
  required: 'hireDate',
  sorts: ['lastName', 'personnelNumber', 'hireDate'],
  filter: { name: 'employmentStatus', none: 'terminated' },
  unique: 'personnelNumber',
  elsewhere: async ({ companyId }) => ({ orgStructureIds: [(await addPlace(api, companyId, 'Depot')).id] }),
});
