import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, eventually, type TestApi, type TestCaller } from '@safety/testing';
import {
  addClass,
  addCompany,
  addCourse,
  added,
  addPeople,
  addPerson,
  classOf,
  inDays,
  select,
  startTraining,
  type TestCompany,
} from '../testing/training-under-test.js';

let api: TestApi;
let company: TestCompany;
let admin: TestCaller;

beforeAll(async () => {
  api = await startTraining();
  company = await addCompany(api);
  admin = company.admin;
});

afterAll(() => api.close());

const person = () => addPerson(api, admin.companyId, { place: company.place });
const people = (count: number) =>
  addPeople(
    api,
    admin.companyId,
    Array.from({ length: count }, () => ({ place: company.place })),
  );
const enrol = (classId: string, personnelId: string, changes: object = {}): Promise<Answer> =>
  admin.post('/students', { classId, personnelId, ...changes });
const codeOf = ({ status, body }: Answer) => `${status} ${body.code}`;
const counts = async (id: string) => {
  const { enrolledCount, waitlistedCount } = (await admin.get(`/classes/${id}`)).body;
  return { enrolledCount, waitlistedCount };
};
const statusOf = async (id: string) => (await admin.get(`/students/${id}`)).body.status;

/** A class of one place: somebody holds it, others wait in their order. */
async function fullClass(waiting: number) {
  const { id } = await addClass(admin, { capacity: 1 });
  const students: string[] = [];
  for (const personnelId of await people(waiting + 1))
    students.push((await enrol(id, personnelId, { waitlistIfFull: true })).body.id);
  return { id, holder: students[0] ?? '', waiting: students.slice(1) };
}

describe('POST /students', () => {
  it('201: enrolled, with the place counted', async () => {
    const { id } = await addClass(admin, { capacity: 2 });
    const answer = await enrol(id, await person());
    expect(answer).toMatchObject({ status: 201, body: { status: 'enrolled', trainingRecordId: null } });
    expect(await counts(id)).toEqual({ enrolledCount: 1, waitlistedCount: 0 });
  });

  it('100 people at once in a class of 20: 20 are enrolled, 80 wait in order, nobody is lost', async () => {
    const { id } = await addClass(admin, { capacity: 20 });
    const all = await people(100);
    await Promise.all(
      all.map((personnelId) => {
        const headers = { 'idempotency-key': randomUUID() };
        // A caller who finds no connection free gets 503, and tries again.
        return eventually(async () => {
          const body = { classId: id, personnelId, waitlistIfFull: true };
          expect((await admin.post('/students', body, { headers })).status).toBe(201);
        });
      }),
    );
    expect(await counts(id)).toEqual({ enrolledCount: 20, waitlistedCount: 80 });
    const { data } = (await admin.get(`/classes/${id}/students?limit=200`)).body;
    const statuses = data.map(({ status }: { status: string }) => status);
    expect(new Set(data.map(({ personnelId }: { personnelId: string }) => personnelId))).toEqual(
      new Set(all),
    );
    expect(statuses).toEqual([...Array(20).fill('enrolled'), ...Array(80).fill('waitlisted')]);

    const ids: string[] = data.map((student: { id: string }) => student.id);
    const cancelled = await Promise.all(ids.slice(0, 5).map((one) => admin.delete(`/students/${one}`)));
    expect(new Set(cancelled.map(({ status }) => status))).toEqual(new Set([204]));
    const promoted = (await admin.get(`/classes/${id}/students?limit=200&status=enrolled`)).body.data;
    expect(promoted.map((student: { id: string }) => student.id)).toEqual(ids.slice(5, 25));
    expect(await counts(id)).toEqual({ enrolledCount: 20, waitlistedCount: 75 });
  });

  it('the same person ten times at once: enrolled once, 409 already-enrolled else', async () => {
    const { id } = await addClass(admin);
    const personnelId = await person();
    const answers = await Promise.all(Array.from({ length: 10 }, () => enrol(id, personnelId)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'already-enrolled')).toHaveLength(9);
    expect(await counts(id)).toEqual({ enrolledCount: 1, waitlistedCount: 0 });
  });

  it('409 class-full without the wish to wait; with it 201, whichever way it is said', async () => {
    const { id } = await fullClass(0);
    expect(codeOf(await enrol(id, await person()))).toBe('409 class-full');
    for (const wish of [{ waitlistIfFull: true }, { status: 'waitlisted' }])
      expect((await enrol(id, await person(), wish)).body.status).toBe('waitlisted');
  });

  it('409 already-enrolled names the student', async () => {
    const { id } = await addClass(admin);
    const personnelId = await person();
    const first = await enrol(id, personnelId);
    const again = await enrol(id, personnelId);
    expect({ code: codeOf(again), other: again.body.conflictingId }).toEqual({
      code: '409 already-enrolled',
      other: first.body.id,
    });
  });

  it.each([
    ['cancelled', ['cancel']],
    ['completed', ['start', 'complete']],
  ])('409 invalid-state: a class that is %s', async (_, way) => {
    const { id } = await addClass(admin);
    for (const transition of way)
      await admin.post(`/classes/${id}/transitions`, {
        transition,
        ...(transition === 'cancel' && { reason: 'Rain' }),
      });
    expect(codeOf(await enrol(id, await person()))).toBe('409 invalid-state');
  });

  it('409 invalid-state: after the enrolment deadline', async () => {
    const { id } = await addClass(admin, { enrolmentDeadline: inDays(-1) });
    expect(codeOf(await enrol(id, await person()))).toBe('409 invalid-state');
  });

  it('422 prerequisite-missing, until the person has a record of it or of an equivalent course', async () => {
    const [equivalent, expired] = [await addCourse(admin), await addCourse(admin, { validityMonths: 1 })];
    const before = await addCourse(admin, { name: 'Before', equivalentCourseIds: [equivalent, expired] });
    const { id } = await addClass(admin, {}, { prerequisiteCourseIds: [before] });
    const personnelId = await person();
    const answer = await enrol(id, personnelId);
    expect(codeOf(answer)).toBe('422 prerequisite-missing');
    expect(answer.body.detail).toContain('Before');
    const record = { personnelId, completedOn: '2026-01-05', result: 'passed' };
    await added(admin, '/training/records', { ...record, courseId: before, result: 'failed' });
    await added(admin, '/training/records', { ...record, courseId: expired });
    expect(codeOf(await enrol(id, personnelId))).toBe('422 prerequisite-missing');
    await added(admin, '/training/records', { ...record, courseId: equivalent });
    expect((await enrol(id, personnelId)).status).toBe(201);
  });

  it('422 not-found: each id swapped for one of another company or out of reach', async () => {
    const other = await addCompany(api);
    const theirs = {
      class: (await addClass(other.admin)).id,
      person: await addPerson(api, other.admin.companyId, { place: other.place }),
    };
    const { id } = await addClass(admin);
    const personnelId = await person();
    const faults = async (answer: Promise<Answer>) => {
      const { status, body } = await answer;
      return { status, errors: body.errors?.map((error: { pointer: string; code: string }) => error) };
    };
    const missing = (pointer: string) => ({
      status: 422,
      errors: [expect.objectContaining({ pointer, code: 'not-found' })],
    });
    expect(await faults(enrol(theirs.class, personnelId))).toEqual(missing('/classId'));
    expect(await faults(enrol(id, theirs.person))).toEqual(missing('/personnelId'));
    const stranger = await company.stranger();
    expect(await faults(stranger.post('/students', { classId: id, personnelId }))).toEqual(
      missing('/personnelId'),
    );
    expect(await counts(id)).toEqual({ enrolledCount: 0, waitlistedCount: 0 });
  });

  it('403 permission-denied: a person in sight, where the caller may only read', async () => {
    const { id } = await addClass(admin);
    const personnelId = await person();
    const reader = await api.caller({ companyId: admin.companyId, role: 'readOnly' });
    expect(codeOf(await reader.post('/students', { classId: id, personnelId }))).toBe(
      '403 permission-denied',
    );
  });

  it('422 archived-reference: an archived person', async () => {
    const { id } = await addClass(admin);
    const gone = await addPerson(api, admin.companyId, { place: company.place, archived: true });
    expect((await enrol(id, gone)).body.errors).toMatchObject([{ code: 'archived-reference' }]);
  });
});

describe('DELETE /students/{id}', () => {
  it('204: cancelled, and the next one gets the place, once', async () => {
    const { id, holder, waiting } = await fullClass(3);
    const answers = await Promise.all(Array.from({ length: 5 }, () => admin.delete(`/students/${holder}`)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    expect(await Promise.all([holder, ...waiting].map(statusOf))).toEqual([
      'cancelled',
      'enrolled',
      'waitlisted',
      'waitlisted',
    ]);
    expect(await counts(id)).toEqual({ enrolledCount: 1, waitlistedCount: 2 });
  });

  it('204: who leaves the waiting list leaves the places as they are', async () => {
    const { id, waiting } = await fullClass(2);
    await admin.delete(`/students/${waiting[0]}`);
    expect(await statusOf(waiting[1] ?? '')).toBe('waitlisted');
    expect(await counts(id)).toEqual({ enrolledCount: 1, waitlistedCount: 1 });
  });

  it('409 invalid-state: after the class', async () => {
    const { id } = await addClass(admin);
    const { body } = await enrol(id, await person());
    for (const transition of ['start', 'complete'])
      await admin.post(`/classes/${id}/transitions`, { transition });
    expect(codeOf(await admin.delete(`/students/${body.id}`))).toBe('409 invalid-state');
  });

  it('cancelled students are in lists that ask for them, and the person can come again', async () => {
    const { id } = await addClass(admin);
    const personnelId = await person();
    const { body } = await enrol(id, personnelId);
    await admin.delete(`/students/${body.id}`);
    const ids = async (query: string) =>
      (await admin.get(`/classes/${id}/students${query}`)).body.data.map((row: { id: string }) => row.id);
    expect(await ids('')).toEqual([]);
    expect(await ids('?status=cancelled')).toEqual([body.id]);
    expect((await enrol(id, personnelId)).status).toBe(201);
    expect(codeOf(await admin.put(`/students/${body.id}/restore`))).toBe('409 already-enrolled');
  });
});

describe('PUT /students/{id}/restore', () => {
  it('409 archived: a person who is archived by now', async () => {
    const { id } = await addClass(admin);
    const personnelId = await person();
    const student = (await enrol(id, personnelId)).body;
    await admin.delete(`/students/${student.id}`);
    const text = 'UPDATE personnel SET archived = true WHERE id = $1';
    await select(api, admin.companyId, text, [personnelId]);
    expect(codeOf(await admin.put(`/students/${student.id}/restore`))).toBe('409 archived');
    expect(await statusOf(student.id)).toBe('cancelled');
  });

  it('200: a place again; 409 class-full when it was given away', async () => {
    const { id, holder, waiting } = await fullClass(1);
    await admin.delete(`/students/${holder}`);
    expect(codeOf(await admin.put(`/students/${holder}/restore`))).toBe('409 class-full');
    await admin.delete(`/students/${waiting[0]}`);
    expect((await admin.put(`/students/${holder}/restore`)).body).toMatchObject({
      status: 'enrolled',
      archived: false,
      cancelledReason: null,
    });
    expect(await counts(id)).toEqual({ enrolledCount: 1, waitlistedCount: 0 });
  });

  it('200: who waited waits again, behind the others', async () => {
    const { waiting, holder } = await fullClass(2);
    await admin.delete(`/students/${waiting[0]}`);
    expect((await admin.put(`/students/${waiting[0]}/restore`)).body.status).toBe('waitlisted');
    await admin.delete(`/students/${holder}`);
    expect(await statusOf(waiting[1] ?? '')).toBe('enrolled');
  });
});

it('409 archived: nobody comes into an archived class, whichever way', async () => {
  const { id } = await addClass(admin);
  const { body: left } = await enrol(id, await person());
  await admin.delete(`/students/${left.id}`);
  await admin.delete(`/classes/${id}`);
  const [personnelId = ''] = await people(1);
  const answers = [
    await admin.put(`/students/${left.id}/restore`),
    await admin.post(`/classes/${id}/students`, { personnelIds: [personnelId] }),
  ];
  expect(answers.map(codeOf)).toEqual(['409 archived', '409 archived']);
  expect((await enrol(id, personnelId)).body.errors).toMatchObject([{ code: 'archived-reference' }]);
  expect(await counts(id)).toEqual({ enrolledCount: 0, waitlistedCount: 0 });
});

describe('PUT /students/{id}', () => {
  const enrolled = async (classChanges: object = {}, courseChanges: object = {}) => {
    const { id } = await addClass(
      admin,
      { startAt: inDays(-1), endAt: inDays(1), ...classChanges },
      courseChanges,
    );
    return (await enrol(id, await person())).body;
  };
  const put = (row: { id: string }, changes: object) =>
    admin.put(`/students/${row.id}`, { ...row, ...changes });

  it.each(['attended', 'passed', 'failed', 'noShow'])('200: the result %s', async (status) => {
    expect(await put(await enrolled(), { status })).toMatchObject({ status: 200, body: { status } });
  });

  it.each([
    [79.9, 'failed'],
    [80, 'passed'],
  ])('200: a score of %s decides where the course has a pass mark: %s', async (score, status) => {
    const row = await enrolled({}, { passMark: 80 });
    expect((await put(row, { status: 'attended', score })).body).toMatchObject({ status, score });
  });

  it('422 required: passed without the score that decides', async () => {
    const answer = await put(await enrolled({}, { passMark: 80 }), { status: 'passed' });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/score', code: 'required' }] },
    });
  });

  it.each(['classId', 'personnelId'])('422 not-allowed: another %s', async (member) => {
    const answer = await put(await enrolled(), { [member]: randomUUID() });
    expect(answer.body.errors).toMatchObject([{ pointer: `/${member}`, code: 'not-allowed' }]);
  });

  it('422 not-allowed: a reason without a cancellation', async () => {
    const answer = await put(await enrolled(), { cancelledReason: 'Ill' });
    expect(answer.body.errors).toMatchObject([{ pointer: '/cancelledReason', code: 'not-allowed' }]);
  });

  it('200: cancelled with a reason, and archived', async () => {
    const answer = await put(await enrolled(), { status: 'cancelled', cancelledReason: 'Ill' });
    expect(answer.body).toMatchObject({ status: 'cancelled', cancelledReason: 'Ill', archived: true });
  });

  it('409 invalid-state: a result before the class has begun', async () => {
    const row = await enrolled({ startAt: inDays(1), endAt: inDays(2) });
    expect(codeOf(await put(row, { status: 'passed' }))).toBe('409 invalid-state');
    const patched = await admin.patch(`/students/${row.id}`, { status: 'passed' });
    expect(codeOf(patched)).toBe('409 invalid-state');
    await admin.delete(`/students/${row.id}`);
    const reason = { transition: 'cancel', reason: 'Rain' };
    await admin.post(`/classes/${row.classId}/transitions`, reason);
    expect(codeOf(await admin.put(`/students/${row.id}/restore`))).toBe('409 invalid-state');
  });

  it('409 invalid-state: a result of somebody who waits, with what is possible', async () => {
    const { waiting } = await fullClass(1);
    const { body } = await admin.get(`/students/${waiting[0]}`);
    const answer = await put(body, { status: 'attended' });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'invalid-state', allowedTransitions: ['waitlisted', 'enrolled', 'cancelled'] },
    });
  });

  it('409 class-full: from the waiting list into a full class; 200: to the end of the list', async () => {
    const { id, holder, waiting } = await fullClass(2);
    const { body } = await admin.get(`/students/${waiting[0]}`);
    expect(codeOf(await put(body, { status: 'enrolled' }))).toBe('409 class-full');
    expect(codeOf(await admin.patch(`/students/${body.id}`, { status: 'enrolled' }))).toBe('409 class-full');
    const first = (await admin.get(`/students/${holder}`)).body;
    expect((await put(first, { status: 'waitlisted' })).body.status).toBe('waitlisted');
    expect(await Promise.all([holder, ...waiting].map(statusOf))).toEqual([
      'waitlisted',
      'enrolled',
      'waitlisted',
    ]);
    expect(await counts(id)).toEqual({ enrolledCount: 1, waitlistedCount: 2 });
  });

  it('409 invalid-state: a result after the class; what else there is can be changed', async () => {
    const row = await enrolled();
    for (const transition of ['start', 'complete'])
      await admin.post(`/classes/${row.classId}/transitions`, { transition });
    const { body } = await admin.get(`/students/${row.id}`);
    expect(body.status).toBe('noShow');
    expect(codeOf(await put(body, { status: 'passed' }))).toBe('409 invalid-state');
    expect((await put(body, { feedback: 'Was ill' })).body.feedback).toBe('Was ill');
  });

  it('200: another pass mark grades nobody anew who is not graded', async () => {
    const row = await enrolled({}, { passMark: 50 });
    const passed = (await put(row, { status: 'attended', score: 60 })).body;
    const { courseId } = (await admin.get(`/classes/${row.classId}`)).body;
    await admin.patch(`/courses/${courseId}`, { passMark: 90 });
    for (const transition of ['start', 'complete']) {
      expect((await put(passed, { feedback: transition })).body).toMatchObject({
        status: 'passed',
        score: 60,
      });
      await admin.post(`/classes/${row.classId}/transitions`, { transition });
    }
    const patched = await admin.patch(`/students/${row.id}`, { feedback: 'Well done' });
    expect(patched).toMatchObject({ status: 200, body: { status: 'passed', feedback: 'Well done' } });
  });
});

describe('POST /classes/{id}/students', () => {
  const enrolAll = (id: string, personnelIds: string[], changes: object = {}) =>
    admin.post(`/classes/${id}/students`, { personnelIds, ...changes });

  it('201: a result for each person, in order', async () => {
    const before = await addCourse(admin, { name: 'Before' });
    const { id } = await addClass(admin, { capacity: 2 }, { prerequisiteCourseIds: [before] });
    const [first = '', second = '', third = '', lacking = ''] = await people(4);
    for (const personnelId of [first, second, third])
      await added(admin, '/training/records', {
        personnelId,
        courseId: before,
        completedOn: '2026-01-05',
        result: 'passed',
      });
    await enrol(id, first);
    const foreign = await addPerson(api, randomUUID());
    const { status, body } = await enrolAll(id, [first, lacking, foreign, second, third]);
    expect(status).toBe(201);
    expect(
      body.map((result: { status: string; error: { code: string } | null }) => [
        result.status,
        result.error?.code,
      ]),
    ).toEqual([
      [null, 'already-enrolled'],
      [null, 'prerequisite-missing'],
      [null, 'not-found'],
      ['enrolled', undefined],
      [null, 'class-full'],
    ]);
    expect(await counts(id)).toEqual({ enrolledCount: 2, waitlistedCount: 0 });
  });

  it('201: those who find no place wait', async () => {
    const { id } = await addClass(admin, { capacity: 1 });
    const { body } = await enrolAll(id, await people(3), { waitlistIfFull: true });
    expect(body.map(({ status }: { status: string }) => status)).toEqual([
      'enrolled',
      'waitlisted',
      'waitlisted',
    ]);
  });

  it('409 class-full: none could be placed', async () => {
    const { id } = await fullClass(0);
    expect(codeOf(await enrolAll(id, await people(2)))).toBe('409 class-full');
  });

  it('201: out of reach is not-found, and in sight without the permission is permission-denied', async () => {
    const { id } = await addClass(admin);
    const [personnelId = ''] = await people(1);
    const stranger = await company.stranger();
    const { body } = await stranger.post(`/classes/${id}/students`, { personnelIds: [personnelId] });
    expect(body).toMatchObject([{ status: null, error: { code: 'not-found' } }]);
  });

  it.each([
    ['nobody', [], 'too-short'],
    ['somebody twice', ['a', 'a'], 'duplicate'],
    ['201 people', Array.from({ length: 201 }, () => 'x'), 'too-long'],
  ])('422 validation-failed: %s', async (_, given, code) => {
    const { id } = await addClass(admin);
    const same = randomUUID();
    const { status, body } = await enrolAll(
      id,
      given.map((name) => (name === 'a' ? same : randomUUID())),
    );
    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ code }] });
  });

  it("404: a class of another company, or of an org structure out of reach, and nobody's", async () => {
    const { id } = await addClass(admin, { orgStructureId: company.place.id });
    const [personnelId = ''] = await people(1);
    for (const caller of [await api.caller(), await company.stranger()]) {
      expect(codeOf(await caller.get(`/classes/${id}/students`))).toBe('404 not-found');
      const answer = await caller.post(`/classes/${id}/students`, { personnelIds: [personnelId] });
      expect(codeOf(answer)).toBe('404 not-found');
    }
    expect(await counts(id)).toEqual({ enrolledCount: 0, waitlistedCount: 0 });
  });
});

describe('GET /students', () => {
  it('200: filters', async () => {
    const courseId = await addCourse(admin);
    const [one, two] = [
      await added(admin, '/classes', classOf(courseId)),
      await added(admin, '/classes', classOf(courseId, { capacity: 1 })),
    ];
    const [ada = '', bob = ''] = await people(2);
    const ids: string[] = [];
    for (const [taken, who] of [
      [one, ada],
      [two, ada],
      [two, bob],
    ])
      ids.push((await enrol(taken.id, who, { waitlistIfFull: true })).body.id);
    const found = async (query: string) =>
      (await admin.get(`/students?${query}`)).body.data.map((row: { id: string }) => row.id);
    expect(await found(`courseId=${courseId}`)).toEqual(ids);
    expect(await found(`classId=${two.id}`)).toEqual(ids.slice(1));
    expect(await found(`classId=${two.id}&status=waitlisted`)).toEqual(ids.slice(2));
    expect(await found(`personnelId=${ada}`)).toEqual(ids.slice(0, 2));
    expect(await found(`personnelId=${ada}&courseId=${randomUUID()}`)).toEqual([]);
  });
});
