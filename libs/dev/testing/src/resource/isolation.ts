import { describe, expect, it } from '@jest/globals';
import { describeHandlers } from '@safety/platform/openapi';
import type { Answer, TestCaller } from '../api.js';
import { outcome, type ResourceOptions, type ResourceUnderTest } from './resource-under-test.js';

type Attempt = (caller: TestCaller, at: string, body: object) => Promise<Answer>;

/** Every id-bearing route, tried by callers who must not learn that there is such a row. */
export function describeIsolation(
  resource: () => ResourceUnderTest,
  { path, list = path, elsewhere, lacks = [] }: ResourceOptions,
  has: ResourceUnderTest['has'],
): void {
  const archivedToo = lacks.includes('includeArchived') ? '' : '&includeArchived=true';
  const attempts: [name: string, Attempt][] = [
    ['GET', (caller, at) => caller.get(at)],
    ...(has('audit')
      ? [['GET audit', (caller, at) => caller.get(`${at}/audit`)] satisfies [string, Attempt]]
      : []),
    ...(has('replace')
      ? [['PUT', (caller, at, body) => caller.put(at, body)] satisfies [string, Attempt]]
      : []),
    ...(has('patch') ? [['PATCH', (caller, at) => caller.patch(at, {})] satisfies [string, Attempt]] : []),
    ...(has('archive') ? [['DELETE', (caller, at) => caller.delete(at)] satisfies [string, Attempt]] : []),
    ...(has('restore')
      ? [['PUT restore', (caller, at) => caller.put(`${at}/restore`)] satisfies [string, Attempt]]
      : []),
  ];

  const strangers: [who: string, (owner: TestCaller) => Promise<TestCaller>][] = [
    ['another company', () => resource().admin()],
  ];
  if (elsewhere)
    strangers.push([
      'an org structure out of reach',
      async (owner) => resource().api.caller({ companyId: owner.companyId, ...(await elsewhere(owner)) }),
    ]);

  describe.each(strangers)(`a row of ${path} from %s`, (_, strangerTo) => {
    it.each(attempts)('404 not-found, and nothing changed: %s', async (_verb, attempt) => {
      const { admin, added, edited } = resource();
      const owner = await admin();
      const stranger = await strangerTo(owner);
      const row = await added(owner);
      const { id } = row;
      const answer = await attempt(stranger, `${path}/${id}`, edited(row));
      expect(outcome(answer)).toEqual({ status: 404, code: 'not-found' });
      expect((await owner.get(`${path}/${id}`)).body).toMatchObject({ version: 1, archived: false });
    });

    it('404 not-found, and nothing changed: POST transitions, where it takes steps', async () => {
      const { admin, added, api } = resource();
      const steps = describeHandlers(api.app).some(({ path: one }) => one === `${path}/{id}/transitions`);
      if (!steps) return;
      const owner = await admin();
      const stranger = await strangerTo(owner);
      const { id } = await added(owner);
      const step = await stranger.post(`${path}/${id}/transitions`, {});
      expect(outcome(step)).toEqual({ status: 404, code: 'not-found' });
      expect((await owner.get(`${path}/${id}`)).body).toMatchObject({ version: 1 });
    });

    it('is in no list', async () => {
      const { admin, added } = resource();
      const owner = await admin();
      const stranger = await strangerTo(owner);
      const { id } = await added(owner);
      expect((await stranger.get(`${list}?ids=${id}${archivedToo}`)).body.data).toEqual([]);
    });
  });
}
