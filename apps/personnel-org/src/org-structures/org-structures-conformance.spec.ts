import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { describeResource, type TestApi } from '@safety/testing';
import { addItem } from '../testing/org-structures.js';
import { startPersonnelOrg } from '../testing/organisation.js';

let api: TestApi;

beforeAll(async () => {
  api = await startPersonnelOrg();
});
afterAll(() => api.close());

describeResource(() => api, {
  path: '/orgstructures',
  body: async (caller, changes) => ({ itemId: (await addItem(caller)).id, ...changes }),
  text: { member: 'timeZone', values: ['Europe/Amsterdam', 'Europe/Dublin'] },
  required: 'itemId',
  sorts: ['path', 'name'],
  filter: { name: 'type', none: 'team' },
  elsewhere: 'to everyone',
});

describeResource(() => api, {
  path: '/orgstructures/items',
  body: (_, changes) => ({ name: `Item ${randomUUID()}`, type: 'area', ...changes }),
  text: { member: 'description', values: ['Alpha', 'Beta'] },
  required: 'name',
  sorts: ['name'],
  filter: { name: 'type', none: 'team' },
  unique: 'code',
  lacks: ['includeArchived'],
  audited: ['trainingRequired'],
  below: async () => [{ method: 'PUT', path: '/trainingrequired', body: { requirements: [] } }],
  elsewhere: 'to everyone',
});
