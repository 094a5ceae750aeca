import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type CallerOptions, describeChanges, describeResource, type TestApi } from '@safety/testing';
import { outcome } from '../testing/hazard-scene.js';
import {
  addPlace,
  assessed,
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
  verbs: ['POST /transitions'],
  row: async (_, options) => ({
    ...(await approved(options)),
    body: { transition: 'close', closureReason: 'eliminated' },
  }),
  archives: true,
});

it('PUT /hazards 409 archived: a row that is archived', async () => {
  const { caller, at, row } = await approved();
  expect((await caller.delete(at)).status).toBe(204);
  expect(outcome(await caller.put('/hazards', row))).toEqual({ status: 409, code: 'archived' });
});
