import { afterAll, beforeAll } from '@jest/globals';
import { describeLists, type TestApi, type TestCaller } from '@safety/testing';
import { actionLists } from './actions/action-lists.js';
import { approvedEventLists, eventLists } from './events/event-lists.js';
import { addMember, addPlace, eventAt, startHazardsEvents } from './testing/hazards-under-test.js';

let api: TestApi;

beforeAll(async () => {
  api = await startHazardsEvents();
});

afterAll(() => api.close());

const nobody = '0190a5c8-0000-7000-8000-000000000001';

async function addEvent(caller: TestCaller): Promise<string> {
  const place = await addPlace(api, caller.companyId);
  const manager = await addMember(api, caller.companyId, { role: 'eventManager' });
  const { id } = (await caller.post('/events/requireapproval', eventAt(place, { tags: ['frequent'] }))).body;
  await manager.post(`/events/${id}/transitions`, { transition: 'approve' });
  return id;
}

const queries = {
  status: ['status=open', 'status=closed'],
  eventType: ['eventType=accident', 'eventType=fire'],
  actualSeverity: ['actualSeverity=moderate', 'actualSeverity=major'],
  orgStructureId: [`orgStructureId=${nobody}&includeDescendants=false`],
  reportedByPersonnelId: [`reportedByPersonnelId=${nobody}`],
  supervisorPersonnelId: [`supervisorPersonnelId=${nobody}`],
  oshaRecordable: ['oshaRecordable=true', 'oshaRecordable=false'],
  riddorReportable: ['riddorReportable=true', 'riddorReportable=false'],
  injuredPersonnelIds: [`personInjuredPersonnelId=${nobody}`],
  groupTypes: ['groupType=injury', 'groupType=fire'],
  tags: ['tag=frequent', 'tag=rare'],
};
const elsewhere = {
  status: 'closed',
  eventType: 'nearMiss',
  actualSeverity: 'minor',
  groupTypes: '{}',
  tags: '{other}',
};
const further = [
  'occurredFrom=2100-01-01T00:00:00Z',
  'occurredTo=1900-01-01T00:00:00Z',
  'reportedFrom=2100-01-01T00:00:00Z',
  'reportedTo=1900-01-01T00:00:00Z',
];

describeLists(() => api, {
  path: ['/events', '/events/includerequireapproval'],
  lists: approvedEventLists,
  add: addEvent,
  queries,
  elsewhere,
  further,
});

describeLists(() => api, {
  path: '/events/approvalData',
  lists: eventLists,
  add: addEvent,
  queries: {
    ...queries,
    approvalState: ['approvalState=pending', 'approvalState=approved'],
    submittedAt: ['submittedFrom=2100-01-01T00:00:00Z', 'submittedTo=1900-01-01T00:00:00Z'],
    approverUserIds: [`approverUserId=${nobody}`],
  },
  elsewhere: { ...elsewhere, approvalState: 'notRequired' },
  further: [...further, 'requireApproval=true', 'requireApproval=false', 'status=rejected'],
});

describeLists(() => api, {
  path: '/actions',
  // The copies keep their priority: it is none of the values that differ.
  lists: { ...actionLists, sorts: ['dueDate'] },
  add: async (caller) => {
    const place = await addPlace(api, caller.companyId);
    const action = {
      title: 'Mount a fixed guard',
      actionType: 'corrective',
      sourceType: 'standalone',
      orgStructureId: place.id,
      assigneeUserId: caller.userId,
      dueDate: '2030-01-01',
    };
    return (await caller.post('/actions', action)).body.id;
  },
  queries: {
    status: ['status=open', 'status=verified'],
    priority: ['priority=medium', 'priority=critical'],
    assigneePersonnelId: [`assigneePersonnelId=${nobody}`],
    assigneeUserId: ['assigneeUserId=me', `assigneeUserId=${nobody}`],
    sourceType: ['sourceType=standalone', 'sourceType=hazard'],
    sourceId: [`sourceId=${nobody}`],
    orgStructureId: [`orgStructureId=${nobody}&includeDescendants=false`],
  },
  elsewhere: { status: 'inProgress', priority: 'low', sourceType: 'training' },
  further: [
    'dueFrom=2100-01-01',
    'dueTo=1900-01-01',
    'overdue=true',
    'overdue=false',
    'sort=priority',
    'sort=-priority',
  ],
});
