import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { once } from '../once.js';
import { describeIdempotency } from './idempotency.js';
import { ifMatch, outcome, type ResourceOptions, type ResourceUnderTest } from './resource-under-test.js';
import { describeUnreadable } from './unreadable.js';

type Has = ResourceUnderTest['has'];

const manyFields = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, index]));

export function describeWrites(resource: () => ResourceUnderTest, options: ResourceOptions, has: Has): void {
  const { path, text, required, unique, publicAddress = 'http://localhost:8080/api' } = options;

  // Of cases that are refused, and so change nothing.
  const refused = once(() => resource().admin());

  describe(`POST ${path}`, () => {
    it('201: version 1 with its ETag and Location, who made it, and never the company', async () => {
      const { admin, body } = resource();
      const caller = await admin();
      const { status, headers, body: row } = await caller.post(path, await body(caller));
      expect(status).toBe(201);
      expect(row).toMatchObject({
        version: 1,
        createdByUserId: caller.userId,
        modifiedByUserId: caller.userId,
        archived: false,
        archivedAt: null,
        archivedByUserId: null,
        customFields: {},
        externalId: null,
      });
      expect(row.companyId).toBeUndefined();
      expect(headers.get('etag')).toBe('"1"');
      expect(headers.get('location')).toBe(`${publicAddress}${path}/${row.id}`);
    });

    it('201: read-only members are ignored, never assigned', async () => {
      const { admin, added } = resource();
      const row = await added(await admin(), {
        ...(!options.clientMadeIds && { id: randomUUID() }),
        version: 7,
        archived: true,
        createdAt: '2000-01-01T00:00:00Z',
      });
      expect(row).toMatchObject({ version: 1, archived: false });
      expect(row).not.toMatchObject({ createdAt: '2000-01-01T00:00:00.000Z' });
    });

    it.each([
      ['no body', undefined, '', 'required'],
      ['a required member missing', { [required]: undefined }, `/${required}`, 'required'],
      ['U+0000 in text', { [text.member]: 'a\u0000b' }, `/${text.member}`, 'invalid-format'],
      ['half of a surrogate pair', { customFields: { a: 'x\ud800' } }, '/customFields/a', 'invalid-format'],
      ['a long custom field', { customFields: { a: 'x'.repeat(1001) } }, '/customFields/a', 'too-long'],
      ['a nested custom field', { customFields: { a: { b: 1 } } }, '/customFields/a', 'invalid-format'],
      [
        'a custom field that is no exact number',
        { customFields: { erpId: Number.MAX_SAFE_INTEGER + 1 } },
        '/customFields/erpId',
        'out-of-range',
      ],
      ['51 custom fields', { customFields: manyFields }, '/customFields', 'too-long'],
    ])('422 validation-failed: %s', async (_, changes, pointer, code) => {
      const caller = await refused();
      const answer = await caller.post(path, changes && (await resource().body(caller, changes)));
      expect(answer.status).toBe(422);
      expect(answer.body.errors[0]).toMatchObject({ pointer, code });
    });

    it.each(['colour', 'companyId', 'company_id', 'constructor'])('422 unknown-field: %s', async (member) => {
      const caller = await refused();
      const answer = await caller.post(path, await resource().body(caller, { [member]: 'red' }));
      expect(outcome(answer)).toEqual({ status: 422, code: 'unknown-field' });
      expect(answer.body.errors).toMatchObject([{ pointer: `/${member}`, code: 'unknown-field' }]);
    });

    for (const member of ['externalId', ...(unique ? [unique] : [])]) {
      it(`409 duplicate: ${member} in use; in another company it is free`, async () => {
        const { admin, added, body } = resource();
        const [caller, other] = [await admin(), await admin()];
        const taken = { [member]: `Taken-${randomUUID().slice(0, 8)}` };
        const { id } = await added(caller, taken);
        const again = await caller.post(path, await body(caller, taken));
        expect({ ...outcome(again), other: again.body.conflictingId }).toEqual({
          status: 409,
          code: 'duplicate',
          other: id,
        });
        await added(other, taken);
      });
    }
  });

  const changes = (['put', 'patch'] as const).filter((verb) => has(verb === 'put' ? 'replace' : verb));
  for (const verb of changes) {
    it(`409 duplicate: ${verb} ${path}/{id} with an externalId in use`, async () => {
      const { admin, added } = resource();
      const caller = await admin();
      const taken = { externalId: `Taken-${randomUUID().slice(0, 8)}` };
      const { id } = await added(caller, taken);
      const row = await added(caller);
      const answer = await caller[verb](`${path}/${row.id}`, verb === 'put' ? { ...row, ...taken } : taken);
      expect({ ...outcome(answer), other: answer.body.conflictingId }).toEqual({
        status: 409,
        code: 'duplicate',
        other: id,
      });
    });
  }

  const unchanged = once(async () => resource().added(await refused()));
  for (const verb of changes)
    describeUnreadable(`${verb} ${path}/{id}`, async (change, given) => {
      const { edited, renamed } = resource();
      const [caller, row] = [await refused(), await unchanged()];
      const right = verb === 'put' ? edited(row) : renamed();
      const wrong = 'body' in change ? change.body : { ...right, ...change.added };
      return caller[verb](`${path}/${row.id}`, wrong, given);
    });

  describeIdempotency(resource, path);

  describe(`GET ${path}/{id}`, () => {
    it('200 with its ETag, 304 for a reader who has that version', async () => {
      const { admin, added } = resource();
      const caller = await admin();
      const { id } = await added(caller);
      const { status, headers } = await caller.get(`${path}/${id}`);
      const etag = headers.get('etag');
      expect({ status, etag }).toEqual({ status: 200, etag: expect.stringMatching(/^"1(\.[\w-]{43})?"$/) });
      const again = await caller.get(`${path}/${id}`, { headers: { 'if-none-match': `W/${etag}` } });
      expect(again).toMatchObject({ status: 304, body: '' });
    });

    it('200 in any case of the path, with a slash at the end', async () => {
      const { admin, added } = resource();
      const caller = await admin();
      const { id } = await added(caller);
      expect((await caller.get(`${path.toUpperCase()}/${id}/`)).status).toBe(200);
    });

    it.each([
      ['an id that does not exist', randomUUID()],
      ['something that is no id', 'not-an-id'],
      ['an id in capitals', randomUUID().toUpperCase()],
    ])('404 not-found: %s', async (_, id) => {
      const caller = await refused();
      expect(outcome(await caller.get(`${path}/${id}`))).toEqual({ status: 404, code: 'not-found' });
    });

    it('400 unknown-parameter', async () => {
      const { admin, added } = resource();
      const caller = await admin();
      const { id } = await added(caller);
      expect(outcome(await caller.get(`${path}/${id}?colour=red`))).toEqual({
        status: 400,
        code: 'unknown-parameter',
      });
    });
  });

  if (has('replace')) {
    it(`200: PUT ${path}/{id} of what was read, edited and sent back`, async () => {
      const { admin, added, edited } = resource();
      const caller = await admin();
      const read = await added(caller, { [text.member]: text.values[0] });
      const answer = await caller.put(`${path}/${read.id}`, edited(read));
      expect(answer).toMatchObject({ status: 200, body: { version: 2, [text.member]: text.values[1] } });
    });
  }

  if (has('patch')) {
    it(`PATCH ${path}/{id}: 200 changes what it names alone, 422 for what would become invalid`, async () => {
      const { admin, added } = resource();
      const caller = await admin();
      const read = await added(caller, { externalId: 'stays', [text.member]: text.values[0] });
      const answer = await caller.patch(`${path}/${read.id}`, { [text.member]: text.values[1] });
      expect(answer).toMatchObject({
        status: 200,
        body: { version: 2, [text.member]: text.values[1], externalId: 'stays' },
      });
      const refused = await caller.patch(`${path}/${read.id}`, { [required]: null });
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: `/${required}` }] } });
    });

    it(`PATCH ${path}/{id}: 422 unknown-field for a name that there is not, also to remove it`, async () => {
      const { admin, added } = resource();
      const caller = await admin();
      const { id } = await added(caller);
      const answer = await caller.patch(`${path}/${id}`, { [`${text.member}x`]: null });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'unknown-field', errors: [{ pointer: `/${text.member}x`, code: 'unknown-field' }] },
      });
      const custom = await caller.patch(`${path}/${id}`, { customFields: { none: null } });
      expect(custom.status).toBe(200);
      expect((await caller.get(`${path}/${id}`)).body.version).toBe(2);
    });
  }

  if (has('archive') && has('restore')) {
    it(`DELETE ${path}/{id} and PUT ${path}/{id}/restore: each twice the same, 409 archived between them`, async () => {
      const { admin, added, edited, renamed } = resource();
      const caller = await admin();
      const row = await added(caller);
      const at = `${path}/${row.id}`;
      expect([(await caller.delete(at)).status, (await caller.delete(at)).status]).toEqual([204, 204]);
      expect((await caller.get(at)).body).toMatchObject({
        archived: true,
        archivedByUserId: caller.userId,
        version: 2,
      });
      for (const verb of changes) {
        const change = await caller[verb](at, verb === 'put' ? edited(row) : renamed(), ifMatch('"1"'));
        expect(outcome(change)).toEqual({ status: 409, code: 'archived' });
      }
      const restored = await caller.put(`${at}/restore`);
      expect(restored).toMatchObject({
        status: 200,
        body: { archived: false, archivedAt: null, version: 3 },
      });
      expect((await caller.put(`${at}/restore`)).body.version).toBe(3);
    });
  }
}
