import { describe, expect, it } from '@jest/globals';
import type { ResourceOptions, ResourceUnderTest } from './resource-under-test.js';

export function describeAudit(
  resource: () => ResourceUnderTest,
  { path, text, forPeople = false }: ResourceOptions,
  has: ResourceUnderTest['has'],
): void {
  describe(`GET ${path}/{id}/audit`, () => {
    it('200: who changed what, the newest first', async () => {
      const { admin, added } = resource();
      const caller = await admin();
      const { id } = await added(caller, { [text.member]: text.values[0] });
      const at = `${path}/${id}`;
      const [first] = (await caller.get(`${at}/audit`)).body.data;
      expect(first).toMatchObject({
        version: 1,
        operation: 'added',
        changedByUserId: caller.userId,
        members: expect.arrayContaining([
          { member: text.member, from: null, to: text.values[0], redacted: false },
        ]),
      });
      expect(JSON.stringify(first)).not.toContain(caller.companyId);
      if (!has('patch')) return;
      const options = { headers: { 'x-request-id': 'who-changed-it' } };
      await caller.patch(at, { [text.member]: text.values[1] }, options);
      const { data } = (await caller.get(`${at}/audit`)).body;
      expect(data).toHaveLength(2);
      expect(data[0]).toMatchObject({
        version: 2,
        operation: 'changed',
        requestId: 'who-changed-it',
        members: [{ member: text.member, from: text.values[0], to: text.values[1], redacted: false }],
      });
      expect(Date.parse(data[0].changedAt)).toBeGreaterThanOrEqual(Date.parse(data[1].changedAt));
    });

    if (!forPeople)
      it('200: a service client is the author, and no user', async () => {
        const { api, admin, added } = resource();
        const { companyId } = await admin();
        const client = await api.caller({ companyId, asServiceClient: true });
        const { id, createdByUserId } = await added(client);
        expect(createdByUserId).toBe(client.userId);
        const { data } = (await client.get(`${path}/${id}/audit`)).body;
        expect(data).toMatchObject([{ actor: 'client', changedByUserId: null, clientId: client.userId }]);
      });

    it('200: a refused write leaves no trace', async () => {
      const { admin, added } = resource();
      const caller = await admin();
      const { id } = await added(caller);
      if (has('patch')) await caller.patch(`${path}/${id}`, { colour: 'red' });
      expect((await caller.get(`${path}/${id}/audit`)).body.data).toHaveLength(1);
    });

    if (has('archive') && has('restore')) {
      it('200: archived and restored, a page at a time; 400 for a cursor of another row', async () => {
        const { admin, added } = resource();
        const caller = await admin();
        const [row, other] = [await added(caller), await added(caller)];
        await caller.delete(`${path}/${row.id}`);
        await caller.put(`${path}/${row.id}/restore`);
        const operations: string[] = [];
        let cursor = '';
        do {
          const { data, page } = (await caller.get(`${path}/${row.id}/audit?limit=1${cursor}`)).body;
          operations.push(...data.map(({ operation }: { operation: string }) => operation));
          cursor = page.hasMore ? `&cursor=${page.nextCursor}` : '';
        } while (cursor);
        expect(operations).toEqual(['restored', 'archived', 'added']);
        const { nextCursor } = (await caller.get(`${path}/${row.id}/audit?limit=1`)).body.page;
        const foreign = await caller.get(`${path}/${other.id}/audit?limit=1&cursor=${nextCursor}`);
        expect(foreign).toMatchObject({ status: 400, body: { code: 'invalid-cursor' } });
      });
    }
  });
}
