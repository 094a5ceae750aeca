import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInRoles } from '@safety/contracts';
import { type Answer, type TestApi, type TestCaller } from '@safety/testing';
import { addAssociate } from '../testing/associates.js';
import { addItem, establishment, placed } from '../testing/org-structures.js';
import { addPerson, setRoles, sql, startPersonnelOrg } from '../testing/organisation.js';

let api: TestApi;
let admin: TestCaller;

beforeAll(async () => {
  api = await startPersonnelOrg();
  admin = await api.caller();
});
afterAll(() => api.close());

const at = (place: { id: string }) => `/orgstructures/${place.id}`;
const outcome = ({ status, body }: Answer) => [status, body.code];
const firstError = ({ status, body }: Answer) => [status, body.errors?.[0]?.pointer, body.errors?.[0]?.code];
const read = async (place: { id: string }, caller = admin) => (await caller.get(at(place))).body;

/** The paths in all messages of an org structure, published or not, the oldest first. */
async function told(companyId: string, id: string): Promise<unknown[]> {
  const text = `SELECT envelope FROM outbox WHERE envelope ->> 'companyId' = $1
    AND envelope ->> 'type' = 'org-structure-changed.v1' AND envelope -> 'payload' ->> 'id' = $2 ORDER BY id`;
  const { rows } = await sql(api, companyId, text, [companyId, id]);
  return rows.map(({ envelope }) => [envelope.payload.version, envelope.payload.path]);
}

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
    expect(await told(admin.companyId, quarry.id)).toEqual([[1, 'Works / Quarry']]);
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

describe('establishment of an org structure that the caller may not write', () => {
  it('null and named in redactedFields, in lists and the audit too', async () => {
    const [mine, other] = [await placed(admin, randomUUID()), await placed(admin, randomUUID())];
    for (const place of [mine, other]) await admin.patch(at(place), { establishment: establishment() });
    const { companyId } = admin;
    const permissions = builtInRoles.admin;
    const local = await api.caller({ companyId, permissions, orgStructureIds: [mine.id] });
    const employee = await api.caller({ companyId, role: 'employee' });
    const withheld = { establishment: null, redactedFields: ['/establishment'] };
    expect(await read(mine, local)).toMatchObject({ establishment: { state: 'ID' }, redactedFields: [] });
    for (const [caller, place] of [
      [local, other],
      [employee, mine],
    ] as const) {
      expect(await read(place, caller)).toMatchObject(withheld);
      const { data } = (await caller.get(`/orgstructures?ids=${place.id}`)).body;
      expect(data).toMatchObject([withheld]);
      const audit = (await caller.get(`${at(place)}/audit`)).body.data;
      expect(audit[0].members).toContainEqual({
        member: 'establishment',
        from: null,
        to: null,
        redacted: true,
      });
    }
    const { data } = (await local.get(`${at(mine)}/audit`)).body;
    expect(data[0].members).toContainEqual(
      expect.objectContaining({ member: 'establishment', redacted: false }),
    );
  });
});

describe('establishment', () => {
  it.each([
    ['no legal name', { legalName: undefined }, '/establishment/legalName', 'required'],
    ['a post office box', { streetAddress: 'P.O. Box 12' }, '/establishment/streetAddress', 'invalid-format'],
    ['an EIN of 8 digits', { ein: '12345678' }, '/establishment/ein', 'invalid-format'],
    ['a NAICS code of 5 digits', { naicsCode: '21231' }, '/establishment/naicsCode', 'invalid-format'],
    ['a state by its name', { state: 'Idaho' }, '/establishment/state', 'invalid-format'],
    ['a zip of 6 digits', { zip: '837021' }, '/establishment/zip', 'invalid-format'],
    ['an unknown type', { establishmentType: 'royal' }, '/establishment/establishmentType', 'invalid-enum'],
    [
      'a year twice',
      {
        years: [2025, 2025].map((year) => ({
          year,
          annualAverageEmployees: 1,
          peakEmployees: 1,
          totalHoursWorked: 1,
        })),
      },
      '/establishment/years',
      'duplicate',
    ],
  ])('422: %s', async (_, changes, pointer, code) => {
    const { id: itemId } = await addItem(admin, { type: 'site' });
    const body = { itemId, establishment: establishment(changes) };
    expect(firstError(await admin.post('/orgstructures', body))).toEqual([422, pointer, code]);
  });

  it('200: written, read and patched', async () => {
    const place = await placed(admin, randomUUID(), null, {
      establishment: establishment({ ein: '123456789' }),
    });
    expect(place.establishment).toMatchObject({ ein: '123456789', companyName: null });
    const { body } = await admin.patch(at(place), { establishment: { ein: null, years: [] } });
    expect(body.establishment).toMatchObject({ ein: null, years: [], city: 'Boise' });
  });

  it('409 duplicate: a legal name in use, whatever its case; in another company it is free', async () => {
    const taken = establishment();
    const first = await placed(admin, randomUUID(), null, { establishment: taken });
    const { id: itemId } = await addItem(admin, { type: 'site' });
    const again = { itemId, establishment: { ...taken, legalName: taken.legalName.toUpperCase() } };
    const answer = await admin.post('/orgstructures', again);
    expect([...firstError(answer), answer.body.conflictingId]).toEqual([
      409,
      '/establishment/legalName',
      'duplicate',
      first.id,
    ]);
    expect((await admin.put(at(first), first)).status).toBe(200);
    expect((await placed(await api.caller(), 'Mine', null, { establishment: taken })).version).toBe(1);
  });
});

describe('moving', () => {
  it('200: the paths of all below follow, and each is told', async () => {
    const [north, south] = [await placed(admin, 'North'), await placed(admin, 'South')];
    const quarry = await placed(admin, 'Quarry', north);
    const crusher = await placed(admin, 'Crusher', quarry);
    await admin.delete(at(crusher));
    const { status, body } = await admin.patch(at(quarry), { parentId: south.id });
    expect({ status, path: body.path, level: body.level }).toEqual({
      status: 200,
      path: 'South / Quarry',
      level: 1,
    });
    expect(await read(crusher)).toMatchObject({
      path: 'South / Quarry / Crusher',
      pathIds: [south.id, quarry.id, crusher.id],
      version: 3,
    });
    expect(await told(admin.companyId, crusher.id)).toEqual([
      [1, 'North / Quarry / Crusher'],
      [2, 'North / Quarry / Crusher'],
      [3, 'South / Quarry / Crusher'],
    ]);
    const { data } = (await admin.get(`${at(crusher)}/audit`)).body;
    expect(data[0]).toMatchObject({ operation: 'changed', changedByUserId: admin.userId });
    const root = (await admin.patch(at(quarry), { parentId: null })).body;
    expect([root.path, (await read(crusher)).path]).toEqual(['Quarry', 'Quarry / Crusher']);
  });

  it('200: a write that moves nothing leaves those below alone', async () => {
    const root = await placed(admin, randomUUID());
    const child = await placed(admin, 'Child', root);
    await admin.patch(at(root), { sortOrder: 9 });
    expect((await read(child)).version).toBe(1);
  });

  it('422 cycle: below itself, at whatever distance', async () => {
    const root = await placed(admin, randomUUID());
    const child = await placed(admin, 'Child', root);
    const grandchild = await placed(admin, 'Grandchild', child);
    for (const { id } of [root, child, grandchild])
      expect(outcome(await admin.patch(at(root), { parentId: id }))).toEqual([422, 'cycle']);
    expect(outcome(await admin.put(at(root), { ...root, parentId: child.id }))).toEqual([422, 'cycle']);
  });

  it('409 duplicate: where the item is placed already', async () => {
    const [one, two] = [await placed(admin, randomUUID()), await placed(admin, randomUUID())];
    const first = await placed(admin, 'Silo', one);
    const second = await placed(admin, 'Silo', two);
    for (const answer of [
      await admin.patch(at(second), { parentId: one.id }),
      await admin.put(at(second), { ...second, parentId: one.id }),
    ])
      expect([...outcome(answer), answer.body.conflictingId]).toEqual([409, 'duplicate', first.id]);
  });

  it('two moves at once that would close a circle: one is refused', async () => {
    // One pair alone may miss each other.
    for (let round = 0; round < 10; round++) {
      const [one, two] = [await placed(admin, randomUUID()), await placed(admin, randomUUID())];
      const answers = await Promise.all([
        admin.patch(at(one), { parentId: two.id }),
        admin.patch(at(two), { parentId: one.id }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });

  it('moves and additions at once leave every path as its parents say', async () => {
    const caller = await api.caller();
    const roots = await Promise.all(['A', 'B', 'C'].map((name) => placed(caller, name)));
    const branch = await placed(caller, 'Branch', roots[0]);
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 3 === 0
          ? placed(caller, `Leaf ${index}`, branch)
          : caller.patch(at(branch), { parentId: roots[index % 3].id }),
      ),
    );
    const { data } = (await caller.get('/orgstructures?limit=200')).body;
    const byId = new Map<string, { path: string; pathIds: string[] }>(
      data.map((row: { id: string }) => [row.id, row]),
    );
    expect(data).toHaveLength(8);
    for (const row of data) {
      const parent = row.parentId === null ? undefined : byId.get(row.parentId);
      expect(row.path).toBe(parent ? `${parent.path} / ${row.name}` : row.name);
      expect(row.pathIds).toEqual([...(parent?.pathIds ?? []), row.id]);
    }
  });

  it('422 out-of-range: a branch that would be too deep below its new parent', async () => {
    let deep = await placed(admin, randomUUID());
    for (let level = 1; level < 10; level++) deep = await placed(admin, `${level} ${randomUUID()}`, deep);
    const root = await placed(admin, randomUUID());
    const child = await placed(admin, 'Child', root);
    await placed(admin, 'Grandchild', child);
    expect(firstError(await admin.patch(at(root), { parentId: deep.id }))).toEqual([
      422,
      '/parentId',
      'out-of-range',
    ]);
    expect((await admin.patch(at(child), { parentId: deep.id })).status).toBe(200);
  });

  it('200: a branch of 5,000', async () => {
    const caller = await api.caller();
    const [from, to] = [await placed(caller, 'From'), await placed(caller, 'To')];
    const branch = await placed(caller, 'Branch', from);
    const item = await addItem(caller);
    await sql(
      api,
      caller.companyId,
      `INSERT INTO org_structure_items (company_id, id, name, type, code)
         SELECT $1, gen_random_uuid(), 'Bay ' || n, 'area', 'bay-' || n FROM generate_series(1, 5000) AS n`,
      [caller.companyId],
    );
    await sql(
      api,
      caller.companyId,
      `INSERT INTO org_structures (company_id, id, item_id, parent_id, name, code, type, level, path, path_ids)
         SELECT $1, i.id, i.id, $2, i.name, i.code, i.type, 2, 'From / Branch / ' || i.name, $3::uuid[] || i.id
         FROM org_structure_items AS i WHERE i.company_id = $1 AND i.id <> $4 AND i.code LIKE 'bay-%'`,
      [caller.companyId, branch.id, [from.id, branch.id], item.id],
    );
    expect((await caller.patch(at(branch), { parentId: to.id })).status).toBe(200);
    const { rows } = await sql(
      api,
      caller.companyId,
      `SELECT (SELECT count(*)::int FROM org_structures WHERE path LIKE 'To / Branch / Bay %' AND version = 2) AS moved,
        (SELECT count(*)::int FROM outbox WHERE envelope ->> 'companyId' = $1
          AND envelope -> 'payload' ->> 'path' LIKE 'To / Branch / Bay %') AS told`,
      [caller.companyId],
    );
    expect(rows).toEqual([{ moved: 5000, told: 5000 }]);
  });
});

describe('renaming an item', () => {
  it('renames each of its placements and the paths below them', async () => {
    const [north, south] = [await placed(admin, 'Up'), await placed(admin, 'Down')];
    const first = await placed(admin, 'Store', north);
    const shelf = await placed(admin, 'Shelf', first);
    const second = (await admin.post('/orgstructures', { itemId: first.itemId, parentId: south.id })).body;
    const nested = (await admin.post('/orgstructures', { itemId: first.itemId, parentId: shelf.id })).body;
    const item = `/orgstructures/items/${first.itemId}`;
    expect((await admin.patch(item, { name: 'Warehouse', code: 'WH' })).status).toBe(200);
    const paths = await Promise.all(
      [first, shelf, second, nested].map(async (place) => (await read(place)).path),
    );
    expect(paths).toEqual([
      'Up / Warehouse',
      'Up / Warehouse / Shelf',
      'Down / Warehouse',
      'Up / Warehouse / Shelf / Warehouse',
    ]);
    expect(await read(second)).toMatchObject({ name: 'Warehouse', code: 'WH', version: 2 });
    await admin.patch(item, { description: 'Where things are.' });
    expect((await read(second)).version).toBe(2);
  });
});

describe('DELETE /orgstructures/{id}', () => {
  it('409 has-active-children, 204 with cascade=true; each is told', async () => {
    const root = await placed(admin, randomUUID());
    const child = await placed(admin, 'Child', root);
    const old = await placed(admin, 'Old', root);
    await admin.delete(at(old));
    expect(outcome(await admin.delete(at(root)))).toEqual([409, 'has-active-children']);
    expect((await admin.delete(`${at(root)}?cascade=true`)).status).toBe(204);
    expect(await read(child)).toMatchObject({ archived: true, version: 2, archivedByUserId: admin.userId });
    expect((await read(old)).version).toBe(2);
    expect(await told(admin.companyId, child.id)).toHaveLength(2);
    expect((await admin.delete(at(root))).status).toBe(204);
  });

  it('204: children that are archived already are none', async () => {
    const root = await placed(admin, randomUUID());
    await admin.delete(at(await placed(admin, 'Child', root)));
    expect((await admin.delete(at(root))).status).toBe(204);
  });

  it.each([
    ['by the work history in force', {}, {}],
    ['by a record of the future', { hireDate: '2027-01-01' }, {}],
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
    expect(outcome(await admin.put(`${at(child)}/restore`))).toEqual([409, 'archived']);
    expect((await admin.put(`${at(root)}/restore`)).status).toBe(200);
    expect(outcome(await admin.put(`${at(child)}/restore`))).toEqual([409, 'archived']);
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
    const item = await addItem(admin);
    const place = (parentId: string | null) => caller.post('/orgstructures', { itemId: item.id, parentId });
    expect((await place(mine.id)).status).toBe(201);
    for (const answer of [await place(other.id), await place(null)])
      expect([answer.status, answer.body.requiredPermission]).toEqual([403, 'orgstructures.write']);
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
