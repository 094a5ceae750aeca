import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestApi } from '@safety/testing';
import fc from 'fast-check';
import { PublishedCompany } from '../testing/published-company.js';
import { anyWrite, applied, publishedCompany } from '../testing/published-writes.js';
import { differences } from '../testing/standings-compared.js';
import { select, startTraining } from '../testing/training-under-test.js';

const WRITES = 40;
/** As while the job has yet to note the people of a change of very many; it is never its turn. */
const waitingSql = `INSERT INTO due_changes (company_id, kind, about, noted_at)
  VALUES ($1, 'companies', '{}', now() + interval '1 day')`;
const endSql = 'DELETE FROM due_changes WHERE company_id = $1 AND noted_at > now()';

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
  /** Each standing of a poll and when it has changed, walked in pages. */
  const polled = async (query: string, limit: number): Promise<string[]> => {
    const rows: string[] = [];
    for (let cursor = ''; ; ) {
      const { status, body } = await admin.get(`/training?${query}&limit=${limit}${cursor}`);
      expect([query, status]).toEqual([query, 200]);
      for (const { id, modifiedAt } of body.data) rows.push(`${modifiedAt} ${id}`);
      if (!body.page.hasMore) return rows;
      cursor = `&cursor=${body.page.nextCursor}`;
    }
  };
  const ofEverybody = `personnelId=${company.people.map(({ id }) => id).join()}`;
  let rows = 0;
  const property = fc.asyncProperty(anyWrite, async (write) => {
    const { body } = await admin.get(`/training?${ofEverybody}&limit=200&sort=modifiedAt`);
    await applied(company, write);
    await select(api, admin.companyId, waitingSql, [admin.companyId]);
    for (const at of [0.5, 0.8, 1]) {
      const since = body.data[Math.ceil(body.data.length * at) - 1]?.modifiedAt ?? '2020-01-01T00:00:00Z';
      const poll = `modifiedSince=${since}`;
      expect([poll, await polled(poll, 2)]).toEqual([poll, await polled(`${poll}&${ofEverybody}`, 200)]);
    }
    await select(api, admin.companyId, endSql, [admin.companyId]);
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
