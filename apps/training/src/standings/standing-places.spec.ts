import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rowsRead, type TestApi, type TestCaller } from '@safety/testing';
import { indexed } from '../testing/due-of.js';
import { addRequirement } from '../testing/requirements.js';
import {
  addCourse,
  added,
  addPeople,
  addPlace,
  day,
  select,
  startTraining,
  type TestPlace,
} from '../testing/training-under-test.js';

/** More than fill a page. */
const ELSEWHERE = 300;

let api: TestApi;
let admin: TestCaller;
let manager: TestCaller;
let root: TestPlace;
let here: TestPlace;
let atHere: string[];

beforeAll(async () => {
  api = await startTraining();
  admin = await api.caller();
  const { companyId } = admin;
  root = await addPlace(api, companyId);
  here = await addPlace(api, companyId, root);
  const elsewhere = await addPlace(api, companyId, root);
  manager = await api.caller({ companyId, role: 'manager', orgStructureIds: [here.id] });
  await addRequirement(api, companyId, root, [{ courseId: await addCourse(admin) }]);
  const named = (name: string, count: number, place: TestPlace) =>
    addPeople(
      api,
      companyId,
      Array.from({ length: count }, (_, index) => ({ name: `${name} ${index}`, place })),
    );
  await named('A person elsewhere', ELSEWHERE, elsewhere);
  atHere = await named('Somebody here', 2, here);
  await select(
    api,
    companyId,
    'INSERT INTO due_people (company_id, personnel_id) SELECT company_id, id FROM personnel WHERE company_id = $1',
    [companyId],
  );
  await indexed(api, companyId);
  expect(await select(api, companyId, 'SELECT FROM standing_index')).toHaveLength(ELSEWHERE + 2);
});

afterAll(() => api.close());

async function peopleIn(caller: TestCaller, query: string): Promise<string[]> {
  const { status, body } = await caller.get(`/training?limit=200&${query}`);
  expect(status).toBe(200);
  return body.data.map((row: { personnelId: string }) => row.personnelId);
}

describe('GET /training of few people among many', () => {
  it.each([
    ['of an org structure', () => admin, () => `orgStructureId=${here.id}`],
    ['of an org structure alone', () => admin, () => `orgStructureId=${here.id}&includeDescendants=false`],
    ['of a manager of one place', () => manager, () => ''],
    ['of a manager, in another order', () => manager, () => 'sort=expiresOn'],
    ['of a manager, at all places', () => manager, () => `orgStructureId=${root.id}`],
  ])('200, and computes no standings of others: %s', async (_, caller, query) => {
    const standings = {
      table: 'item_requirements',
      within: 'FROM "standings"',
      settings: { 'app.today': day(0), 'app.time_zone': 'Europe/Dublin' },
    };
    const read = await rowsRead(api, admin.companyId, standings, async () =>
      expect((await peopleIn(caller(), query())).sort()).toEqual(atHere.toSorted()),
    );
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(50);
  });
});

it('200: of an org structure alone that is not known yet', async () => {
  const [courseId, unknown] = [await addCourse(admin), { ...here, id: randomUUID() }];
  const [personnelId = ''] = await addPeople(api, admin.companyId, [{ place: unknown }]);
  await added(admin, '/training', { personnelId, courseId });
  const query = `orgStructureId=${unknown.id}&includeDescendants=false`;
  expect(await peopleIn(admin, query)).toEqual([personnelId]);
});

describe('GET /training of more people than are counted', () => {
  let crowd: TestPlace;
  beforeAll(async () => {
    crowd = await addPlace(api, admin.companyId);
    await addPeople(
      api,
      admin.companyId,
      Array.from({ length: 2001 }, () => ({ name: 'Nobody who needs training', place: crowd })),
    );
  });

  it.each(['', '&includeDescendants=false'])('200: of org structures%s', async (further) => {
    const query = `orgStructureId=${here.id},${crowd.id}${further}`;
    expect((await peopleIn(admin, query)).sort()).toEqual(atHere.toSorted());
  });

  it.each(['', 'sort=-expiresOn', 'sort=courseName'])(
    '200: of a manager of several places %s',
    async (query) => {
      const { companyId } = admin;
      const several = await api.caller({ companyId, role: 'manager', orgStructureIds: [here.id, crowd.id] });
      expect((await peopleIn(several, query)).sort()).toEqual(atHere.toSorted());
    },
  );
});

describe('GET /training of somebody who has been in many classes', () => {
  it('200: reads them once, and not for each course', async () => {
    const caller = await api.caller();
    const { companyId } = caller;
    const place = await addPlace(api, companyId);
    const [personnelId = ''] = await addPeople(api, companyId, [{ place }]);
    const courseIds: string[] = [];
    for (let count = 0; count < 10; count++) courseIds.push(await addCourse(caller));
    await addRequirement(
      api,
      companyId,
      place,
      courseIds.map((courseId) => ({ courseId })),
    );
    const classes = `INSERT INTO classes
        (company_id, id, course_id, title, start_at, end_at, time_zone, ends_on, status)
      SELECT $1, gen_random_uuid(), c.id, 'Past', '2025-01-05T09:00Z', '2025-01-05T11:00Z', 'UTC', '2025-01-05',
        'completed' FROM courses AS c, generate_series(1, 5) WHERE c.company_id = $1`;
    await select(api, companyId, classes, [companyId]);
    const students = `INSERT INTO students
        (company_id, id, class_id, personnel_id, status, number, enrolled_at)
      SELECT $1, gen_random_uuid(), id, $2, 'passed', 1, start_at FROM classes WHERE company_id = $1`;
    await select(api, companyId, students, [companyId, personnelId]);
    // As autovacuum does by itself: without statistics all indexes of so small a table cost the same.
    await api.database.transaction('owner', async (client) => {
      await client.query('ANALYZE classes, students');
    });
    const settings = { 'app.today': day(0), 'app.time_zone': 'Europe/Dublin' };
    const standings = { table: 'students', within: 'FROM "standings"', settings };
    const read = await rowsRead(api, companyId, standings, async () =>
      expect(await peopleIn(caller, `personnelId=${personnelId}`)).toHaveLength(courseIds.length),
    );
    expect(read).toBeGreaterThanOrEqual(50);
    expect(read).toBeLessThan(50 * 5);
  });
});
