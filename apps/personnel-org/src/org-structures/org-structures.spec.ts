import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { filingPermissions, listOrgStructuresSchema, type Permission } from '@safety/contracts';
import type { Answer, TestApi, TestCaller } from '@safety/testing';
import { addItem, addRooms, placed } from '../testing/org-structures.js';
import { addPlace, setRoles, sql, startPersonnelOrg, type TestPlace } from '../testing/organisation.js';

let api: TestApi;
let admin: TestCaller;
let company: TestPlace;
let north: TestPlace;
let quarry: TestPlace;
let depot: TestPlace;
let closed: TestPlace;

beforeAll(async () => {
  api = await startPersonnelOrg();
  admin = await api.caller();
  const { companyId } = admin;
  company = await addPlace(api, companyId, 'Works', { type: 'company' });
  north = await addPlace(api, companyId, 'North', { parent: company, type: 'region' });
  quarry = await addPlace(api, companyId, 'Quarry', { parent: north });
  depot = await addPlace(api, companyId, 'Depot', { parent: company });
  closed = await addPlace(api, companyId, 'Closed', { parent: company });
  await sql(api, companyId, 'UPDATE org_structures SET archived_at = now() WHERE id = $1', [closed.id]);
  const setDefault =
    'INSERT INTO default_org_structures (company_id, user_id, org_structure_id) VALUES ($1, $2, $3)';
  await sql(api, companyId, setDefault, [companyId, admin.userId, depot.id]);
});

afterAll(() => api.close());

const colleague = (orgStructureIds: string[]) =>
  api.caller({ companyId: admin.companyId, role: 'employee', orgStructureIds });

/** Somebody who reads org structures everywhere, and holds a further role. */
async function reading(role: { permissions: readonly Permission[]; orgStructureIds?: string[] }) {
  const caller = await api.caller({ companyId: admin.companyId });
  await setRoles(api, caller.userId, admin.companyId, [{ permissions: ['orgstructures.read'] }, role]);
  return caller;
}

const paths = async (query: string, caller = admin): Promise<string[]> =>
  (await caller.get(`/orgstructures${query}`)).body.data.map(({ path }: { path: string }) => path);

describe('GET /orgstructures', () => {
  it('200: by path, without the archived ones', async () => {
    expect(await paths('')).toEqual(['Works', 'Works / Depot', 'Works / North', 'Works / North / Quarry']);
    expect(await paths('?includeArchived=only')).toEqual(['Works / Closed']);
  });

  it('200: by path as text, which is no tree', async () => {
    const other = await api.caller();
    const root = await addPlace(api, other.companyId, 'North');
    await addPlace(api, other.companyId, 'Line 1', { parent: root });
    await addPlace(api, other.companyId, 'North (old)');
    const described = listOrgStructuresSchema.shape.sort.description;
    const ordered = ['North', 'North (old)', 'North / Line 1'];
    expect(await paths('', other)).toEqual(ordered);
    const [first, between, last] = ordered.map((path) => `"${path}"`);
    expect(described).toContain(
      `path is sorted as text, not as a tree: ${between} comes between ${first} and ${last}`,
    );
  });

  it('200: filters, sort and search', async () => {
    expect(await paths('?type=site&sort=-name')).toEqual(['Works / North / Quarry', 'Works / Depot']);
    expect(await paths('?type=company,region')).toEqual(['Works', 'Works / North']);
    expect(await paths(`?parentId=${company.id}`)).toEqual(['Works / Depot', 'Works / North']);
    expect(await paths(`?parentId=${company.id},${north.id}&type=site`)).toEqual([
      'Works / Depot',
      'Works / North / Quarry',
    ]);
    expect(await paths(`?itemId=${quarry.itemId}`)).toEqual(['Works / North / Quarry']);
    expect(await paths(`?itemId=${quarry.itemId},${depot.itemId}`)).toEqual([
      'Works / Depot',
      'Works / North / Quarry',
    ]);
    expect(await paths('?q=quar')).toEqual(['Works / North / Quarry']);
    expect(await paths('?isDefault=true')).toEqual(['Works / Depot']);
    expect(await paths('?isDefault=false&type=site')).toEqual(['Works / North / Quarry']);
  });

  it('200: what the caller may select depends on the places of the role', async () => {
    const local = await colleague([north.id]);
    expect(await paths('?selectable=true', local)).toEqual(['Works / North', 'Works / North / Quarry']);
    expect(await paths('?selectable=false', local)).toEqual(['Works', 'Works / Depot']);
    expect(await paths('?selectable=false')).toEqual([]);
    expect(await paths('?isDefault=true', local)).toEqual([]);
    expect(await paths('?selectable=true&includeArchived=true')).toHaveLength(4);
  });

  it.each(filingPermissions)('200: %s makes an org structure selectable', async (permission) => {
    const caller = await reading({ permissions: [permission], orgStructureIds: [quarry.id] });
    expect(await paths('?selectable=true', caller)).toEqual(['Works / North / Quarry']);
  });

  it.each(['users.manage', 'roles.manage'] as const)(
    '200: %s selects all, to give roles; a role that counts at one place gives none',
    async (permission) => {
      const manager = await reading({ permissions: [permission] });
      const local = await reading({ permissions: [permission], orgStructureIds: [quarry.id] });
      expect(await paths('?selectable=true', manager)).toHaveLength(4);
      expect(await paths('?selectable=true', local)).toEqual([]);
    },
  );

  it('200: pages of two follow each other', async () => {
    const first = (await admin.get('/orgstructures?limit=2')).body;
    const second = (await admin.get(`/orgstructures?limit=2&cursor=${first.page.nextCursor}`)).body;
    expect([...first.data, ...second.data].map(({ path }) => path)).toEqual(await paths(''));
    expect(second.page.hasMore).toBe(false);
  });

  it.each(['?type=planet', '?parentId=x', '?selectable=perhaps', '?sort=level', '?colour=red'])(
    '400: %s',
    async (query) => {
      expect((await admin.get(`/orgstructures${query}`)).status).toBe(400);
    },
  );

  it('200 with nothing: another company', async () => {
    const other = await api.caller();
    expect(await paths(`?ids=${quarry.id}&includeArchived=true`, other)).toEqual([]);
    expect(await paths(`?parentId=${company.id}`, other)).toEqual([]);
  });
});

describe('GET /orgstructures/{id}', () => {
  it('200: where it is in the tree, and what it is to the caller', async () => {
    const { status, body, headers } = await admin.get(`/orgstructures/${north.id}`);
    expect({ status, etag: headers.get('etag') }).toEqual({
      status: 200,
      etag: expect.stringMatching(/^"1\.[\w-]{43}"$/),
    });
    expect(body).toMatchObject({
      relationshipId: north.id,
      itemId: north.itemId,
      name: 'North',
      type: 'region',
      parentId: company.id,
      level: 1,
      path: 'Works / North',
      pathIds: [company.id, north.id],
      childCount: 1,
      selectable: true,
      isDefault: false,
      establishment: null,
    });
    expect(body.companyId).toBeUndefined();
    expect((await admin.get(`/orgstructures/${depot.id}`)).body).toMatchObject({
      isDefault: true,
      childCount: 0,
    });
    expect((await admin.get(`/orgstructures/${company.id}`)).body.childCount).toBe(2);
  });

  it('200, not selectable: an archived place, and one beside the places of the role', async () => {
    expect((await admin.get(`/orgstructures/${closed.id}`)).body.selectable).toBe(false);
    const local = await colleague([quarry.id]);
    expect((await local.get(`/orgstructures/${depot.id}`)).body.selectable).toBe(false);
    expect((await local.get(`/orgstructures/${quarry.id}`)).body.selectable).toBe(true);
  });

  it('200, not selectable: one where the caller reads alone', async () => {
    const reader = await api.caller({ companyId: admin.companyId, role: 'readOnly' });
    const shown = async (caller: TestCaller, { id }: TestPlace) =>
      (await caller.get(`/orgstructures/${id}`)).body.selectable;
    expect(await shown(reader, quarry)).toBe(false);
    const reporter = await reading({ permissions: ['hazards.create'], orgStructureIds: [quarry.id] });
    expect([await shown(reporter, quarry), await shown(reporter, depot)]).toEqual([true, false]);
  });

  it('404: an unknown one, another company', async () => {
    expect((await admin.get(`/orgstructures/${randomUUID()}`)).status).toBe(404);
    const other = await api.caller();
    expect((await other.get(`/orgstructures/${north.id}`)).body.code).toBe('not-found');
  });
});

interface Node {
  name: string;
  selectable: boolean;
  children: Node[];
}

const drawn = (nodes: Node[]): string =>
  nodes
    .map(
      ({ name, selectable, children }) =>
        `${selectable ? '' : '-'}${name}${children.length ? `(${drawn(children)})` : ''}`,
    )
    .join(' ');

describe('GET /orgstructures/hierarchy', () => {
  const tree = async (query = '', caller = admin) =>
    drawn((await caller.get(`/orgstructures/hierarchy${query}`)).body.data);

  it('200: the tree, narrowed by place, depth and type', async () => {
    expect(await tree()).toBe('Works(Depot North(Quarry))');
    expect(await tree(`?rootId=${north.id}`)).toBe('North(Quarry)');
    expect(await tree('?depth=2')).toBe('Works(Depot North)');
    expect(await tree('?type=region')).toBe('Works(North)');
  });

  it('200: only branches that hold something selectable', async () => {
    expect(await tree('', await colleague([quarry.id]))).toBe('-Works(-North(Quarry))');
    expect(await tree('', await colleague([randomUUID()]))).toBe('');
    const reporter = await reading({ permissions: ['events.create'], orgStructureIds: [quarry.id] });
    expect(await tree('', reporter)).toBe('-Works(-North(Quarry))');
    const reader = await api.caller({ companyId: admin.companyId, role: 'readOnly' });
    expect([await tree('', reader), await tree(`?rootId=${north.id}&type=site`, reader)]).toEqual(['', '']);
    expect([await paths('?selectable=true', reader), await paths('', reader)]).toEqual([[], await paths('')]);
  });

  it('200: levels above what can be selected', async () => {
    const local = await colleague([quarry.id]);
    expect(await tree('?depth=2', local)).toBe('-Works(-North)');
    expect(await tree('?depth=12', local)).toBe('-Works(-North(Quarry))');
    expect(await tree(`?rootId=${north.id}&depth=1`, local)).toBe('-North');
    expect(await tree('?depth=1&type=site')).toBe('Works');
    expect(await tree('?depth=2&type=area')).toBe('');
  });

  it('400 above 10,000 org structures; 200 for levels that hold fewer, whoever asks', async () => {
    const everywhere = await api.caller();
    const { companyId } = everywhere;
    const region = await addPlace(api, companyId, 'Region', { type: 'region' });
    const desk = await addPlace(api, companyId, 'Lone desk');
    await addRooms(api, companyId, { below: region.id, of: desk.itemId, count: 5_000 });
    // As a server does by itself after so many rows.
    await api.database.transaction('owner', async (client) => {
      await client.query('ANALYZE org_structures');
    });
    const local = await api.caller({ companyId, role: 'employee', orgStructureIds: [region.id] });
    const shown = async (caller: TestCaller, query: string) => {
      const { status, body } = await caller.get(`/orgstructures/hierarchy${query}`);
      return [status, body.errors?.[0]?.parameter ?? body.data?.[0].children.length];
    };
    for (const query of ['', `?rootId=${region.id}`])
      expect(await shown(local, query)).toEqual([400, 'rootId']);
    for (const query of ['?depth=2', `?rootId=${region.id}&depth=2`])
      expect(await shown(local, query)).toEqual([200, 5_000]);
    expect(await shown(everywhere, `?rootId=${region.id}&type=other&depth=2`)).toEqual([200, 5_000]);
  });

  it('200 with an ETag, 304 for who has that tree, 200 once it is another one', async () => {
    const first = await admin.get('/orgstructures/hierarchy');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const again = await admin.get('/orgstructures/hierarchy', { headers: { 'if-none-match': etag } });
    expect(again).toMatchObject({ status: 304, body: '' });
    const local = await colleague([quarry.id]);
    expect((await local.get('/orgstructures/hierarchy', { headers: { 'if-none-match': etag } })).status).toBe(
      200,
    );
  });

  it.each(['?depth=0', '?depth=13', '?rootId=x', '?q=north', '?type=planet'])('400: %s', async (query) => {
    expect((await admin.get(`/orgstructures/hierarchy${query}`)).status).toBe(400);
  });

  it('400 invalid-parameter: a root that is unknown, archived or of another company', async () => {
    const foreign = await addPlace(api, randomUUID(), 'Foreign');
    for (const id of [randomUUID(), closed.id, foreign.id]) {
      const { status, body } = await admin.get(`/orgstructures/hierarchy?rootId=${id}`);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid-parameter' });
    }
  });
});

describe('paths', () => {
  const firstError = ({ status, body }: Answer) => [
    status,
    body.errors?.[0]?.pointer,
    body.errors?.[0]?.code,
  ];

  it('422 too-long: a path that no index can hold, by placing, moving and renaming; 200: pages behind long ones', async () => {
    const word = () =>
      Array.from({ length: 150 }, () => 'абвгдежзик'[Math.floor(Math.random() * 10)]).join('');
    let deep = await placed(admin, word());
    for (let level = 1; level < 8; level++) deep = await placed(admin, word(), deep);
    const item = await addItem(admin, { name: word() });
    const refused = await admin.post('/orgstructures', { itemId: item.id, parentId: deep.id });
    expect(firstError(refused)).toEqual([422, '/parentId', 'too-long']);
    const branch = await placed(admin, `A ${randomUUID()}`);
    const leaf = await placed(admin, word(), branch);
    expect(firstError(await admin.patch(`/orgstructures/${branch.id}`, { parentId: deep.id }))).toEqual([
      422,
      '/parentId',
      'too-long',
    ]);
    const short = await placed(admin, `B ${randomUUID()}`, deep);
    const middle = await placed(admin, `C ${randomUUID()}`, { id: deep.parentId });
    await placed(admin, word(), middle);
    for (const { id } of [short, middle])
      expect(firstError(await admin.patch(`/orgstructures/${id}`, { itemId: item.id }))).toEqual([
        422,
        '/itemId',
        'too-long',
      ]);
    const named = await admin.patch(`/orgstructures/items/${short.itemId}`, { name: word() });
    expect(firstError(named)).toEqual([422, '/name', 'too-long']);
    expect((await admin.get(`/orgstructures/${leaf.id}`)).body.version).toBe(1);
    const list = `/orgstructures?ids=${deep.id},${leaf.id}&sort=-path&limit=1`;
    const { data, page } = (await admin.get(list)).body;
    const { body: next } = await admin.get(`${list}&cursor=${page.nextCursor}`);
    expect([...data, ...next.data].map(({ id }) => id)).toEqual([deep.id, leaf.id]);
  });
});
