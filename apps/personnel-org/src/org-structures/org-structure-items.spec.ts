import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { builtInRoles } from '@safety/contracts';
import { describeChanges, type TestCaller } from '@safety/testing';
import { addItem, establishment, placed } from '../testing/org-structures.js';
import { firstError, outcome, startCompany } from '../testing/scene.js';
import { describeRequiredTraining } from './required-training.cases.js';
import { describeRequiringTraining } from './requiring-training.cases.js';

const { api, admin } = await startCompany();

const at = (item: { id: string }) => `/orgstructures/items/${item.id}`;

describe('GET /orgstructures/items', () => {
  let reader: TestCaller;
  const list = async (query = '') =>
    (await reader.get(`/orgstructures/items${query}`)).body.data.map(({ name }: { name: string }) => name);

  beforeAll(async () => {
    reader = await api.caller();
    await addItem(reader, { name: 'Store', type: 'building', code: 'ST' });
    await addItem(reader, { name: 'crusher', type: 'line', externalId: 'x-1' });
    await admin.delete(at(await addItem(reader, { name: 'Old' })));
    await reader.delete(at(await addItem(reader, { name: 'Gone' })));
  });

  it('200: active ones only, by name; a poll for changes tells of those that are archived', async () => {
    expect(await list()).toEqual(['crusher', 'Old', 'Store']);
    const { body } = await reader.get(
      '/orgstructures/items?modifiedSince=2026-01-01T00:00:00Z&includeTotal=true',
    );
    expect([body.page.totalCount, body.data.map(({ name }: { name: string }) => name)]).toEqual([
      4,
      ['Store', 'crusher', 'Old', 'Gone'],
    ]);
    expect(body.data.at(-1)).toMatchObject({ archived: true, version: 2 });
    expect(await list('?modifiedSince=2026-01-01T00:00:00Z&type=line')).toEqual(['crusher']);
  });

  it('200: filters, search, pages', async () => {
    expect(await list('?type=building,line')).toEqual(['crusher', 'Store']);
    expect(await list('?q=sT')).toEqual(['Store']);
    expect(await list('?externalId=x-1')).toEqual(['crusher']);
    expect(await list('?sort=-name')).toEqual(['Store', 'Old', 'crusher']);
    const { page } = (await reader.get('/orgstructures/items?limit=1')).body;
    expect(await list(`?limit=1&cursor=${page.nextCursor}`)).toEqual(['Old']);
  });

  it.each(['?includeArchived=true', '?type=planet', '?sort=code', '?colour=red'])(
    '400: %s',
    async (query) => {
      expect((await reader.get(`/orgstructures/items${query}`)).status).toBe(400);
    },
  );
});

describe('items of a role that counts at some org structures', () => {
  it('403: a new one, and one that is placed nowhere; 200 for one that is placed in reach alone', async () => {
    const { companyId } = admin;
    const place = await placed(admin, randomUUID());
    const permissions = builtInRoles.admin;
    const local = await api.caller({ companyId, permissions, orgStructureIds: [place.id] });
    const [free, gone] = [await addItem(admin), await addItem(admin)];
    await admin.delete(at(gone));
    for (const answer of [
      await local.post('/orgstructures/items', { name: randomUUID(), type: 'area' }),
      await local.patch(at(free), { name: randomUUID() }),
      await local.put(`${at(free)}/trainingrequired`, { requirements: [] }),
      await local.delete(at(free)),
      await local.put(`${at(gone)}/restore`),
    ])
      expect([answer.status, answer.body]).toMatchObject([
        403,
        {
          detail: 'You lack the permission orgstructures.write in the whole company.',
          requiredPermission: 'orgstructures.write',
        },
      ]);
    expect((await local.patch(at({ id: place.itemId }), { name: randomUUID() })).status).toBe(200);
  });
});

describe('items', () => {
  it('201, 200, 204: added, read, replaced, patched, archived and restored', async () => {
    const added = await addItem(admin, { name: 'Kiln', type: 'line' });
    expect(added).toMatchObject({ version: 1, code: null, orgStructureIds: [], trainingRequiredCount: 0 });
    const { status, headers } = await admin.get(at(added));
    expect([status, headers.get('etag')]).toEqual([200, expect.stringMatching(/^"1\.[\w-]{43}"$/)]);
    expect((await admin.put(at(added), { ...added, description: 'Hot.' })).body).toMatchObject({
      version: 2,
    });
    expect((await admin.patch(at(added), { code: 'KILN' })).body).toMatchObject({
      code: 'KILN',
      description: 'Hot.',
    });
    const stale = await admin.patch(at(added), { code: 'K' }, { headers: { 'if-match': '"1"' } });
    expect(outcome(stale)).toEqual([412, 'version-mismatch']);
    expect((await admin.delete(at(added))).status).toBe(204);
    expect((await admin.delete(at(added))).status).toBe(204);
    expect(outcome(await admin.put(at(added), added))).toEqual([409, 'archived']);
    expect((await admin.put(`${at(added)}/restore`)).body).toMatchObject({ archived: false, version: 5 });
  });

  it.each([
    ['no name', { name: undefined }, '/name', 'required'],
    ['no type', { type: undefined }, '/type', 'required'],
    ['an unknown type', { type: 'planet' }, '/type', 'invalid-enum'],
    ['a name too long', { name: 'x'.repeat(151) }, '/name', 'too-long'],
    ['an unknown member', { colour: 'red' }, '/colour', 'unknown-field'],
  ])('422: %s', async (_, changes, pointer, code) => {
    const answer = await admin.post('/orgstructures/items', { name: 'Shed', type: 'area', ...changes });
    expect(firstError(answer)).toEqual([422, pointer, code]);
  });

  it('409 duplicate: a name with its type among active ones, a code among all', async () => {
    const { id, name } = await addItem(admin, { code: `C-${randomUUID()}` });
    const post = (body: object) => admin.post('/orgstructures/items', body);
    const again = await post({ name: name.toUpperCase(), type: 'area' });
    expect([...outcome(again), again.body.conflictingId]).toEqual([409, 'duplicate', id]);
    expect((await post({ name, type: 'team' })).status).toBe(201);
    const other = await addItem(admin);
    for (const answer of [
      await admin.put(at(other), { ...other, name }),
      await admin.patch(at(other), { name }),
    ])
      expect([...outcome(answer), answer.body.conflictingId]).toEqual([409, 'duplicate', id]);
    const { code } = (await admin.get(at({ id }))).body;
    await admin.delete(at({ id }));
    const taken = await post({ name: randomUUID(), type: 'area', code: code.toLowerCase() });
    expect([...outcome(taken), taken.body.conflictingId]).toEqual([409, 'duplicate', id]);
    expect(taken.body.detail).toContain('archived: restore it');
    await post({ name, type: 'area' });
    expect(outcome(await admin.put(`${at({ id })}/restore`))).toEqual([409, 'duplicate']);
  });

  it('409 in-use: it is placed', async () => {
    const place = await placed(admin, randomUUID());
    const item = { id: place.itemId };
    expect((await admin.get(at(item))).body.orgStructureIds).toEqual([place.id]);
    const answer = await admin.delete(at(item));
    expect([...outcome(answer), answer.body.references]).toEqual([
      409,
      'in-use',
      [{ resource: 'orgstructures', id: place.id }],
    ]);
    const writer = await api.caller({ companyId: admin.companyId, permissions: ['orgstructures.write'] });
    expect((await writer.delete(at(item))).body).toMatchObject({ code: 'in-use', references: [] });
    await admin.delete(`/orgstructures/${place.id}`);
    expect((await admin.delete(at(item))).status).toBe(204);
    expect((await admin.get(at(item))).body.orgStructureIds).toEqual([]);
  });

  it('422 not-allowed: a site that has an establishment becomes no depot', async () => {
    const { itemId } = await placed(admin, randomUUID(), null, { establishment: establishment() });
    expect(firstError(await admin.patch(at({ id: itemId }), { type: 'building' }))).toEqual([
      422,
      '/type',
      'not-allowed',
    ]);
  });

  it('404: each path with an id of another company', async () => {
    const item = await addItem(await api.caller());
    for (const answer of [
      await admin.get(at(item)),
      await admin.get(`${at(item)}/audit`),
      await admin.put(at(item), item),
      await admin.patch(at(item), {}),
      await admin.delete(at(item)),
      await admin.put(`${at(item)}/restore`),
      await admin.get(`${at(item)}/trainingrequired`),
      await admin.put(`${at(item)}/trainingrequired`, { requirements: [] }),
    ])
      expect(outcome(answer)).toEqual([404, 'not-found']);
  });
});

describeRequiringTraining(api, admin);
describeRequiredTraining(api, admin);

// The other writes are those of the conformance suite.
describeChanges('/orgstructures/items/{id}', {
  verbs: ['PUT /trainingrequired'],
  archives: true,
  row: async (_, options) => {
    const item = await addItem(admin);
    const caller = await api.caller({ companyId: admin.companyId, ...options });
    return { caller, at: at(item), body: { requirements: [] } };
  },
});
