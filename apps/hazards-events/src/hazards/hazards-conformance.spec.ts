import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type CallerOptions,
  describeChanges,
  describeResource,
  describeStateRefusals,
  describeUnreadable,
  type TestApi,
} from '@safety/testing';
import { approvalMembers } from '../approvals/approval.entity.js';
import { outcome } from '../testing/hazard-scene.js';
import {
  addPlace,
  assessed,
  eventAt,
  hazardAt,
  startHazardsEvents,
  type TestPlace,
} from '../testing/hazards-under-test.js';

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
  audited: [...approvalMembers, 'liftsAnonymity', 'suggestedActions'],
  clientMadeIds: true,
  replacesIn: '/hazards',
  below: async (_, row) => [{ method: 'PUT', path: '/requireapproval', body: row }],
  elsewhere: async ({ companyId }) => ({ orgStructureIds: [(await addPlace(api, companyId)).id] }),
});

async function approved(options: CallerOptions = {}) {
  const caller = await api.caller(options);
  const body = hazardAt(await addPlace(api, caller.companyId), assessed);
  const { id } = (await caller.post('/hazards', body)).body;
  return { caller, at: `/hazards/${id}`, row: { ...body, id } };
}

describeChanges('/hazards/{id}', {
  verbs: ['POST /transitions', 'PUT /requireapproval'],
  row: async (verb, options) => {
    const { row, ...found } = await approved(options);
    const close = { transition: 'close', closureReason: 'eliminated' };
    return { ...found, body: verb === 'POST /transitions' ? close : row };
  },
  archives: true,
});

describeStateRefusals('/hazards/approval', [
  [
    'PUT',
    'is archived',
    async (options) => {
      const { caller, at, row } = await approved(options);
      expect((await caller.delete(at, { headers: { 'if-match': '*' } })).status).toBe(204);
      return { caller, at: '/hazards/approval', body: row };
    },
  ],
]);

describe.each(['/hazards', '/hazards/approval'])('PUT %s', (path) => {
  it('412 version-mismatch: another version, in the body or in If-Match', async () => {
    const { caller, row } = await approved();
    const refused = { status: 412, code: 'version-mismatch' };
    expect(outcome(await caller.put(path, { ...row, version: 7 }))).toEqual(refused);
    const headers = { 'if-match': '"7"' };
    expect(outcome(await caller.put(path, row, { headers }))).toEqual(refused);
  });

  it('428 precondition-required: neither, in a company that demands it', async () => {
    const { caller, row } = await approved({ requireIfMatch: true });
    const refused = { status: 428, code: 'precondition-required' };
    expect(outcome(await caller.put(path, row))).toEqual(refused);
  });
});

describe.each(['/hazards/requireapproval', '/hazards/approval', '/events/requireapproval'])(
  'POST %s',
  (path) => {
    describeUnreadable('such a body', async (change, options) => {
      const caller = await api.caller();
      const place = await addPlace(api, caller.companyId);
      const right = path.startsWith('/events') ? eventAt(place) : hazardAt(place, assessed);
      return caller.post(path, 'body' in change ? change.body : { ...right, ...change.added }, options);
    });
  },
);
