import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Answer, TestCaller } from '../api.js';
import { outcome, type ResourceOptions, type ResourceUnderTest } from './resource-under-test.js';

/** A UUID version 7, as a client makes it. */
const newClientId = (): string => randomUUID().replace(/^(.{14})./, '$17');

export function describeClientMadeIds(
  resource: () => ResourceUnderTest,
  { path, text, elsewhere }: ResourceOptions,
  has: ResourceUnderTest['has'],
): void {
  describe(`POST ${path} with an id that the client made`, () => {
    const request = async (changes: object = {}) => {
      const { admin, body } = resource();
      const caller = await admin();
      const id = newClientId();
      const wanted = { ...(await body(caller, changes)), id };
      return { caller, id, wanted, send: () => caller.post(path, wanted) };
    };

    it('201 with the id and its Location, then 200 with the same row', async () => {
      const { id, send } = await request();
      const [first, second] = [await send(), await send()];
      expect(first).toMatchObject({ status: 201, body: { id, version: 1 } });
      expect(first.headers.get('location')).toMatch(new RegExp(`/${id}$`));
      expect({ status: second.status, body: second.body }).toEqual({ status: 200, body: first.body });
      expect(second.headers.get('etag')).toBe('"1"');
      expect(second.headers.get('location')).toBeNull();
    });

    it('200: its members in another order, and what is left out said', async () => {
      const { caller, wanted, send } = await request();
      await send();
      const reversed = Object.fromEntries(Object.entries(wanted).reverse());
      const again = await caller.post(path, { ...reversed, externalId: null, customFields: {} });
      expect(again.status).toBe(200);
    });

    if (has('patch')) {
      it('200 with the row as it is now: changed since', async () => {
        const { caller, id, send } = await request({ [text.member]: text.values[0] });
        await send();
        await caller.patch(`${path}/${id}`, { [text.member]: text.values[1] });
        expect(await send()).toMatchObject({
          status: 200,
          body: { id, version: 2, [text.member]: text.values[1] },
        });
      });
    }

    if (has('archive')) {
      it('200 with the row as it is now: archived since', async () => {
        const { caller, id, send } = await request();
        await send();
        await caller.delete(`${path}/${id}`);
        expect(await send()).toMatchObject({ status: 200, body: { id, archived: true } });
      });
    }

    it('409 duplicate: another body, and the row stays as it is', async () => {
      const { caller, id, wanted, send } = await request({ [text.member]: text.values[0] });
      const { body: row } = await send();
      const other = await caller.post(path, { ...wanted, [text.member]: text.values[1] });
      expect(outcome(other)).toEqual({ status: 409, code: 'duplicate' });
      expect(other.body).toMatchObject({
        conflictingId: id,
        errors: [{ pointer: '/id', code: 'duplicate' }],
      });
      expect((await caller.get(`${path}/${id}`)).body).toEqual(row);
    });

    it('409 duplicate: the id of a row whose id the service made', async () => {
      const { admin, added, body } = resource();
      const caller = await admin();
      const wanted = await body(caller);
      const { id } = await added(caller, wanted);
      expect(outcome(await caller.post(path, { ...wanted, id }))).toEqual({ status: 409, code: 'duplicate' });
    });

    if (elsewhere !== 'to everyone') {
      it('409 duplicate for a caller who may not see the row, and nothing of it is told', async () => {
        const { caller, id, wanted, send } = await request();
        await send();
        const options = await elsewhere(caller);
        const stranger = await resource().api.caller({ companyId: caller.companyId, ...options });
        const answer = await stranger.post(path, wanted);
        expect(outcome(answer)).toEqual({ status: 409, code: 'duplicate' });
        expect(answer.body.conflictingId).toBeNull();
        expect(JSON.stringify(answer.body)).not.toContain(id);
      });
    }

    it('201: an id that another company uses is new', async () => {
      const { id, send } = await request();
      await send();
      const { admin, body } = resource();
      const other = await admin();
      const answer = await other.post(path, { ...(await body(other)), id });
      expect(answer).toMatchObject({ status: 201, body: { id } });
    });

    it.each([
      ['no id', 'not-an-id'],
      ['a UUID version 4', randomUUID()],
      ['in capitals', newClientId().toUpperCase()],
      ['null', null],
      ['a number', 7],
    ])('422 validation-failed: %s', async (_, id) => {
      const { caller, wanted } = await request();
      const answer = await caller.post(path, { ...wanted, id });
      expect(outcome(answer)).toEqual({ status: 422, code: 'validation-failed' });
      expect(answer.body.errors).toMatchObject([{ pointer: '/id', code: 'invalid-format' }]);
    });

    it('10 at once: one is 201, the others 200 with its row', async () => {
      const { caller, id, send } = await request();
      const answers = await Promise.all(Array.from({ length: 10 }, send));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 201]);
      expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([id]));
      expect((await caller.get(`${path}?ids=${id}`)).body.data).toHaveLength(1);
    });

    it('its digest is in no answer', async () => {
      const { caller, id, send } = await request();
      const row = await send();
      const answers: Answer[] = [row, await caller.get(`${path}?ids=${id}`), ...(await audited(caller, id))];
      expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/digest/i);
    });

    const audited = async (caller: TestCaller, id: string): Promise<Answer[]> =>
      has('audit') ? [await caller.get(`${path}/${id}/audit`)] : [];
  });
}
