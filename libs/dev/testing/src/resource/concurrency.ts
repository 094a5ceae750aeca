import { describe, expect, it } from '@jest/globals';
import type { TestCaller } from '../api.js';
import { ifMatch, outcome, type ResourceUnderTest } from './resource-under-test.js';

export function describeConcurrency(resource: () => ResourceUnderTest, has: ResourceUnderTest['has']): void {
  if (!has('replace')) return;

  describe('If-Match', () => {
    const replaced = async (caller: TestCaller, tag?: string) => {
      const { path, added, edited } = resource();
      const row = await added(caller);
      return caller.put(`${path}/${row.id}`, edited(row), tag === undefined ? {} : ifMatch(tag));
    };

    it.each(['"7"', 'W/"1"', '"abc"', '"01"'])('412 version-mismatch: %s', async (tag) => {
      const { status, body } = await replaced(await resource().admin(), tag);
      expect({ status, code: body.code, current: body.currentVersion }).toEqual({
        status: 412,
        code: 'version-mismatch',
        current: 1,
      });
    });

    it.each(['"1"', '"9", "1"', '*'])('200: %s', async (tag) => {
      expect((await replaced(await resource().admin(), tag)).status).toBe(200);
    });

    it('400 invalid-parameter: no entity tag', async () => {
      expect(outcome(await replaced(await resource().admin(), '1'))).toEqual({
        status: 400,
        code: 'invalid-parameter',
      });
    });

    it('428 precondition-required: without it, in a company that demands it', async () => {
      const strict = await resource().admin({ requireIfMatch: true });
      expect(outcome(await replaced(strict))).toEqual({ status: 428, code: 'precondition-required' });
    });

    it('one of 10 edits of the same version wins', async () => {
      const { path, admin, added, edited } = resource();
      const caller = await admin();
      const row = await added(caller);
      const edit = () => caller.put(`${path}/${row.id}`, edited(row), ifMatch('"1"'));
      const answers = await Promise.all(Array.from({ length: 10 }, edit));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
    });
  });
}
