import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../api.js';
import { once } from '../once.js';
import { outcome, type ResourceOptions, type ResourceUnderTest } from './resource-under-test.js';

/** A body that is refused, with the pointer and the code of its first fault. */
export type Fault = [name: string, changes: object, pointer: string, code: string];

/** Generates a case of 422 for each body that a resource alone refuses. */
export function describeFaults(
  name: string,
  send: (changes: object) => Promise<Answer>,
  faults: readonly Fault[],
): void {
  it.each(faults)(`422 validation-failed: ${name} with %s`, async (_, changes, pointer, code) => {
    const answer = await send(changes);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0]).toMatchObject({ pointer, code });
  });
}

export function describeBodies(
  resource: () => ResourceUnderTest,
  { path, list = path }: ResourceOptions,
): void {
  describe(`POST ${path} refuses`, () => {
    const refused = once(() => resource().admin());

    it.each([
      [400, 'malformed-json', '{"code":', 'application/json'],
      [400, 'malformed-json', '{"__proto__":{}}', 'application/json'],
      [400, 'malformed-json', `${'['.repeat(40)}${']'.repeat(40)}`, 'application/json'],
      [415, 'unsupported-media-type', 'code=1', 'application/x-www-form-urlencoded'],
      [415, 'unsupported-media-type', '<a/>', 'text/xml'],
      [413, 'payload-too-large', JSON.stringify('x'.repeat(1024 * 1024)), 'application/json'],
    ])('%s %s (%#)', async (status, code, body, type) => {
      const caller = await refused();
      const answer = await caller.post(path, body, { headers: { 'content-type': type } });
      expect(outcome(answer)).toEqual({ status, code });
    });

    it.each([
      ['zero-width spaces alone', '\u200b\u200b', 'required'],
      ['a mark that turns the direction', 'a\u202eb', 'invalid-format'],
      ['a line separator', 'a\u2028b', 'invalid-format'],
      ['a control character of C1', 'a\u0085b', 'invalid-format'],
    ])('422: text of one line that is or holds %s', async (_, externalId, code) => {
      const caller = await refused();
      const answer = await caller.post(path, await resource().body(caller, { externalId }));
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/externalId', code }] } });
    });

    it('409: a text that looks like another, which is stored and found in one form (NFC)', async () => {
      const { admin, added, body } = resource();
      const caller = await admin();
      const { id, externalId } = await added(caller, { externalId: 'Cafe\u0301 1\u200b' });
      expect(externalId).toBe('Caf\u00e9 1');
      const [asked] = (await caller.get(`${list}?externalId=${encodeURIComponent('Cafe\u0301 1')}`)).body
        .data;
      expect(asked).toMatchObject({ id });
      const again = await caller.post(path, await body(caller, { externalId: '\ufeffCaf\u00e9 1' }));
      expect(outcome(again)).toEqual({ status: 409, code: 'duplicate' });
    });

    it('409 again with the same answer, which is kept under the Idempotency-Key too', async () => {
      const { admin, added, body } = resource();
      const caller = await admin();
      const taken = { externalId: `Taken-${randomUUID().slice(0, 8)}` };
      await added(caller, taken);
      const again = await body(caller, taken);
      const options = { headers: { 'idempotency-key': randomUUID() } };
      const [first, second] = [
        await caller.post(path, again, options),
        await caller.post(path, again, options),
      ];
      expect(first.status).toBe(409);
      const traceId = second.headers.get('x-request-id');
      expect(traceId).not.toBe(first.body.traceId);
      expect(second).toMatchObject({ status: 409, body: { ...first.body, traceId } });
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(second.headers.get('content-type')).toMatch(/problem\+json/);
    });
  });
}
