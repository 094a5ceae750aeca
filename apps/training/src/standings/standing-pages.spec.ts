import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ListTraining } from '@safety/contracts';
import type { TestApi, TestCaller } from '@safety/testing';
import { dueOf, indexed } from '../testing/due-of.js';
import { addRequirement } from '../testing/requirements.js';
import {
  addClass,
  addCourse,
  added,
  addPeople,
  addPlace,
  day,
  select,
  startTraining,
  type TestPlace,
} from '../testing/training-under-test.js';

/**
 * Every order and filter of the list of standings, found by the index, beside the standings that SQL
 * computes: once nobody is due, right after writes, and while the index is wrong for people who are due.
 */
let api: TestApi;
let admin: TestCaller;
let manager: TestCaller;
let places: TestPlace[];
let courses: string[];
let people: string[];

beforeAll(async () => {
  api = await startTraining();
  admin = await api.caller();
  const { companyId } = admin;
  const root = await addPlace(api, companyId);
  places = [root, await addPlace(api, companyId, root), await addPlace(api, companyId, root)];
  manager = await api.caller({ companyId, orgStructureIds: [places[1]?.id ?? ''] });
  courses = [];
  for (const [index, name] of ['Delta', 'Alpha', 'Charlie', 'Bravo'].entries())
    courses.push(await addCourse(admin, { name, expiryWarningDays: index * 20 }));
  people = await addPeople(
    api,
    companyId,
    Array.from({ length: 12 }, (_, index) => ({
      name: `Person ${(index * 7) % 12}`,
      place: places[index % 3] as TestPlace,
      jobTitle: index % 2 ? 'Driver' : 'Fitter',
    })),
  );
  const [delta = '', alpha = '', charlie = ''] = courses;
  await addRequirement(api, companyId, root, [
    { courseId: delta },
    { courseId: alpha, graceDays: 60 },
    { courseId: charlie, requirement: 'recommended' },
  ]);
  for (const [index, personnelId] of people.entries())
    if (index % 3)
      await added(admin, '/training/records', {
        ...{ personnelId, courseId: courses[index % 4], completedOn: day(-30), result: 'passed' },
        expiresOn: index % 5 ? day(index * 4 - 20) : null,
      });
});

afterAll(() => api.close());

const settled = () => indexed(api, admin.companyId);

interface Row {
  id: string;
  personnelId: string;
  [member: string]: unknown;
}

/** All rows of a list, walked in pages of a few. */
async function walked(query: string, caller = admin, limit = 3): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await caller.get(`/training?${query}&limit=${limit}${cursor}`);
    expect(status).toBe(200);
    rows.push(...body.data);
    if (!body.page.hasMore) return rows;
    cursor = `&cursor=${body.page.nextCursor}`;
  }
}

/** All standings that are not archived, by a way that no index has a part in. */
async function computed(caller = admin): Promise<Row[]> {
  const ids = people.join(',');
  return (await caller.get(`/training?personnelId=${ids}&limit=200`)).body.data;
}

type Sort = NonNullable<ListTraining['sort']>[number]['key'];
const sorts: Sort[] = ['personnelName', 'courseName', 'expiresOn', 'status', 'modifiedAt'];
const filters: [string, (row: Row) => boolean][] = [
  ['status=overdue', ({ status }) => status === 'overdue'],
  ['status=valid,expired', ({ status }) => status === 'valid' || status === 'expired'],
  ['status=waived', () => false],
  ['sort=expiresOn&status=overdue', ({ status }) => status === 'overdue'],
  ['sort=-expiresOn&status=required,overdue', ({ status }) => status === 'required' || status === 'overdue'],
  ['sort=-expiresOn&status=expired', ({ status }) => status === 'expired'],
  ['sort=expiresOn&status=expiringSoon', ({ status }) => status === 'expiringSoon'],
  ['sort=expiresOn&status=overdue,valid', ({ status }) => status === 'overdue' || status === 'valid'],
  ['requirement=recommended', ({ requirement }) => requirement === 'recommended'],
  ['q=alph', ({ courseName }) => courseName === 'Alpha'],
  ['q=Person 1', ({ personnelName }) => /^Person 1/.test(String(personnelName))],
  ['q=person', () => true],
  ['q=nobody', () => false],
  [`expiresFrom=${day(0)}`, ({ expiresOn }) => expiresOn !== null && String(expiresOn) >= day(0)],
  [`expiresTo=${day(0)}`, ({ expiresOn }) => expiresOn !== null && String(expiresOn) < day(0)],
];

async function expectAll(): Promise<void> {
  for (const caller of [admin, manager]) {
    const all = await computed(caller);
    expect(all.length).toBeGreaterThan(0);
    for (const sort of sorts.flatMap((key) => [key, `-${key}`])) {
      const rows = await walked(`sort=${sort}`, caller);
      expect([sort, new Set(rows.map(({ id }) => id))]).toEqual([sort, new Set(all.map(({ id }) => id))]);
      expect([sort, rows.length]).toEqual([sort, all.length]);
      expectOrder(rows, sort);
    }
    await expectFiltered(caller, all, filters);
  }
}

async function expectFiltered(caller: TestCaller, all: Row[], some: typeof filters): Promise<void> {
  for (const [query, holds] of some) {
    const expected = all.filter(holds).map(({ id }) => id);
    const rows = await walked(query, caller);
    expect([query, rows.map(({ id }) => id).sort()]).toEqual([query, expected.sort()]);
    const { page } = (await caller.get(`/training?${query}&includeTotal=true&limit=1`)).body;
    expect([query, page.totalCount]).toEqual([query, expected.length]);
  }
}

/** Those without a value come last, whichever way. */
function expectOrder(rows: Row[], sort: string): void {
  const key = sort.replace('-', '');
  const values = rows.map((row) => row[key]);
  const given = values.filter((value) => value !== null).map(String);
  expect(values.slice(given.length).every((value) => value === null)).toBe(true);
  const ordered = given.toSorted((a, b) => (sort.startsWith('-') ? -1 : 1) * (a < b ? -1 : a > b ? 1 : 0));
  expect([sort, given]).toEqual([sort, ordered]);
}

describe('GET /training in every order and by every filter', () => {
  it('200: once the index knows everybody', async () => {
    await settled();
    const [kept] = await select(api, admin.companyId, 'SELECT count(*)::int AS rows FROM standing_index');
    expect(kept?.['rows']).toBeGreaterThan(30);
    await expectAll();
  });

  it('200: at once after each write, before the index knows of it', async () => {
    await settled();
    const [personnelId = '', other = ''] = people;
    const of = async (query: string) =>
      (await walked(query))
        .filter((row) => row.personnelId === personnelId)
        .map(({ courseName }) => courseName);
    const courseId = courses[3] ?? '';
    const { id } = await added(admin, '/training', { personnelId, courseId, dueDate: day(-1) });
    expect(await of('status=overdue&sort=courseName')).toEqual(['Bravo', 'Delta']);
    await admin.put(`/training/${id}`, { dueDate: day(-1), waivedUntil: day(4), waiverReason: 'Ill' });
    expect(await of('status=waived')).toEqual(['Bravo']);
    await admin.put(`/training/${id}`, { dueDate: day(-1) });
    const taken = await addClass(admin);
    await admin.post('/students', { classId: taken.id, personnelId: other });
    const coming = await walked('status=inProgress');
    expect(coming.map((row) => [row.personnelId, row['courseId']])).toEqual([[other, taken.courseId]]);
    await admin.post(`/classes/${taken.id}/transitions`, { transition: 'cancel', reason: 'Rain' });
    expect(await walked('status=inProgress')).toEqual([]);
    await expectAll();
  });

  it('200: by what an equivalent counts for once it is the refresher', async () => {
    const [ours = '', equivalent = ''] = [courses[1], courses[3]];
    await admin.patch(`/courses/${ours}`, { equivalentCourseIds: [equivalent] });
    await settled();
    await admin.patch(`/courses/${ours}`, { equivalentCourseIds: [], refresherCourseId: equivalent });
    await expectAll();
    await settled();
    await expectAll();
    await admin.patch(`/courses/${ours}`, { refresherCourseId: null });
  });

  it('200: by name and by a search, beside thousands of people who have no standings', async () => {
    await settled();
    const others = `INSERT INTO personnel (company_id, id, version, display_name, employment_status, archived)
      SELECT $1, gen_random_uuid(), 1, $2, 'active', false FROM generate_series(1, 2001)`;
    const name = 'A person of Alpha';
    await select(api, admin.companyId, others, [admin.companyId, name]);
    const searches = filters.filter(([query]) => query.startsWith('q='));
    for (const caller of [admin, manager]) {
      const all = await computed(caller);
      await expectFiltered(caller, all, searches);
      const rows = await walked('', caller, 20);
      expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(all.map(({ id }) => id)));
    }
    await select(api, admin.companyId, 'DELETE FROM personnel WHERE display_name = $1', [name]);
  });

  it('200: of people who are due for the index on another day, or failed', async () => {
    await settled();
    const text = 'UPDATE standing_index SET status = $1, expires_on = $2 WHERE personnel_id = ANY($3)';
    await select(api, admin.companyId, text, ['waived', day(900), people.slice(0, 6)]);
    const until = `UPDATE training_statuses SET indexed_until = $1 WHERE personnel_id = ANY($2)`;
    await select(api, admin.companyId, until, [day(0), people.slice(0, 3)]);
    const begin = `UPDATE training_statuses SET indexed_from = $1 WHERE personnel_id = ANY($2)`;
    await select(api, admin.companyId, begin, [day(2), people.slice(3, 6)]);
    expect(new Set(await dueOf(api, admin.companyId))).toEqual(new Set(people.slice(0, 6)));
    await expectAll();
  });
});
