import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { describeResource, type TestApi, type WriteBelow } from '@safety/testing';
import { addPlace, person, startPersonnelOrg, type TestPlace } from '../testing/organisation.js';
import { contact } from '../testing/sensitive-details.js';
import { historyRecord } from '../testing/work-history.js';

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
  below: async (caller, { id }) => {
    const record = (date: string) => historyRecord(places.get(caller.companyId) as TestPlace, date);
    const contacts = '/emergencycontacts';
    const body = (await caller.post(`/personnel/${id}${contacts}`, contact())).body;
    await caller.post(`/personnel/${id}/history`, record('2021-05-01'));
    const ofContact = {
      path: `${contacts}/${body.id}`,
      missing: [`${contacts}/${randomUUID()}`, 'not-found'],
    } satisfies Partial<WriteBelow>;
    const ofRecord = {
      path: '/history?date=2021-05-01',
      missing: ['/history?date=2021-05-02', 'history-date-not-found'],
    } satisfies Partial<WriteBelow>;
    return [
      { method: 'POST', path: contacts, body: contact({ priority: 2 }) },
      { method: 'PUT', ...ofContact, body },
      { method: 'PATCH', ...ofContact, body: { priority: 3 } },
      { method: 'DELETE', ...ofContact },
      { method: 'POST', path: '/history', body: record('2022-05-01') },
      { method: 'PUT', ...ofRecord, body: record('2021-05-01') },
      { method: 'DELETE', ...ofRecord },
      { method: 'PUT', path: '/payroll', body: {} },
    ];
  },
  elsewhere: async ({ companyId }) => ({ orgStructureIds: [(await addPlace(api, companyId, 'Depot')).id] }),
});
