import { afterAll } from '@jest/globals';
import type { Answer } from '@safety/testing';
import { addPlace, startPersonnelOrg } from './organisation.js';

/** Starts the service at the top of a spec file, with the administrator of a company. */
export async function startCompany() {
  const api = await startPersonnelOrg();
  afterAll(() => api.close());
  return { api, admin: await api.caller() };
}

/** The same, and the company has two places. */
export async function startScene() {
  const { api, admin } = await startCompany();
  const quarry = await addPlace(api, admin.companyId, 'Quarry');
  const depot = await addPlace(api, admin.companyId, 'Depot');
  return { api, admin, quarry, depot };
}

/** Status and code of an answer. */
export const outcome = ({ status, body }: Answer) => [status, body.code];

/** Status, and pointer and code of the first error. */
export const firstError = ({ status, body }: Answer) => [
  status,
  body.errors?.[0]?.pointer,
  body.errors?.[0]?.code,
];
