import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Permission } from '@safety/contracts';
import { describeHandlers } from '@safety/platform/openapi';
import type { Answer, TestCaller } from '../api.js';
import { once } from '../once.js';
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

  const handlerAt = (method: string, at: string) =>
    describeHandlers(resource().api.app).find((one) => one.method === method && one.path === at);

  it(`409 duplicate of ${path} names no row to a caller who may write and not read`, async () => {
    const { admin, added, body, api } = resource();
    const reads = handlerAt('get', `${path}/{id}`)?.requires;
    const writes = handlerAt('post', path)?.requires;
    if (!reads || !writes || reads === writes) return;
    const owner = await admin();
    const taken = { externalId: 'taken' };
    const { id } = await added(owner, taken);
    const wanted = await body(owner, taken);
    const permissions = [writes as Permission];
    const writer = await api.caller({ companyId: owner.companyId, permissions });
    const answer = await writer.post(path, wanted);
    // Where the body names other rows, the writer may not see these: 422.
    expect([409, 422]).toContain(answer.status);
    expect(answer.body.conflictingId ?? null).toBeNull();
    expect(JSON.stringify(answer.body)).not.toContain(id);
  });

  const strangers: [who: string, (owner: TestCaller) => Promise<TestCaller>][] = [
    ['another company', () => resource().admin()],
  ];
  if (elsewhere === 'to everyone')
    it(`GET ${path}/{id}: 200 to who may act at another org structure alone, or 403 for all rows`, async () => {
      const { admin, added, api } = resource();
      const owner = await admin();
      const { id } = await added(owner);
      const member = await api.caller({ companyId: owner.companyId, orgStructureIds: [randomUUID()] });
      const ofCompany = handlerAt('get', `${path}/{id}`)?.requiresEverywhere;
      expect((await member.get(`${path}/${id}`)).status).toBe(ofCompany ? 403 : 200);
    });
  else
    strangers.push([
      'an org structure out of reach',
      async (owner) => resource().api.caller({ companyId: owner.companyId, ...(await elsewhere(owner)) }),
    ]);

  describe.each(strangers)(`a row of ${path} from %s`, (_, strangerTo) => {
    const strange = once(async () => {
      const owner = await resource().admin();
      return { owner, stranger: await strangerTo(owner), row: await resource().added(owner) };
    });

    it.each(attempts)('404 not-found, and nothing changed: %s', async (_verb, attempt) => {
      const { owner, stranger, row } = await strange();
      const { id } = row;
      const answer = await attempt(stranger, `${path}/${id}`, resource().edited(row));
      expect(outcome(answer)).toEqual({ status: 404, code: 'not-found' });
      expect((await owner.get(`${path}/${id}`)).body).toMatchObject({ version: 1, archived: false });
    });

    it('404 not-found, and nothing changed: POST transitions, where it takes steps', async () => {
      const { api } = resource();
      const steps = describeHandlers(api.app).some(({ path: one }) => one === `${path}/{id}/transitions`);
      if (!steps) return;
      const { owner, stranger, row } = await strange();
      const step = await stranger.post(`${path}/${row.id}/transitions`, {});
      expect(outcome(step)).toEqual({ status: 404, code: 'not-found' });
      expect((await owner.get(`${path}/${row.id}`)).body).toMatchObject({ version: 1 });
    });

    it('is in no list', async () => {
      const { stranger, row } = await strange();
      expect((await stranger.get(`${list}?ids=${row.id}${archivedToo}`)).body.data).toEqual([]);
    });
  });
}
