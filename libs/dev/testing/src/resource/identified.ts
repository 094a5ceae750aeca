import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { TestCaller } from '../api.js';
import { expectStateFirst } from './order.js';
import { ifMatch, outcome, type ResourceOptions, type ResourceUnderTest } from './resource-under-test.js';

/** A write of the whole collection, whose body names the row by `id` and `version`. */
export function describeIdentified(
  resource: () => ResourceUnderTest,
  { path, text, elsewhere }: ResourceOptions,
  at: string,
): void {
  describe(`PUT ${at}, whose body names the row`, () => {
    const read = async (options?: Parameters<ResourceUnderTest['admin']>[0]) => {
      const { admin, added, edited } = resource();
      const caller = await admin(options);
      const row = await added(caller, { [text.member]: text.values[0] });
      const { version: _, ...body } = edited(row) as Record<string, unknown>;
      return { caller, row, body: { ...body, id: row.id } };
    };

    it('200: what was read, edited and sent back', async () => {
      const { caller, row } = await read();
      const answer = await caller.put(at, resource().edited(row));
      expect(answer).toMatchObject({
        status: 200,
        body: { id: row.id, version: 2, [text.member]: text.values[1] },
      });
      expect(answer.headers.get('etag')).toBe('"2"');
    });

    it.each([
      [undefined, undefined, 200],
      [undefined, 1, 200],
      [undefined, 7, 412],
      ['"1"', undefined, 200],
      ['"7"', undefined, 412],
      ['"1"', 1, 200],
      ['"7", "1"', 1, 200],
      ['*', 1, 200],
      ['*', 7, 412],
      ['"1"', 7, 412],
      ['"7"', 1, 412],
      ['W/"1"', 1, 412],
    ])('If-Match: %s and version: %s of version 1 is %d', async (tag, version, status) => {
      const { caller, body } = await read();
      const answer = await caller.put(at, { ...body, version }, tag === undefined ? {} : ifMatch(tag));
      expect(answer.status).toBe(status);
      if (status === 412) expect(answer.body).toMatchObject({ code: 'version-mismatch', currentVersion: 1 });
    });

    it('428 precondition-required: neither, in a company that demands one; 200 with version', async () => {
      const { caller, body } = await read({ requireIfMatch: true });
      expect(outcome(await caller.put(at, body))).toEqual({ status: 428, code: 'precondition-required' });
      expect((await caller.put(at, { ...body, version: 1 })).status).toBe(200);
    });

    it.each([0, '1', 1.5, null])('422 validation-failed: version %j', async (version) => {
      for (const requireIfMatch of [false, true]) {
        const { caller, body } = await read({ requireIfMatch });
        const answer = await caller.put(at, { ...body, version });
        expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/version' }] } });
      }
    });

    it.each([
      ['required', undefined],
      ['invalid-format', 'not-an-id'],
      ['invalid-format', randomUUID().toUpperCase()],
      ['invalid-format', 7],
    ])('422 validation-failed, %s: id %j', async (code, id) => {
      const { caller, body } = await read();
      const answer = await caller.put(at, { ...body, id });
      expect(outcome(answer)).toEqual({ status: 422, code: 'validation-failed' });
      expect(answer.body.errors).toMatchObject([{ pointer: '/id', code }]);
    });

    it('422: no id and all else that is wrong are named at once', async () => {
      const { caller, body } = await read();
      const { errors } = (await caller.put(at, { ...body, id: undefined, colour: 'red', version: 0 })).body;
      const pointers = errors.map(({ pointer }: { pointer: string }) => pointer);
      expect(pointers.sort()).toEqual(['/colour', '/id', '/version']);
    });

    it('422 unknown-field: a member that there is not', async () => {
      const { caller, body } = await read();
      const answer = await caller.put(at, { ...body, colour: 'red' });
      expect(outcome(answer)).toEqual({ status: 422, code: 'unknown-field' });
    });

    it('412 before 422: an old version with a body that is wrong', async () => {
      const { caller, row } = await read();
      const answer = await caller.put(at, { id: row.id, version: 7, colour: 'red' });
      expect(outcome(answer)).toEqual({ status: 412, code: 'version-mismatch' });
    });

    it('409 archived before 412, 428 and 422: a row that is archived', async () => {
      const { caller, row, body } = await read({ requireIfMatch: true });
      expect((await caller.delete(`${path}/${row.id}`, ifMatch('*'))).status).toBe(204);
      await expectStateFirst((given, options) => caller.put(at, given, options), body, 'archived');
    });

    it('one of 10 edits of the same version wins', async () => {
      const { caller, body } = await read();
      const edit = () => caller.put(at, { ...body, version: 1 });
      const answers = await Promise.all(Array.from({ length: 10 }, edit));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
    });

    const strangers: [who: string, (owner: TestCaller) => Promise<TestCaller>][] = [
      ['another company', () => resource().admin()],
    ];
    if (elsewhere !== 'to everyone')
      strangers.push([
        'an org structure out of reach',
        async (owner) => resource().api.caller({ companyId: owner.companyId, ...(await elsewhere(owner)) }),
      ]);
    it.each(strangers)('404 not-found from %s, whatever the body holds', async (_, strangerTo) => {
      const { caller, row, body } = await read();
      const stranger = await strangerTo(caller);
      for (const attempt of [body, { id: row.id, version: 7 }, { id: row.id, colour: 'red' }])
        expect(outcome(await stranger.put(at, attempt))).toEqual({ status: 404, code: 'not-found' });
      expect((await caller.get(`${path}/${row.id}`)).body).toEqual(row);
    });
  });
}
