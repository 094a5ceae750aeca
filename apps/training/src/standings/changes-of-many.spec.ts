import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CompanyTransactions, seedWithin } from '@safety/persistence';
import { rowsRead, type TestCaller } from '@safety/testing';
import { Companies } from '../read-models/companies.js';
import { OrgStructureReadModel } from '../read-models/org-structure-read-model.js';
import { companyState } from '../testing/published-company.js';
import { replica } from '../testing/replica.js';
import { addRequirement } from '../testing/requirements.js';
import {
  addCourse,
  added,
  addPeople,
  addPlace,
  day,
  startWithCompany,
  type TestPlace,
} from '../testing/training-under-test.js';
import { DueChanges } from './due-changes.js';
import { DuePeople } from './due-people.js';
import { StandingsJob } from './standings-job.js';

/** More than are noted together with a change, and more than twice as many in the company. */
const CONCERNED = 2_050;

const { api } = await startWithCompany();
const transactions = api.app.get(CompanyTransactions);
const due = api.app.get(DuePeople);
const changesOfMany = api.app.get(DueChanges);

let admin: TestCaller;
let companyId: string;
let root: TestPlace;
let place: TestPlace;
let courseId: string;
/** Those at the place; as many work elsewhere. */
let people: string[];

// As if the process had ended: the cases say when the job goes on.
beforeAll(() => api.app.get(StandingsJob).beforeApplicationShutdown());

beforeEach(async () => {
  admin = await api.caller();
  companyId = admin.companyId;
  root = await addPlace(api, companyId);
  place = await addPlace(api, companyId, root);
  const elsewhere = await addPlace(api, companyId);
  courseId = await addCourse(admin, { expiryWarningDays: 30 });
  const all = Array.from({ length: CONCERNED }, () => [{ place }, { place: elsewhere }]);
  const ids = await addPeople(api, companyId, all.flat());
  people = ids.filter((_, index) => index % 2 === 0);
});

/** The rows that a statement finds. The tables of who is due have no wall. */
const rowsOf = <Row extends object>(text: string, values: unknown[] = [companyId]): Promise<Row[]> =>
  transactions.run(companyId, async () => {
    const { client } = transactions.current(companyId);
    return (await client.query<Row>(text, values)).rows;
  });

const changes = () => rowsOf('SELECT kind, about FROM due_changes WHERE company_id = $1');
const noted = async () => {
  const text = 'SELECT personnel_id AS id FROM due_people WHERE company_id = $1 AND due_at <= now()';
  return (await rowsOf<{ id: string }>(text)).map(({ id }) => id);
};
/** As if the job had looked at all who are noted so far. */
const forgetNoted = () => rowsOf('DELETE FROM due_people WHERE company_id = $1');

async function addSome(): Promise<boolean> {
  const change = await changesOfMany.take(companyId);
  if (change) await due.addSomeOf(companyId, change);
  return change !== undefined;
}

const noteSome = () => transactions.asSystem(companyId, addSome);

/** Resolves with the number of parts in which the job has noted all. */
async function noteAll(): Promise<number> {
  for (let parts = 0; ; parts++) if (!(await noteSome())) return parts;
}

/** Each of the people holds what expires in so many days, completed as often. */
async function recordsOf(expiresIn: number, of = people, times = 1): Promise<void> {
  const rows = Array.from({ length: of.length * times }, (_, index) => ({
    ...{ company_id: companyId, id: crypto.randomUUID(), course_id: courseId },
    ...{ personnel_id: of[index % of.length], completed_on: day(-100 - Math.floor(index / of.length)) },
    ...{ result: 'passed', expires_on: day(expiresIn), expiry_source: 'certificate', source: 'import' },
  }));
  await api.database.transaction('service', (client) => seedWithin(client, 'training_records', rows));
}

const warn = async (expiryWarningDays: number) => {
  const { status } = await admin.patch(`/courses/${courseId}`, { expiryWarningDays });
  expect(status).toBe(200);
};

const total = async (query: string): Promise<number> => {
  const { status, body } = await admin.get(`/training?${query}&includeTotal=true&limit=1`);
  expect(status).toBe(200);
  return body.page.totalCount;
};

describe('PATCH /courses/{id} of very many people', () => {
  it('200: lists and single people are right at once, and all are looked at, beside other companies', async () => {
    await addRequirement(api, companyId, root, [{ courseId }]);
    await noteAll();
    await forgetNoted();
    await recordsOf(20);
    await warn(5);
    expect(await changes()).toEqual([{ kind: 'courses', about: [courseId] }]);
    expect((await noted()).length).toBeLessThan(CONCERNED);
    await forgetNoted();
    expect(await total('status=valid')).toBe(CONCERNED);
    expect(await total('status=expiringSoon')).toBe(0);
    const one = await admin.get(`/training?personnelId=${people.at(-1)}`);
    expect(one.body.data).toMatchObject([{ status: 'valid', expiresOn: day(20) }]);
    const { companyId: another, personnelId } = await somebodyOverdue();
    await replica(api).work();
    expect([await changes(), await noted()]).toEqual([[], []]);
    expect(await total('status=valid')).toBe(CONCERNED);
    const index = 'SELECT personnel_id FROM standing_index WHERE company_id = $1 AND status = $$valid$$';
    expect(await rowsOf(index)).toHaveLength(CONCERNED);
    const published = await publishedOf(companyId, another);
    expect(published).toHaveLength(CONCERNED + 1);
    expect(published.indexOf(personnelId)).toBeLessThan(100);
  });

  /** People whose status was published, in the order of the messages. */
  const publishedOf = async (...companies: string[]) => {
    const text = `SELECT envelope->'payload'->>'personnelId' AS id FROM outbox
      WHERE envelope->>'type' = 'training-status-changed.v1' AND envelope->>'companyId' = ANY($1)
      ORDER BY outbox.id`;
    return (await rowsOf<{ id: string }>(text, [companies])).map(({ id }) => id);
  };

  /** Of another company, in which nobody has been looked at. */
  async function somebodyOverdue() {
    const other = await api.caller();
    const there = await addPlace(api, other.companyId);
    const [personnelId = ''] = await addPeople(api, other.companyId, [{ place: there }]);
    await addRequirement(api, other.companyId, there, [{ courseId: await addCourse(other) }]);
    return { companyId: other.companyId, personnelId };
  }

  it('200: a poll since then has all of them, and computes few more than it shows', async () => {
    await recordsOf(20);
    // As autovacuum does by itself: without statistics all indexes of so small a table cost the same.
    await api.database.transaction('owner', async (client) => {
      await client.query('ANALYZE training_records');
    });
    const { body } = await admin.patch(`/courses/${courseId}`, { expiryWarningDays: 5 });
    const standings = {
      table: 'training_records',
      within: 'FROM "standings"',
      settings: { 'app.today': day(0), 'app.time_zone': 'Europe/Dublin' },
    };
    const polled: Row[] = [];
    let cursor = '';
    const next = async () => {
      const poll = `/training?modifiedSince=${body.modifiedAt}&limit=200${cursor}`;
      const { data, page } = (await admin.get(poll)).body;
      polled.push(...data);
      cursor = page.hasMore ? `&cursor=${page.nextCursor}` : '';
    };
    const read = await rowsRead(api, companyId, standings, next);
    expect(read).toBeGreaterThanOrEqual(200);
    expect(read).toBeLessThan(CONCERNED);
    while (cursor) await next();
    expect(polled.map(({ personnelId }) => personnelId).sort()).toEqual(people.toSorted());
    expect(new Set(polled.map(({ status }) => status))).toEqual(new Set(['valid']));
    expect(polled.map(({ id }) => id)).toEqual(polled.map(({ id }) => id).sort());
  });

  it('200: so has a poll once all have been looked at', async () => {
    const { modifiedAt } = (await admin.get(`/courses/${courseId}`)).body;
    await recordsOf(20);
    await rowsOf('INSERT INTO due_people (company_id, personnel_id) SELECT $1, unnest($2::uuid[])', [
      companyId,
      people,
    ]);
    await replica(api).work();
    const since = new Date(Date.parse(modifiedAt) + 1).toISOString();
    const polled: Row[] = [];
    for (let cursor = ''; ; ) {
      const poll = `/training?modifiedSince=${since}&status=expiringSoon&limit=200${cursor}`;
      const { data, page } = (await admin.get(poll)).body;
      polled.push(...data);
      if (!page.hasMore) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(polled.map(({ personnelId }) => personnelId).sort()).toEqual(people.toSorted());
    const places = polled.map(({ modifiedAt: at, id }) => `${at} ${id}`);
    expect(places).toEqual(places.toSorted());
  });

  interface Row {
    modifiedAt: string;
    id: string;
    personnelId: string;
    status: string;
  }

  it('200: nobody is noted twice, nor anybody whom it does not concern', async () => {
    await recordsOf(20);
    await warn(5);
    expect(await noteAll()).toBe(3);
    expect((await noted()).sort()).toEqual(people.toSorted());
    expect(await changes()).toEqual([]);
  });

  it('200: once more while the job is halfway: all are noted again, and the others wait no longer', async () => {
    await recordsOf(20);
    await warn(5);
    await forgetNoted();
    await noteSome();
    const behind = await noted();
    expect(behind.length).toBeLessThan(CONCERNED);
    await forgetNoted();
    await warn(15);
    await forgetNoted();
    await noteSome();
    expect((await noted()).filter((id) => behind.includes(id))).toEqual([]);
    expect(await noteAll()).toBe(2);
    expect((await noted()).sort()).toEqual(people.toSorted());
  });

  it('200: a part that fails is done again, from where it was', async () => {
    await recordsOf(20);
    await warn(5);
    await forgetNoted();
    await noteSome();
    const before = await noted();
    const failing = transactions.asSystem(companyId, async () => {
      await addSome();
      throw new Error('The process ended');
    });
    await expect(failing).rejects.toThrow('The process ended');
    expect((await noted()).sort()).toEqual(before.toSorted());
    expect(await noteAll()).toBe(2);
    expect((await noted()).sort()).toEqual(people.toSorted());
  });

  it('200: a course of few people notes them alone', async () => {
    const few = people.slice(0, 3);
    for (const personnelId of few)
      await added(admin, '/training/records', {
        ...{ personnelId, courseId, completedOn: day(-100), result: 'passed' },
      });
    await forgetNoted();
    await warn(5);
    expect([(await noted()).sort(), await changes()]).toEqual([few.toSorted(), []]);
  });

  it('200: a course of few people who have many records notes them alone', async () => {
    const few = people.slice(0, 450);
    await recordsOf(20, few, 5);
    await warn(5);
    expect([(await noted()).sort(), await changes()]).toEqual([few.toSorted(), []]);
  });

  it('200: all are noted where the many records are not all read', async () => {
    const some = people.slice(0, 1_500);
    await recordsOf(20, some, 7);
    await warn(5);
    expect(await changes()).toEqual([{ kind: 'courses', about: [courseId] }]);
    await noteAll();
    expect((await noted()).sort()).toEqual(some.toSorted());
  });
});

describe('messages that concern very many people', () => {
  const keepPlace = (changed: object) =>
    transactions.run(companyId, () => {
      const { id, itemId, pathIds } = place;
      const named = { name: 'Moved', path: 'Moved', timeZone: null, archived: false };
      const state = { id, itemId, pathIds, ...named, version: 2, ...changed };
      return api.app.get(OrgStructureReadModel).keep(companyId, state, new Date());
    });

  it.each([
    ['training-requirements-changed.v1', 'items', () => addRequirement(api, companyId, root, [{ courseId }])],
    ['org-structure-changed.v1 of a move', 'org structures', () => keepPlace({ pathIds: [place.id] })],
    ['org-structure-changed.v1 of an item', 'branches', () => keepPlace({ itemId: root.itemId })],
  ])('%s notes all whom it concerns, in parts', async (_, kind, change) => {
    await change();
    expect(await changes()).toMatchObject([{ kind }]);
    await forgetNoted();
    expect(await noteAll()).toBe(3);
    expect((await noted()).sort()).toEqual(people.toSorted());
  });

  it.each([
    ['a move', () => keepPlace({ pathIds: [place.id] })],
    ['another item', () => keepPlace({ itemId: root.itemId })],
  ])('org-structure-changed.v1 of %s: its parts tell polls of those who worked there', async (_, change) => {
    const text = `UPDATE personnel SET formerly = $3 WHERE company_id = $1 AND id <> ALL($2) RETURNING id`;
    const formerly = [{ from: day(-100), orgStructureId: place.id, jobTitle: null }];
    const former = await rowsOf<{ id: string }>(text, [companyId, people, JSON.stringify(formerly)]);
    await recordsOf(
      20,
      former.map(({ id }) => id),
    );
    const [clock] = await rowsOf<{ now: Date }>('SELECT clock_timestamp() AS now', []);
    const changed = () => total(`modifiedSince=${clock?.now.toISOString()}`);
    await change();
    expect(await changed()).toBe(0);
    await noteSome();
    expect(await changed()).toBeGreaterThan(0);
    await noteAll();
    expect(await changed()).toBe(CONCERNED);
  });

  it('company-changed.v1 of another time zone notes all, in parts', async () => {
    await transactions.run(companyId, () =>
      api.app.get(Companies).keep(companyId, companyState(companyId, 1, 'Pacific/Niue')),
    );
    expect(await changes()).toEqual([{ kind: 'companies', about: [companyId] }]);
    expect(await noteAll()).toBe(3);
    const all = await rowsOf<{ id: string }>('SELECT id FROM personnel WHERE company_id = $1');
    expect((await noted()).sort()).toEqual(all.map(({ id }) => id).sort());
  });

  it('one has its turn, however often another one is made meanwhile', async () => {
    await recordsOf(20);
    await warn(5);
    await addRequirement(api, companyId, root, [{ courseId }]);
    await warn(15);
    await noteSome();
    const moved = "SELECT kind FROM due_changes WHERE company_id = $1 AND after_id::text > '00000001'";
    expect(await rowsOf(moved)).toEqual([{ kind: 'items' }]);
  });

  it('several that are under way are gone through together', async () => {
    const another = await addCourse(admin);
    await addRequirement(api, companyId, root, [{ courseId }]);
    await addRequirement(api, companyId, place, [{ courseId: another }]);
    expect(await changes()).toEqual([
      { kind: 'items', about: expect.arrayContaining([root.itemId, place.itemId]) },
    ]);
    await forgetNoted();
    expect(await noteAll()).toBe(3);
    expect((await noted()).sort()).toEqual(people.toSorted());
  });
});
