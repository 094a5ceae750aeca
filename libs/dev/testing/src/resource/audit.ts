import { describe, expect, it } from '@jest/globals';
import type { TestCaller } from '../api.js';
import type { ResourceOptions, ResourceUnderTest } from './resource-under-test.js';

type Entry = Record<string, unknown> & {
  operation: string;
  members: { member: string }[];
  resourceId?: string;
};

/** An audit may show records that belong to the row too. */
const isOf =
  (id: string) =>
  ({ resourceId = id }: Entry): boolean =>
    resourceId === id;

/** The changes of the row itself. */
async function changesOf(caller: TestCaller, path: string): Promise<Entry[]> {
  const { data } = (await caller.get(`${path}/audit`)).body;
  return data.filter(isOf(path.split('/').at(-1) ?? ''));
}

export function describeAudit(
  resource: () => ResourceUnderTest,
  { path, text, audited = [], forPeople = false }: ResourceOptions,
  has: ResourceUnderTest['has'],
): void {
  describe(`GET ${path}/{id}/audit`, () => {
    it('200: who changed what, the newest first', async () => {
      const { admin, added } = resource();
      const caller = await admin();
      const row = await added(caller, { [text.member]: text.values[0] });
      const { id } = row;
      const at = `${path}/${id}`;
      const [first] = await changesOf(caller, at);
      expect(first).toMatchObject({
        version: 1,
        operation: 'added',
        changedByUserId: caller.userId,
        members: expect.arrayContaining([
          { member: text.member, from: null, to: text.values[0], redacted: false },
        ]),
      });
      expect(JSON.stringify(first)).not.toContain(caller.companyId);
      expect([...Object.keys(row), ...audited]).toEqual(
        expect.arrayContaining(first?.members.map(({ member }) => member) ?? []),
      );
      if (!has('patch')) return;
      const options = { headers: { 'x-request-id': 'who-changed-it' } };
      await caller.patch(at, { [text.member]: text.values[1] }, options);
      const data = await changesOf(caller, at);
      expect(data).toHaveLength(2);
      expect(data[0]).toMatchObject({
        version: 2,
        operation: 'changed',
        requestId: 'who-changed-it',
        members: [{ member: text.member, from: text.values[0], to: text.values[1], redacted: false }],
      });
      expect(String(data[0]?.['changedAt']) >= String(data[1]?.['changedAt'])).toBe(true);
    });

    if (!forPeople)
      it('200: a service client is the author, and no user', async () => {
        const { api, admin, added } = resource();
        const { companyId } = await admin();
        const client = await api.caller({ companyId, asServiceClient: true });
        const { id, createdByUserId } = await added(client);
        expect(createdByUserId).toBe(client.userId);
        const data = await changesOf(client, `${path}/${id}`);
        expect(data).toMatchObject([{ actor: 'client', changedByUserId: null, clientId: client.userId }]);
      });

    it('200: a refused write leaves no trace', async () => {
      const { admin, added } = resource();
      const caller = await admin();
      const { id } = await added(caller);
      if (has('patch')) await caller.patch(`${path}/${id}`, { colour: 'red' });
      expect(await changesOf(caller, `${path}/${id}`)).toHaveLength(1);
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
          operations.push(...data.filter(isOf(row.id)).map(({ operation }: Entry) => operation));
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
