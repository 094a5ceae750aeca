import { expect, it } from '@jest/globals';
import { describeHandlers } from '@safety/platform/openapi';
import type { Answer, RequestOptions, TestCaller } from '../api.js';
import {
  ifMatch,
  outcome,
  type ResourceOptions,
  type ResourceUnderTest,
  type WriteBelow,
} from './resource-under-test.js';

/** These steps of the row itself have cases of their own. */
const OF_THE_ROW = /\/(restore|transitions)$/;

/**
 * Writes below a row: a part that is not there is 404 below any row, and each other write below one that is
 * archived is 409.
 */
export function describeBelow(
  resource: () => ResourceUnderTest,
  { path, below = async () => [] }: ResourceOptions,
  has: ResourceUnderTest['has'],
): void {
  const routes = () =>
    describeHandlers(resource().api.app)
      .filter(({ method, path: one }) => method !== 'get' && one.startsWith(`${path}/{`))
      .map(({ method, path: one }) => ({ method: method.toUpperCase(), path: one }))
      .filter(({ path: one }) => one.split('/').length > path.split('/').length + 1 && !OF_THE_ROW.test(one));

  if (!has('archive')) return;
  it(`404 not-found and 409 archived, before 412 and 428: each write below an archived row of ${path}`, async () => {
    const { admin, added, api } = resource();
    const caller = await admin();
    const row = await added(caller);
    const writes = await below(caller, row);
    const at = `${path}/${row.id}`;
    expect(
      routes().filter((route) => !writes.some((write) => isOf(route, `${at}${write.path}`, write))),
    ).toEqual([]);
    if (writes.length === 0) return;
    expect((await caller.delete(at)).status).toBe(204);
    const strict = await api.caller({ companyId: caller.companyId, requireIfMatch: true });
    for (const { missing, ...write } of writes) {
      if (missing) {
        const [part, code] = missing;
        const answer = await sent(caller, at, { ...write, path: part });
        expect({ part, ...outcome(answer) }).toEqual({ part, status: 404, code });
      }
      for (const [who, options] of [[caller, ifMatch('"777"')], [strict]] as const) {
        const answer = await sent(who, at, write, options);
        expect({ ...write, ...outcome(answer) }).toEqual({ ...write, status: 409, code: 'archived' });
      }
    }
  });
}

const isOf = (route: { method: string; path: string }, path: string, { method }: WriteBelow): boolean =>
  route.method === method &&
  new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? '');

function sent(
  caller: TestCaller,
  at: string,
  { method, path, body }: WriteBelow,
  options?: RequestOptions,
): Promise<Answer> {
  if (method === 'DELETE') return caller.delete(`${at}${path}`, options);
  const send = { POST: caller.post, PUT: caller.put, PATCH: caller.patch }[method];
  return send(`${at}${path}`, body, options);
}
