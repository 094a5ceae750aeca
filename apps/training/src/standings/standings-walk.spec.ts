import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestApi } from '@safety/testing';
import fc from 'fast-check';
import { PublishedCompany } from '../testing/published-company.js';
import { anyWrite, applied, publishedCompany } from '../testing/published-writes.js';
import { differences } from '../testing/standings-compared.js';
import { startTraining } from '../testing/training-under-test.js';

const WRITES = 40;

/** Each write goes the way that it goes outside of tests, so one that forgets its people shows. */
let api: TestApi;

beforeAll(async () => {
  api = await startTraining();
});

afterAll(() => api.close());

it('the index and the statuses are right after each write of any kind', async () => {
  const admin = await api.caller();
  const company = await publishedCompany(admin, new PublishedCompany(api, admin.companyId));
  const listed = async (query: string): Promise<string[]> =>
    (await admin.get(`/training?limit=200&${query}`)).body.data.map(({ id }: { id: string }) => id).sort();
  const ofEverybody = `personnelId=${company.people.map(({ id }) => id).join()}`;
  let rows = 0;
  const property = fc.asyncProperty(anyWrite, async (write) => {
    await applied(company, write);
    const computed = await listed(ofEverybody);
    expect(await listed('sort=status')).toEqual(computed);
    expect(await differences(api, admin.companyId)).toEqual([]);
    for (const query of ['sort=-expiresOn', 'status=overdue', 'status=required,valid'])
      expect([query, await listed(query)]).toEqual([query, await listed(`${query}&${ofEverybody}`)]);
    rows += computed.length;
  });
  await fc.assert(property, { numRuns: WRITES, endOnFailure: true });
  // By chance there are some 200, and one for each write even where people leave early.
  expect(rows).toBeGreaterThan(WRITES);
}, 60_000);
