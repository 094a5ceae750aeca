import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { builtInRoles } from '@safety/contracts';
import { dateIn } from '@safety/platform';
import type { TestCaller } from '@safety/testing';
import { addAssociate } from '../testing/associates.js';
import { addItem, establishment, messagesOf, placed } from '../testing/org-structures.js';
import { addPerson, setRoles } from '../testing/organisation.js';
import { firstError, outcome, startCompany } from '../testing/scene.js';
import { historyOf, historyRecord } from '../testing/work-history.js';
import { daysLater } from '../work-history/calendar.js';

const { api, admin } = await startCompany();

const today = dateIn('Europe/Dublin', new Date());
const at = (place: { id: string }) => `/orgstructures/${place.id}`;
const read = async (place: { id: string }, caller = admin) => (await caller.get(at(place))).body;

const published = (companyId: string, id: string) => messagesOf(api, companyId, id);

describe('POST /orgstructures', () => {
  it('201: a root and what is placed below it', async () => {
    const root = await placed(admin, 'Works');
    const quarry = await placed(admin, 'Quarry', root, { sortOrder: 3, timeZone: 'Europe/Dublin' });
    expect(quarry).toMatchObject({
      relationshipId: quarry.id,
      name: 'Quarry',
      type: 'site',
      level: 1,
      path: 'Works / Quarry',
      pathIds: [root.id, quarry.id],
      sortOrder: 3,
      selectable: true,
      childCount: 0,
    });
    expect((await read(root)).childCount).toBe(1);
    expect(await published(admin.companyId, quarry.id)).toEqual([[1, 'Works / Quarry']]);
  });

  it.each([
    ['an unknown item', { itemId: randomUUID() }, '/itemId', 'not-found'],
    ['an unknown parent', { parentId: randomUUID() }, '/parentId', 'not-found'],
    ['a time zone that there is not', { timeZone: 'Europe/Atlantis' }, '/timeZone', 'invalid-format'],
    ['an offset in place of a time zone', { timeZone: '+01:00' }, '/timeZone', 'invalid-format'],
    ['an establishment of an area', { establishment: establishment() }, '/establishment', 'not-allowed'],
  ])('422: %s', async (_, changes, pointer, code) => {
    const item = await addItem(admin);
    const answer = await admin.post('/orgstructures', { itemId: item.id, ...changes });
    expect(firstError(answer)).toEqual([422, pointer, code]);
  });

  it('422 not-found: an item and a parent of another company', async () => {
    const stranger = await api.caller();
    const foreign = await placed(stranger, 'Mine');
    const { status, body } = await admin.post('/orgstructures', {
      itemId: foreign.itemId,
      parentId: foreign.id,
    });
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer: '/itemId' }, { pointer: '/parentId' }],
    });
  });

  it('422 archived-reference: an item or a parent that is archived', async () => {
    const parent = await placed(admin, randomUUID());
    const item = await addItem(admin);
    await admin.delete(at(parent));
    const below = await admin.post('/orgstructures', { itemId: item.id, parentId: parent.id });
    expect(firstError(below)).toEqual([422, '/parentId', 'archived-reference']);
    await admin.delete(`/orgstructures/items/${item.id}`);
    const gone = await admin.post('/orgstructures', { itemId: item.id });
    expect(firstError(gone)).toEqual([422, '/itemId', 'archived-reference']);
  });

  it('409 duplicate: an item twice below one parent; elsewhere it may be placed again', async () => {
    const [one, two] = [await placed(admin, randomUUID()), await placed(admin, randomUUID())];
    const item = await addItem(admin);
    const body = { itemId: item.id, parentId: one.id };
    const first = await admin.post('/orgstructures', body);
    const again = await admin.post('/orgstructures', body);
    expect([...outcome(again), again.body.conflictingId]).toEqual([409, 'duplicate', first.body.id]);
    expect((await admin.post('/orgstructures', { ...body, parentId: two.id })).status).toBe(201);
  });

  it('201 twelve levels deep, 422 out-of-range below them', async () => {
    let parent = await placed(admin, randomUUID());
    for (let level = 1; level < 12; level++)
      parent = await placed(admin, `Level ${level} ${randomUUID()}`, parent);
    expect(parent.level).toBe(11);
    const { id: itemId } = await addItem(admin);
    const answer = await admin.post('/orgstructures', { itemId, parentId: parent.id });
    expect(firstError(answer)).toEqual([422, '/parentId', 'out-of-range']);
  });
});

describe('DELETE /orgstructures/{id}', () => {
  it('409 has-active-children, 204 with cascade=true; each is published', async () => {
    const root = await placed(admin, randomUUID());
    const child = await placed(admin, 'Child', root);
    const old = await placed(admin, 'Old', root);
    await admin.delete(at(old));
    expect(outcome(await admin.delete(at(root)))).toEqual([409, 'has-active-children']);
    expect((await admin.delete(`${at(root)}?cascade=true`)).status).toBe(204);
    expect(await read(child)).toMatchObject({ archived: true, version: 2, archivedByUserId: admin.userId });
    expect((await read(old)).version).toBe(2);
    expect(await published(admin.companyId, child.id)).toHaveLength(2);
    expect((await admin.delete(at(root))).status).toBe(204);
  });

  it('204: children that are archived already are none', async () => {
    const root = await placed(admin, randomUUID());
    await admin.delete(at(await placed(admin, 'Child', root)));
    expect((await admin.delete(at(root))).status).toBe(204);
  });

  it.each([
    ['by the work history in force', {}, {}],
    ['by a record of the future', { hireDate: daysLater(today, 300) }, {}],
  ])('409 in-use: somebody works there %s', async (_, changes, history) => {
    const place = await placed(admin, randomUUID());
    const { id } = await addPerson(admin, place, changes, history);
    const answer = await admin.delete(at(place));
    expect([...outcome(answer), answer.body.references]).toEqual([
      409,
      'in-use',
      [{ resource: 'personnel', id }],
    ]);
  });

  it('409 in-use: an associate works there, below it too', async () => {
    const root = await placed(admin, randomUUID());
    const child = await placed(admin, 'Child', root);
    const { id } = await addAssociate(admin, { orgStructureIds: [child.id] });
    const answer = await admin.delete(`${at(root)}?cascade=true`);
    expect([...outcome(answer), answer.body.references]).toEqual([
      409,
      'in-use',
      [{ resource: 'associate', id }],
    ]);
    expect((await read(child)).archived).toBe(false);
    await admin.delete(`/associate/${id}`);
    expect((await admin.delete(`${at(root)}?cascade=true`)).status).toBe(204);
  });

  it('204: somebody who has left worked there', async () => {
    const place = await placed(admin, randomUUID());
    await addPerson(admin, place, {}, { employmentStatus: 'terminated' });
    expect((await admin.delete(at(place))).status).toBe(204);
  });

  it('409 in-use without names: of people whom the caller may not read', async () => {
    const place = await placed(admin, randomUUID());
    await addPerson(admin, place);
    const { companyId } = admin;
    const caller = await api.caller({
      companyId,
      permissions: ['orgstructures.read', 'orgstructures.write'],
    });
    expect((await caller.delete(at(place))).body).toMatchObject({ code: 'in-use', references: [] });
  });

  it('409 in-use names those who are going to work there to whoever may read them where they are', async () => {
    const [place, depot] = [await placed(admin, randomUUID()), await placed(admin, randomUUID())];
    const { id } = await addPerson(admin, depot);
    await admin.post(historyOf({ id }), historyRecord(place, daysLater(today, 9)));
    const associate = await addAssociate(admin, { orgStructureIds: [place.id, depot.id] });
    const { companyId } = admin;
    const namedTo = async (orgStructureId: string) => {
      const caller = await api.caller({ companyId });
      await setRoles(api, caller.userId, companyId, [
        { permissions: ['orgstructures.read', 'orgstructures.write'] },
        { permissions: ['personnel.read', 'associates.read'], orgStructureIds: [orgStructureId] },
      ]);
      const { body } = await caller.delete(at(place));
      return body.references;
    };
    const whoever = { resource: 'associate', id: associate.id };
    expect(await namedTo(place.id)).toEqual([whoever]);
    const both = [whoever, { resource: 'personnel', id }];
    expect(await namedTo(depot.id)).toEqual(both.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  });

  it.each(['?cascade=perhaps', '?colour=red'])('400: %s', async (query) => {
    const place = await placed(admin, randomUUID());
    expect((await admin.delete(`${at(place)}${query}`)).status).toBe(400);
  });

  it('a person who is placed there at the same moment: one of the two is refused', async () => {
    const place = await placed(admin, randomUUID());
    const [added, archived] = await Promise.all([addPerson(admin, place), admin.delete(at(place))]);
    const people = (await admin.get(`/personnel?orgStructureId=${place.id}`)).body.data;
    expect([added.id !== undefined, archived.status]).toEqual(
      people.length === 1 ? [true, 409] : [false, 204],
    );
  });
});

describe('PUT /orgstructures/{id}/restore', () => {
  it('409 archived: while what is above it, or its item, is archived', async () => {
    const root = await placed(admin, randomUUID());
    const child = await placed(admin, randomUUID(), root);
    await admin.delete(`${at(root)}?cascade=true`);
    await admin.delete(`/orgstructures/items/${child.itemId}`);
    const item = { resource: 'orgstructures/items', id: child.itemId };
    const refused = async (caller: TestCaller, references: object[]) =>
      expect(await caller.put(`${at(child)}/restore`)).toMatchObject({
        status: 409,
        body: { code: 'archived', references },
      });
    await refused(admin, [{ resource: 'orgstructures', id: root.id }, item]);
    const { companyId } = admin;
    await refused(await api.caller({ companyId, permissions: ['orgstructures.write'] }), []);
    const again = await admin.put(at(child), { itemId: child.itemId, parentId: root.id });
    expect([...outcome(again), again.body.references]).toEqual([409, 'archived', undefined]);
    expect((await admin.put(`${at(root)}/restore`)).status).toBe(200);
    await refused(admin, [item]);
    await admin.put(`/orgstructures/items/${child.itemId}/restore`);
    expect((await admin.put(`${at(child)}/restore`)).body).toMatchObject({
      archived: false,
      selectable: true,
    });
  });

  it('200: with the path that it has by now', async () => {
    const [one, two] = [await placed(admin, 'One'), await placed(admin, 'Two')];
    const branch = await placed(admin, 'Branch', one);
    const leaf = await placed(admin, 'Leaf', branch);
    await admin.delete(at(leaf));
    await admin.patch(at(branch), { parentId: two.id });
    expect((await admin.put(`${at(leaf)}/restore`)).body.path).toBe('Two / Branch / Leaf');
  });
});

describe('a role that counts at some org structures', () => {
  const builder = async (places: { id: string }[]) => {
    const caller = await api.caller({ companyId: admin.companyId });
    await setRoles(api, caller.userId, admin.companyId, [
      {
        permissions: ['orgstructures.read', 'orgstructures.write'],
        orgStructureIds: places.map(({ id }) => id),
      },
    ]);
    return caller;
  };

  it('201 below them, 403 beside them and for a root', async () => {
    const [mine, other] = [await placed(admin, randomUUID()), await placed(admin, randomUUID())];
    const caller = await builder([mine]);
    const { itemId } = await placed(admin, randomUUID(), other);
    const place = (parentId: string | null) => caller.post('/orgstructures', { itemId, parentId });
    expect((await place(mine.id)).status).toBe(201);
    for (const [parentId, where] of [
      [other.id, ''],
      [null, ' in the whole company'],
    ] as const) {
      const detail = `You lack the permission orgstructures.write${where}.`;
      const body = { detail, requiredPermission: 'orgstructures.write' };
      expect(await place(parentId)).toMatchObject({ status: 403, body });
    }
  });

  it('403: an item that is placed nowhere, which they could write then; 201 once it is placed', async () => {
    const [mine, other] = [await placed(admin, randomUUID()), await placed(admin, randomUUID())];
    const child = await placed(admin, 'Child', mine);
    const caller = await builder([mine]);
    const { id: itemId } = await addItem(admin);
    const place = () => caller.post('/orgstructures', { itemId, parentId: mine.id });
    for (const answer of [await place(), await caller.patch(at(child), { itemId })])
      expect([answer.status, answer.body.requiredPermission]).toEqual([403, 'orgstructures.write']);
    await admin.post('/orgstructures', { itemId, parentId: other.id });
    expect((await place()).status).toBe(201);
    const item = `/orgstructures/items/${itemId}`;
    expect(outcome(await caller.patch(item, { description: 'Mine.' }))).toEqual([403, 'permission-denied']);
  });

  it('403: what lies beside them, and moving anything there', async () => {
    const [mine, other] = [await placed(admin, randomUUID()), await placed(admin, randomUUID())];
    const child = await placed(admin, 'Child', mine);
    const caller = await builder([mine]);
    for (const answer of [
      await caller.put(at(other), other),
      await caller.patch(at(other), { sortOrder: 1 }),
      await caller.delete(at(other)),
      await caller.put(`${at(other)}/restore`),
      await caller.patch(at(child), { parentId: other.id }),
      await caller.patch(at(child), { parentId: null }),
    ])
      expect(outcome(answer)).toEqual([403, 'permission-denied']);
    expect((await caller.patch(at(child), { sortOrder: 1 })).status).toBe(200);
  });

  it('403: a move to where they hold more permissions; 200 to where they hold the same', async () => {
    const [mine, other] = [await placed(admin, randomUUID()), await placed(admin, randomUUID())];
    const child = await placed(admin, 'Child', mine);
    const reader = async (orgStructureIds: string[]) => {
      const caller = await api.caller({ companyId: admin.companyId });
      await setRoles(api, caller.userId, admin.companyId, [
        { permissions: ['orgstructures.read', 'orgstructures.write'] },
        { permissions: ['personnel.sensitive'], orgStructureIds },
      ]);
      return caller;
    };
    const move = async (orgStructureIds: string[], parent: { id: string }) =>
      (await reader(orgStructureIds)).patch(at(child), { parentId: parent.id });
    const refused = await move([other.id], other);
    expect([refused.status, refused.body.requiredPermission]).toEqual([403, 'personnel.sensitive']);
    expect((await move([other.id, child.id], other)).body.path).toBe(`${other.path} / Child`);
    expect((await move([other.id], mine)).body.path).toBe(`${mine.path} / Child`);
  });

  it('403: an item that is placed elsewhere too', async () => {
    const [mine, other] = [await placed(admin, randomUUID()), await placed(admin, randomUUID())];
    const child = await placed(admin, randomUUID(), mine);
    const caller = await api.caller({
      companyId: admin.companyId,
      permissions: builtInRoles.admin,
      orgStructureIds: [mine.id],
    });
    const item = `/orgstructures/items/${child.itemId}`;
    expect((await caller.patch(item, { description: 'Mine.' })).status).toBe(200);
    await admin.post('/orgstructures', { itemId: child.itemId, parentId: other.id });
    for (const answer of [
      await caller.patch(item, { name: 'Taken' }),
      await caller.put(`${item}/trainingrequired`, { requirements: [] }),
      await caller.delete(item),
      await caller.put(`${item}/restore`),
    ])
      expect(outcome(answer)).toEqual([403, 'permission-denied']);
  });
});
