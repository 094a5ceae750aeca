import { afterAll, beforeAll } from '@jest/globals';
import { describeLists, type TestApi, type TestCaller } from '@safety/testing';
import { addMember, addPlace, hazardAt, startHazardsEvents } from '../testing/hazards-under-test.js';
import { approvedHazardLists, hazardLists } from './hazard-lists.js';

let api: TestApi;

beforeAll(async () => {
  api = await startHazardsEvents();
});
afterAll(() => api.close());

const nobody = '0190a5c8-0000-7000-8000-000000000001';

async function addHazard(caller: TestCaller): Promise<string> {
  const place = await addPlace(api, caller.companyId);
  await addMember(api, caller.companyId, { role: 'eventManager' });
  return (await caller.post('/hazards', hazardAt(place, { tags: ['frequent'] }))).body.id;
}

const queries = {
  status: ['status=approved', 'status=closed', 'status=approved,closed'],
  hazardType: ['hazardType=mechanical', 'hazardType=chemical'],
  riskScore: ['band=low', 'band=veryHigh'],
  orgStructureId: [`orgStructureId=${nobody}`, `orgStructureId=${nobody}&includeDescendants=false`],
  responsiblePersonnelId: [`responsiblePersonnelId=${nobody}`],
  reportedByPersonnelId: [`reportedByPersonnelId=${nobody}`],
  tags: ['tag=frequent', 'tag=rare', 'tag=frequent,rare'],
};
const elsewhere = { status: 'closed', hazardType: 'electrical', riskScore: '25', tags: '{other}' };
const further = [
  'identifiedFrom=2100-01-01T00:00:00Z',
  'identifiedTo=1900-01-01T00:00:00Z',
  'dueFrom=2100-01-01',
  'dueTo=1900-01-01',
  'hasOpenActions=true',
  'hasOpenActions=false',
];

describeLists(() => api, {
  path: ['/hazards', '/hazards/includerequireapproval'],
  lists: approvedHazardLists,
  add: addHazard,
  queries,
  elsewhere,
  further,
});

describeLists(() => api, {
  path: '/hazards/approvalData',
  lists: hazardLists,
  add: addHazard,
  queries: {
    ...queries,
    approvalState: ['approvalState=pending', 'approvalState=notRequired'],
    submittedAt: ['submittedFrom=2100-01-01T00:00:00Z', 'submittedTo=1900-01-01T00:00:00Z'],
    approverUserIds: [`approverUserId=${nobody}`],
  },
  elsewhere: { ...elsewhere, approvalState: 'approved' },
  further: [...further, 'requireApproval=true', 'requireApproval=false', 'status=rejected'],
});
