import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { enterCompany } from '@safety/persistence';
import { addAssociate } from '../testing/associates.js';
import { addItem, addRooms, messagesOf, placed } from '../testing/org-structures.js';
import { sql } from '../testing/organisation.js';
import { firstError, outcome, startCompany } from '../testing/scene.js';

const { api, admin } = await startCompany();

const at = (place: { id: string }) => `/orgstructures/${place.id}`;
const read = async (place: { id: string }, caller = admin) => (await caller.get(at(place))).body;
const published = (companyId: string, id: string) => messagesOf(api, companyId, id);

/** A statement of 5,000 rows and their indexes meets its time on a slow machine. */
const REFUSES_LARGE_STATEMENTS = `
  CREATE FUNCTION refuse_large() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*) FROM written) > 1000 THEN RAISE EXCEPTION 'too many rows at once'; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER refuse_large AFTER UPDATE ON org_structures REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_large()`;

beforeAll(async () => {
  await api.database.transaction('owner', async (client) => {
    await client.query(REFUSES_LARGE_STATEMENTS);
  });
});

describe('moving', () => {
  it('200: the paths of all below follow, and each is published', async () => {
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
    expect(await published(admin.companyId, crusher.id)).toEqual([
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

  it('200: a write that moves nothing waits for none of those below, nor does one of the item', async () => {
    const root = await placed(admin, randomUUID());
    const child = await placed(admin, 'Child', root);
    await api.database.transaction('service', async (client) => {
      await enterCompany(client, admin.companyId);
      await client.query('SELECT FROM org_structures WHERE id = $1 FOR UPDATE', [child.id]);
      const answers = [
        await admin.patch(at(root), { timeZone: 'Europe/Dublin' }),
        await admin.patch(`/orgstructures/items/${root.itemId}`, { description: 'Where stone is cut.' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    });
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

  it('200: a branch of 2,001, by statements of 1,000', async () => {
    const caller = await api.caller();
    const [from, to] = [await placed(caller, 'From'), await placed(caller, 'To')];
    const branch = await placed(caller, 'Branch', from);
    const item = await addItem(caller);
    await sql(
      api,
      caller.companyId,
      `INSERT INTO org_structure_items (company_id, id, name, type, code)
         SELECT $1, gen_random_uuid(), 'Bay ' || n, 'area', 'bay-' || n FROM generate_series(1, 2001) AS n`,
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
          AND envelope -> 'payload' ->> 'path' LIKE 'To / Branch / Bay %') AS published`,
      [caller.companyId],
    );
    expect(rows).toEqual([{ moved: 2001, published: 2001 }]);
  });
});

describe('archiving', () => {
  it('204: a branch of 1,201 with cascade=true, by statements of 1,000; each is published and recorded', async () => {
    const caller = await api.caller();
    const [works, desk] = [await placed(caller, 'Works'), await addItem(caller)];
    await addRooms(api, caller.companyId, { below: works.id, of: desk.id, count: 600 });
    expect((await caller.delete(`${at(works)}?cascade=true`)).status).toBe(204);
    const { rows } = await sql(
      api,
      caller.companyId,
      `SELECT (SELECT count(*)::int FROM org_structures WHERE archived AND version = 2 AND archived_by_user_id = $2)
          AS archived,
        (SELECT count(*)::int FROM outbox
          WHERE envelope ->> 'companyId' = $1 AND envelope -> 'payload' -> 'archived' = 'true') AS published,
        (SELECT count(*)::int FROM changes WHERE operation = 'archived') AS recorded`,
      [caller.companyId, caller.userId],
    );
    expect(rows).toEqual([{ archived: 1201, published: 1201, recorded: 1201 }]);
  });
});

describe('a branch of more than 20,000', () => {
  it('422 not-allowed to move and to rename, 400 to archive; of 20,000, or so many active ones, other rules decide', async () => {
    const caller = await api.caller();
    const [works, to] = [await placed(caller, 'Works'), await placed(caller, 'To')];
    let deep = to;
    for (let level = 1; level < 10; level++) deep = await placed(caller, `Level ${level}`, deep);
    const [desk, other] = [await addItem(caller), await addItem(caller)];
    await addRooms(api, caller.companyId, { below: works.id, of: desk.id, count: 10_000 });
    const item = `/orgstructures/items/${works.itemId}`;
    const refusals = [
      firstError(await caller.patch(at(works), { parentId: deep.id })),
      firstError(await caller.patch(at(works), { itemId: other.id })),
      firstError(await caller.patch(item, { name: 'Other works' })),
    ];
    expect(refusals).toEqual(
      ['/parentId', '/itemId', '/name'].map((pointer) => [422, pointer, 'not-allowed']),
    );
    expect(outcome(await caller.delete(at(works)))).toEqual([409, 'has-active-children']);
    const cascade = await caller.delete(`${at(works)}?cascade=true`);
    expect(outcome(cascade)).toEqual([400, 'invalid-parameter']);
    expect(cascade.body.errors).toMatchObject([{ parameter: 'cascade', code: 'not-allowed' }]);

    const changes = [
      await caller.patch(at(works), { timeZone: 'Europe/Dublin' }),
      await caller.patch(item, { code: 'W' }),
    ];
    expect(changes.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read(works, caller)).toMatchObject({ path: 'Works', code: 'W', version: 3 });

    const below = async (place: { id: string }) =>
      (await caller.get(`/orgstructures?parentId=${place.id}&limit=2`)).body.data;
    const [room, another] = await below(works);
    const [[oldDesk], [lastDesk]] = [await below(room), await below(another)];
    const { id } = await addAssociate(caller, { orgStructureIds: [room.id] });
    expect((await caller.delete(at(oldDesk))).status).toBe(204);
    expect((await caller.delete(`${at(works)}?cascade=true`)).body).toMatchObject({
      code: 'in-use',
      references: [{ resource: 'associate', id }],
    });
    const renamed = await caller.patch(item, { name: 'Other works' });
    expect(firstError(renamed)).toEqual([422, '/name', 'not-allowed']);
    expect(renamed.body.errors[0].detail).toContain('archived ones count, and have to be restored before');

    expect((await caller.patch(at(lastDesk), { parentId: to.id })).status).toBe(200);
    const tooDeep = await caller.patch(at(works), { parentId: deep.id });
    expect(firstError(tooDeep)).toEqual([422, '/parentId', 'out-of-range']);

    await api.database.transaction('owner', async (client) => {
      await client.query('SET LOCAL session_replication_role = replica');
      const text = 'UPDATE org_structures SET archived_at = now() WHERE company_id = $1 AND item_id <> $2';
      await client.query(text, [caller.companyId, works.itemId]);
    });
    expect((await caller.delete(at(works))).status).toBe(204);
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
