import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { outcome, type ResourceUnderTest } from './resource-under-test.js';

/** Repeated requests that add a row. */
export function describeIdempotency(resource: () => ResourceUnderTest, path: string): void {
  describe(`Idempotency-Key on POST ${path}`, () => {
    const keyed = async (key: string, changes?: object) => {
      const { admin, body } = resource();
      const caller = await admin();
      const wanted = await body(caller, changes);
      return () => caller.post(path, wanted, { headers: { 'idempotency-key': key } });
    };

    it('201 again with the same answer', async () => {
      const send = await keyed(randomUUID());
      const [first, second] = [await send(), await send()];
      expect(second).toMatchObject({ status: 201, body: first.body });
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(second.headers.get('location')).toBe(first.headers.get('location'));
      expect(first.headers.get('idempotency-replayed')).toBeNull();
    });

    it('20 requests at once with one key add one row', async () => {
      const send = await keyed(randomUUID());
      const answers = await Promise.all(Array.from({ length: 20 }, send));
      expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
      const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
      expect(new Set(ids).size).toBe(1);
    });

    it('422 idempotency-key-reused: the same key with another body', async () => {
      const { admin, body } = resource();
      const caller = await admin();
      const options = { headers: { 'idempotency-key': randomUUID() } };
      await caller.post(path, await body(caller), options);
      const answer = await caller.post(path, await body(caller, { externalId: 'another' }), options);
      expect(outcome(answer)).toEqual({ status: 422, code: 'idempotency-key-reused' });
    });

    it('400 invalid-parameter: a key that is not printable ASCII', async () => {
      const send = await keyed('two\twords');
      expect(outcome(await send())).toEqual({ status: 400, code: 'invalid-parameter' });
    });
  });
}
