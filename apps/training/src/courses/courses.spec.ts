import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { courseStatuses, courseTransitions } from '@safety/contracts';
import {
  describeFaults,
  describeResource,
  describeTransitions,
  type TestApi,
  type TestCaller,
} from '@safety/testing';
import {
  added as add,
  addCompany,
  addCourse,
  addPerson,
  classOf,
  course,
  startTraining,
} from '../testing/training-under-test.js';

let api: TestApi;
let admin: TestCaller;

beforeAll(async () => {
  api = await startTraining();
  admin = await api.caller();
});

afterAll(() => api.close());

const added = async (changes: object = {}, caller = admin) =>
  (await caller.post('/courses', course(changes))).body;

describeResource(() => api, {
  path: '/courses',
  body: (_, changes) => course(changes),
  text: { member: 'name', values: ['Alpha', 'Bravo'] },
  required: 'category',
  sorts: ['name', 'code', 'createdAt'],
  filter: { name: 'category', none: 'driving' },
  unique: 'code',
  elsewhere: 'to everyone',
});

describeTransitions('/courses/{id}/transitions', {
  table: courseTransitions,
  statuses: courseStatuses,
  make: async (status) => {
    const { id } = await added();
    const way = { draft: [], active: ['publish'], retired: ['publish', 'retire'] }[status];
    for (const transition of way) await admin.post(`/courses/${id}/transitions`, { transition });
    return id;
  },
  step: (id, transition, options) => admin.post(`/courses/${id}/transitions`, { transition }, options),
  archive: (id) => admin.delete(`/courses/${id}`),
});

describe('POST /courses', () => {
  it('201: a draft with defaults', async () => {
    expect(await added()).toMatchObject({ status: 'draft', expiryWarningDays: 30, description: null });
  });

  it('201: the status is ignored, not assigned', async () => {
    expect(await added({ status: 'active' })).toMatchObject({ status: 'draft' });
  });

  it('409 duplicate: a code in use, whatever its case', async () => {
    const { id, code } = await added();
    const { status, body } = await admin.post('/courses', course({ code: code.toUpperCase() }));
    expect({ status, code: body.code, other: body.conflictingId }).toEqual({
      status: 409,
      code: 'duplicate',
      other: id,
    });
  });

  it('409 duplicate: no row is named to a caller who may write courses and not read them', async () => {
    const { code, ...old } = await added();
    const writer = await api.caller({ companyId: admin.companyId, permissions: ['training.write'] });
    const { id } = await added({}, writer);
    await admin.delete(`/courses/${old.id}`);
    const answers = [
      await writer.post('/courses', course({ code })),
      await writer.patch(`/courses/${id}`, { code }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code, body.conflictingId]).toEqual([409, 'duplicate', null]);
      expect(body.detail).not.toContain('archived');
    }
  });

  describeFaults('a course', (changes) => admin.post('/courses', course(changes)), [
    ['a name too long', { name: 'x'.repeat(201) }, '/name', 'too-long'],
    ['an empty name', { name: '  ' }, '/name', 'required'],
    ['an unknown category', { category: 'juggling' }, '/category', 'invalid-enum'],
    ['minutes out of range', { durationMinutes: 0 }, '/durationMinutes', 'out-of-range'],
    ['an address that is not https', { contentUrl: 'javascript:alert(1)' }, '/contentUrl', 'invalid-format'],
    ['an address with U+0000', { contentUrl: 'https://a.example/\u0000' }, '/contentUrl', 'invalid-format'],
    ['an unknown refresher', { refresherCourseId: randomUUID() }, '/refresherCourseId', 'not-found'],
    [
      'an unknown prerequisite',
      { prerequisiteCourseIds: [randomUUID()] },
      '/prerequisiteCourseIds/0',
      'not-found',
    ],
  ]);

  const prerequisite = '/prerequisiteCourseIds/0';
  it.each([
    [[prerequisite], (id: string) => ({ prerequisiteCourseIds: [id] })],
    [['/refresherCourseId'], (id: string) => ({ refresherCourseId: id })],
    [
      [prerequisite, '/refresherCourseId'],
      (id: string) => ({ prerequisiteCourseIds: [id], refresherCourseId: id }),
    ],
  ])('422 not-found: a course of another company at %j', async (pointers, changes) => {
    const foreign = await added({}, await api.caller());
    const { status, body } = await admin.post('/courses', course(changes(foreign.id)));
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: pointers.map((pointer) => ({ pointer, code: 'not-found' })),
    });
  });
});

describe('PUT /courses/{id}', () => {
  it('200: what is left out gets its default', async () => {
    const read = await added({ description: 'Old', validityMonths: 12 });
    const { body } = await admin.put(`/courses/${read.id}`, { ...read, validityMonths: undefined });
    expect(body).toMatchObject({ description: 'Old', validityMonths: null, status: 'draft' });
  });

  it.each([
    ['/prerequisiteCourseIds/0', (id: string) => ({ prerequisiteCourseIds: [id] })],
    ['/equivalentCourseIds/0', (id: string) => ({ equivalentCourseIds: [id] })],
    ['/refresherCourseId', (id: string) => ({ refresherCourseId: id })],
  ])('422 cycle: a course that names itself at %s', async (pointer, changes) => {
    const read = await added();
    const { status, body } = await admin.put(`/courses/${read.id}`, { ...read, ...changes(read.id) });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'cycle' });
    expect(body.errors).toMatchObject([{ pointer, code: 'cycle' }]);
  });

  it('422 cycle: prerequisites that lead back, at whatever distance', async () => {
    const first = await added();
    const second = await added({ prerequisiteCourseIds: [first.id] });
    const third = await added({ prerequisiteCourseIds: [second.id] });
    for (const { id } of [second, third]) {
      const { status, body } = await admin.patch(`/courses/${first.id}`, { prerequisiteCourseIds: [id] });
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'cycle' });
    }
  });

  it.each([
    ['one of two prerequisites is refused', (id: string) => ({ prerequisiteCourseIds: [id] }), [200, 422]],
    ['both refreshers count', (id: string) => ({ refresherCourseId: id }), [200, 200]],
  ])('courses that name each other at the same moment: %s', async (_, naming, statuses) => {
    const [one, two] = [(await added()).id, (await added()).id];
    const name = (id: string, other: string) => admin.patch(`/courses/${id}`, naming(other));
    const answers = await Promise.all([name(one, two), name(two, one)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(statuses);
  });

  it('422 archived-reference: a course that is archived, unless it is named already', async () => {
    const old = await added();
    const named = await added({ refresherCourseId: old.id });
    await admin.delete(`/courses/${old.id}`);
    const { status, body } = await admin.post('/courses', course({ refresherCourseId: old.id }));
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer: '/refresherCourseId', code: 'archived-reference' }],
    });
    expect((await admin.put(`/courses/${named.id}`, { ...named, name: 'Renamed' })).status).toBe(200);
  });

  it('422 duplicate: a course named twice', async () => {
    const [read, other] = [await added(), await added()];
    const { body } = await admin.put(`/courses/${read.id}`, {
      ...read,
      prerequisiteCourseIds: [other.id, other.id],
    });
    expect(body.errors).toMatchObject([{ pointer: '/prerequisiteCourseIds', code: 'duplicate' }]);
  });
});

it("404: a transition of another company's course", async () => {
  const { id } = await added();
  const other = await api.caller();
  const { status, body } = await other.post(`/courses/${id}/transitions`, { transition: 'publish' });
  expect({ status, code: body.code }).toEqual({ status: 404, code: 'not-found' });
});

describe('GET /courses', () => {
  let reader: TestCaller;
  const letters = ['Alpha', 'bravo', 'Charlie', 'delta', 'Echo'];

  beforeAll(async () => {
    reader = await api.caller();
    for (const name of letters)
      await reader.post(
        '/courses',
        course({ name, code: name, category: name === 'Echo' ? 'fire' : 'driving' }),
      );
  });

  const names = async (query: string) =>
    (await reader.get(`/courses${query}`)).body.data.map((row: { name: string }) => row.name);

  it('200: by name as people sort', async () => {
    expect(await names('')).toEqual(letters);
  });

  it('200: filters and search', async () => {
    expect(await names('?category=fire')).toEqual(['Echo']);
    expect(await names('?category=fire,driving')).toHaveLength(5);
    expect(await names('?status=draft&deliveryMethod=onTheJob')).toHaveLength(5);
    expect(await names('?status=active')).toEqual([]);
    expect(await names('?q=LPH')).toEqual(['Alpha']);
    expect(await names('?q=%25%25')).toEqual([]);
  });

  it('400 invalid-parameter: a category that there is not', async () => {
    const { status, body } = await reader.get('/courses?category=juggling');
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid-parameter' });
  });
});

it('POST /courses 403 permission-denied: with a role at one org structure, which is told', async () => {
  const { stranger } = await addCompany(api);
  const detail = 'You lack the permission training.write in the whole company.';
  const body = { code: 'permission-denied', detail };
  expect(await (await stranger()).post('/courses', {})).toMatchObject({ status: 403, body });
});

describe('statistics of courses', () => {
  it('200: of classes to come and of records, where the caller may read', async () => {
    const { admin: owner, place, elsewhere, stranger } = await addCompany(api);
    const courseId = await addCourse(owner);
    const { id } = await add(owner, '/classes', classOf(courseId, { orgStructureId: place.id }));
    const [one, other] = [
      await addPerson(api, owner.companyId, { place }),
      await addPerson(api, owner.companyId, { place: elsewhere }),
    ];
    await owner.post(`/classes/${id}/students`, { personnelIds: [one] });
    const done = { courseId, completedOn: '2026-01-05', result: 'passed' };
    for (const personnelId of [one, other]) await add(owner, '/training/records', { ...done, personnelId });
    await add(owner, '/training/records', { ...done, personnelId: one, result: 'failed', source: 'lms' });
    const statistics = async (caller: TestCaller) =>
      (await caller.get(`/courses/${courseId}`)).body.statistics;
    const all = { upcomingClassCount: 1, enrolledCount: 1, recordCount: 2, personCount: 2 };
    expect(await statistics(owner)).toEqual({ ...all, lastCompletedOn: '2026-01-05' });
    expect(await statistics(await stranger())).toMatchObject({ upcomingClassCount: 0, recordCount: 1 });
    const [listed] = (await owner.get('/courses')).body.data;
    expect(listed.statistics).toBeNull();
    const [included] = (await owner.get('/courses?include=statistics')).body.data;
    expect(included.statistics).toMatchObject(all);
  });
});
