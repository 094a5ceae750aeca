import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Permission } from '@safety/contracts';
import { dateIn } from '@safety/platform';
import type { Answer, TestApi, TestCaller } from '@safety/testing';
import { addRequirement } from '../testing/requirements.js';
import {
  addCourse,
  added,
  addPerson,
  addPlace,
  classOf,
  inDays,
  select,
  startTraining,
} from '../testing/training-under-test.js';

let api: TestApi;

beforeAll(async () => {
  api = await startTraining();
});

afterAll(() => api.close());

const day = (days: number) => inDays(days).slice(0, 10);
const codeOf = ({ status, body }: Answer) => `${status} ${body.code}`;

describe('GET /training as a list', () => {
  let reader: TestCaller;
  let site: Awaited<ReturnType<typeof addPlace>>;
  let courses: string[];
  const list = async (query: string) => (await reader.get(`/training${query}`)).body.data;
  const cells = async (query: string) =>
    (await list(query)).map((row: { personnelName: string; courseName: string }) => [
      row.personnelName,
      row.courseName,
    ]);

  beforeAll(async () => {
    reader = await api.caller();
    const { companyId } = reader;
    site = await addPlace(api, companyId);
    const below = await addPlace(api, companyId, site);
    courses = [await addCourse(reader, { name: 'Alpha' }), await addCourse(reader, { name: 'Bravo' })];
    const manager = await addPerson(api, companyId, { name: 'Ada', place: site });
    const worker = await addPerson(api, companyId, { name: 'Bob', place: below, lineManagerId: manager });
    for (const personnelId of [manager, worker])
      for (const courseId of courses) await added(reader, '/training', { personnelId, courseId });
    const done = { personnelId: worker, courseId: courses[0], completedOn: day(-3), result: 'passed' };
    await added(reader, '/training/records', { ...done, expiresOn: day(5) });
  });

  it.each([
    [
      '',
      [
        ['Ada', 'Alpha'],
        ['Ada', 'Bravo'],
        ['Bob', 'Alpha'],
        ['Bob', 'Bravo'],
      ],
    ],
    ['status=expiringSoon', [['Bob', 'Alpha']]],
    [
      'status=required&sort=courseName',
      [
        ['Ada', 'Alpha'],
        ['Ada', 'Bravo'],
        ['Bob', 'Bravo'],
      ],
    ],
    ['requirement=recommended', []],
    ['expiresFrom=2020-01-01', [['Bob', 'Alpha']]],
    ['expiresTo=2020-01-01', []],
    [
      'q=ALPH',
      [
        ['Ada', 'Alpha'],
        ['Bob', 'Alpha'],
      ],
    ],
  ])('200: %s', async (query, expected) => {
    const found = await cells(`?${query}`);
    expect(new Set(found.map(String))).toEqual(new Set(expected.map(String)));
  });

  it('200: by org structure, line manager, person, course and id', async () => {
    expect(await cells(`?orgStructureId=${site.id}`)).toHaveLength(4);
    expect(await cells(`?orgStructureId=${site.id}&includeDescendants=false`)).toHaveLength(2);
    const rows = await list('?q=bob');
    expect(await list(`?lineManagerId=${(await list('?q=ada'))[0].personnelId}`)).toEqual(rows);
    expect(await cells(`?courseId=${courses[0]}`)).toHaveLength(2);
    expect(await list(`?ids=${rows[1].id},${randomUUID()}`)).toEqual([rows[1]]);
  });

  it.each(
    ['personnelName', 'courseName', 'expiresOn', 'status', 'modifiedAt'].flatMap((key) => [key, `-${key}`]),
  )('200: pages of one follow each other by %s', async (sort) => {
    const all = (await list(`?sort=${sort}`)).map((row: { id: string }) => row.id);
    const walked: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await reader.get(`/training?sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`);
      walked.push(...body.data.map((row: { id: string }) => row.id));
      if (!body.page.hasMore) break;
      cursor = body.page.nextCursor;
    }
    expect(walked).toEqual(all);
    expect(new Set(walked).size).toBe(4);
  });

  it('200: modifiedSince, totals and fields', async () => {
    const since = new Date().toISOString();
    const personnelId = (await list('?q=ada'))[0].personnelId;
    await added(reader, '/training/records', {
      personnelId,
      courseId: courses[1],
      completedOn: day(-1),
      result: 'passed',
    });
    expect((await list(`?modifiedSince=${since}`)).map((row: { courseId: string }) => row.courseId)).toEqual([
      courses[1],
    ]);
    expect((await reader.get('/training?includeTotal=true')).body.page.totalCount).toBe(4);
    expect(Object.keys((await list('?fields=status&limit=1'))[0]).sort()).toEqual([
      'id',
      'status',
      'version',
    ]);
  });

  /** As if everything had been written a week ago. */
  async function aWeekPasses(): Promise<void> {
    const written = { classes: 'modified_at', students: 'modified_at', courses: 'modified_at' };
    const decided = { training_assignments: 'modified_at', training_records: 'modified_at' };
    const applied = { personnel: 'applied_at', org_structures: 'applied_at', items: 'applied_at' };
    for (const [table, column] of Object.entries({ ...written, ...decided, ...applied }))
      await select(api, reader.companyId, `UPDATE ${table} SET ${column} = now() - interval '7 days'`);
  }

  it('200: modifiedSince tells of a class of an equivalent course, and of the day after it', async () => {
    const personnelId = (await list('?q=ada'))[0].personnelId;
    const taken = await addCourse(reader);
    const courseId = await addCourse(reader, { equivalentCourseIds: [taken] });
    await added(reader, '/training', { personnelId, courseId, dueDate: day(300) });
    const poll = async (since: string) =>
      (await list(`?modifiedSince=${since}&courseId=${courseId}`)).map(
        ({ status }: { status: string }) => status,
      );
    const changed = () => new Date().toISOString();
    const enrolling = changed();
    const { id: classId } = await added(reader, '/classes', classOf(taken, { timeZone: 'UTC' }));
    await added(reader, '/students', { classId, personnelId });
    expect(await poll(enrolling)).toEqual(['inProgress']);
    // A week later: nothing was written since, and the class is over.
    await select(
      api,
      reader.companyId,
      `UPDATE classes SET start_at = now() - interval '2 days', end_at = now() - interval '1 day'
        WHERE id = '${classId}'`,
    );
    await aWeekPasses();
    expect(await poll(`${day(-1)}T22:59:59Z`)).toEqual(['required']);
    expect(await poll(changed())).toEqual([]);
  });

  it('200: modifiedSince tells of a requirement that begins beside the one that counts', async () => {
    const { companyId } = reader;
    const above = await addPlace(api, companyId);
    const below = await addPlace(api, companyId, above);
    const personnelId = await addPerson(api, companyId, { place: below });
    const courseId = await addCourse(reader);
    await addRequirement(api, companyId, below, [{ courseId, effectiveFrom: day(-100) }]);
    await addRequirement(api, companyId, above, [{ courseId, effectiveFrom: day(-1) }]);
    await aWeekPasses();
    const poll = (since: string) => list(`?modifiedSince=${since}&courseId=${courseId}`);
    expect(await poll(`${day(-2)}T22:59:59Z`)).toMatchObject([
      { personnelId, requiredBy: [{ itemId: below.itemId }, { itemId: above.itemId }] },
    ]);
    expect(await poll(new Date().toISOString())).toEqual([]);
  });

  it('200: a day begins when PostgreSQL says so, and nothing has changed later than now', async () => {
    const { companyId } = reader;
    const viewer = await api.caller({ companyId });
    const role = { id: randomUUID(), roleId: randomUUID(), roleName: 'reader', isEventManager: false };
    const permissions: Permission[] = ['training.read', 'personnel.read'];
    // East of Greenwich for Node, and west of it for PostgreSQL, as POSIX has it: their dates always differ.
    const company = { companyId, timeZone: '+12:00', defaultApproverUserIds: [] };
    const rules = { requireIfMatch: false, allowSelfApproval: false };
    const assignments = [{ ...role, permissions, orgStructureIds: [] }];
    await api.accounts.set(viewer.userId, [{ ...company, ...rules, assignments }]);
    const [personnelId, courseId] = [await addPerson(api, companyId), await addCourse(reader)];
    const expiresOn = dateIn('Etc/GMT+12', new Date());
    const done = { personnelId, courseId, completedOn: day(-400), result: 'passed', expiresOn };
    await added(reader, '/training/records', { ...done, expirySource: 'certificate' });
    await aWeekPasses();
    const { data } = (await viewer.get(`/training?personnelId=${personnelId}`)).body;
    expect(data).toMatchObject([{ status: 'expiringSoon', expiresOn }]);
    expect(Date.parse(data[0].modifiedAt)).toBeLessThan(Date.now());
  });

  it('400 unknown-parameter: an external id, which standings do not have', async () => {
    expect(codeOf(await reader.get('/training?externalId=a'))).toBe('400 unknown-parameter');
  });
});
