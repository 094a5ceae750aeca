import { afterAll, beforeAll } from '@jest/globals';
import { describeLists, type TestApi } from '@safety/testing';
import { addPlace, person, startPersonnelOrg } from '../testing/organisation.js';
import { personnelLists } from './personnel-lists.js';

let api: TestApi;

beforeAll(async () => {
  api = await startPersonnelOrg();
});
afterAll(() => api.close());

const nobody = '0190a5c8-0000-7000-8000-000000000001';

describeLists(() => api, {
  path: '/personnel',
  lists: personnelLists,
  add: async (caller) => {
    const place = await addPlace(api, caller.companyId, 'Quarry');
    return (await caller.post('/personnel', person(place))).body.id;
  },
  queries: { lineManagerId: [`lineManagerId=${nobody}`] },
  further: [
    `orgStructureId=${nobody}`,
    `orgStructureId=${nobody}&includeDescendants=false`,
    'employmentStatus=active',
    'employmentStatus=suspended',
    'employmentType=temporary',
    'jobTitle=Astronaut',
    'hiredFrom=2100-01-01',
    'hiredTo=1900-01-01',
    'hasUser=true',
    'hasUser=false',
    'trainingStatus=nonCompliant',
    'trainingStatus=notRequired',
    'trainingStatus=compliant,expiringSoon',
    'asOf=2020-01-01',
    'asOf=2020-01-01&jobTitle=Astronaut',
    'asOf=2020-01-01&trainingStatus=nonCompliant',
  ],
});
