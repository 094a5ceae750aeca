import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Answer } from '@safety/testing';
import { enrolmentsOf } from '../testing/enrolments.js';
import {
  addClass,
  addCourse,
  added,
  classOf,
  inDays,
  select,
  startWithCompany,
} from '../testing/training-under-test.js';

const { api, company, admin } = await startWithCompany();

const { person, people, enrol, counts, fullClass } = enrolmentsOf(api, company);
const codeOf = ({ status, body }: Answer) => `${status} ${body.code}`;
/** Of a version that is not the row's. */
const stale = { headers: { 'if-match': '"99"' } };
const statusOf = async (id: string) => (await admin.get(`/students/${id}`)).body.status;

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

  it('204: after a class that is yet to be completed nobody moves up, and its places are for who came', async () => {
    const { id, holder, waiting } = await fullClass(2);
    const times = { startAt: inDays(-1), endAt: inDays(-0.5) };
    expect((await admin.patch(`/classes/${id}`, times)).status).toBe(200);
    await admin.delete(`/students/${holder}`);
    await admin.patch(`/classes/${id}`, { capacity: 2 });
    expect(await counts(id)).toEqual({ enrolledCount: 0, waitlistedCount: 2 });
    const [walkIn, waited = ''] = [(await enrol(id, await person())).body, waiting[0]];
    expect(walkIn.status).toBe('enrolled');
    expect((await admin.patch(`/students/${waited}`, { status: 'enrolled' })).status).toBe(200);
    for (const transition of ['start', 'complete'])
      await admin.post(`/classes/${id}/transitions`, { transition });
    expect(await Promise.all([walkIn.id, ...waiting].map(statusOf))).toEqual([
      'noShow',
      'noShow',
      'cancelled',
    ]);
  });

  it('409 invalid-state: after the class', async () => {
    const { id } = await addClass(admin);
    const { body } = await enrol(id, await person());
    for (const transition of ['start', 'complete'])
      await admin.post(`/classes/${id}/transitions`, { transition });
    expect(codeOf(await admin.delete(`/students/${body.id}`))).toBe('409 invalid-state');
    expect(codeOf(await admin.delete(`/students/${body.id}`, stale))).toBe('409 invalid-state');
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
  it('409 archived: a person, or a class, that is archived by now', async () => {
    const { id } = await addClass(admin);
    const personnelId = await person();
    const student = (await enrol(id, personnelId)).body;
    await admin.delete(`/students/${student.id}`);
    const text = 'UPDATE personnel SET archived = true WHERE id = $1';
    await select(api, admin.companyId, text, [personnelId]);
    const refused = async (references: object[], caller = admin) =>
      expect(await caller.put(`/students/${student.id}/restore`)).toMatchObject({
        status: 409,
        body: { code: 'archived', references },
      });
    await refused([{ resource: 'personnel', id: personnelId }]);
    const trains = { companyId: admin.companyId, permissions: ['training.read', 'training.write'] } as const;
    await refused([], await api.caller(trains));
    await admin.delete(`/classes/${id}`);
    await refused([{ resource: 'classes', id }]);
    expect(await statusOf(student.id)).toBe('cancelled');
  });

  it('200: a place again; 409 class-full when it was given away', async () => {
    const { id, holder, waiting } = await fullClass(1);
    await admin.delete(`/students/${holder}`);
    expect(codeOf(await admin.put(`/students/${holder}/restore`))).toBe('409 class-full');
    expect(codeOf(await admin.put(`/students/${holder}/restore`, {}, stale))).toBe('409 class-full');
    await admin.delete(`/students/${waiting[0]}`);
    expect(codeOf(await admin.put(`/students/${holder}/restore`, {}, stale))).toBe('412 version-mismatch');
    expect(await counts(id)).toEqual({ enrolledCount: 0, waitlistedCount: 0 });
    expect((await admin.put(`/students/${holder}/restore`)).body).toMatchObject({
      status: 'enrolled',
      archived: false,
      cancelledReason: null,
    });
    expect(await counts(id)).toEqual({ enrolledCount: 1, waitlistedCount: 0 });
  });

  it('422 prerequisite-missing: who lacks by now what an enrolment asks for', async () => {
    const before = await addCourse(admin, { validityMonths: 1 });
    const { id } = await addClass(admin, { capacity: 1 }, { prerequisiteCourseIds: [before] });
    const personnelId = await person();
    const record = { personnelId, courseId: before, completedOn: inDays(0).slice(0, 10), result: 'passed' };
    const good = await added(admin, '/training/records', record);
    const student = (await enrol(id, personnelId)).body;
    await admin.delete(`/students/${student.id}`);
    await admin.delete(`/training/records/${good.id}`);
    const restore = (options = {}) => admin.put(`/students/${student.id}/restore`, {}, options);
    expect(codeOf(await restore())).toBe('422 prerequisite-missing');
    expect(codeOf(await restore(stale))).toBe('412 version-mismatch');
    await added(admin, '/training/records', { ...record, completedOn: '2026-01-05' });
    expect(codeOf(await restore())).toBe('422 prerequisite-missing');
    expect(await counts(id)).toEqual({ enrolledCount: 0, waitlistedCount: 0 });
    await admin.put(`/training/records/${good.id}/restore`);
    expect((await restore()).body.status).toBe('enrolled');
  });

  it('200: who waited waits again, behind the others', async () => {
    const { waiting, holder } = await fullClass(2);
    await admin.delete(`/students/${waiting[0]}`);
    expect((await admin.put(`/students/${waiting[0]}/restore`)).body.status).toBe('waitlisted');
    await admin.delete(`/students/${holder}`);
    expect(await statusOf(waiting[1] ?? '')).toBe('enrolled');
  });
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

  it.each(['passed', 'failed', 'attended'])(
    '422 required: %s without the score that decides',
    async (status) => {
      const answer = await put(await enrolled({}, { passMark: 80 }), { status });
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/score', code: 'required' }] },
      });
    },
  );

  it.each(['classId', 'personnelId'])('422 not-allowed: another %s', async (member) => {
    const answer = await put(await enrolled(), { [member]: randomUUID() });
    expect(answer.body.errors).toMatchObject([{ pointer: `/${member}`, code: 'not-allowed' }]);
  });

  it('422 not-allowed: a reason without a cancellation', async () => {
    const answer = await put(await enrolled(), { cancelledReason: 'Ill' });
    expect(answer.body.errors).toMatchObject([{ pointer: '/cancelledReason', code: 'not-allowed' }]);
  });

  it('200: cancelled with a reason, and archived, as its audit says too', async () => {
    const answer = await put(await enrolled(), { status: 'cancelled', cancelledReason: 'Ill' });
    expect(answer.body).toMatchObject({ status: 'cancelled', cancelledReason: 'Ill', archived: true });
    const audit = await admin.get(`/students/${answer.body.id}/audit`);
    expect(audit.body.data.map(({ operation }: { operation: string }) => operation)).toEqual([
      'archived',
      'added',
    ]);
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

  it.each(['attended', 'passed', 'failed', 'noShow'])(
    '409 invalid-state: %s to the waiting list, with what is possible; 200: enrolled first',
    async (status) => {
      const row = (await put(await enrolled({ capacity: 1 }), { status })).body;
      const other = (await enrol(row.classId, await person(), { waitlistIfFull: true })).body;
      for (const answer of [
        await put(row, { status: 'waitlisted' }),
        await admin.patch(`/students/${row.id}`, { status: 'waitlisted' }),
      ])
        expect(answer).toMatchObject({
          status: 409,
          body: {
            currentStatus: status,
            allowedTransitions: ['enrolled', 'attended', 'passed', 'failed', 'noShow', 'cancelled'],
          },
        });
      expect(await Promise.all([row.id, other.id].map(statusOf))).toEqual([status, 'waitlisted']);
      await put(row, { status: 'enrolled' });
      expect((await put(row, { status: 'waitlisted' })).status).toBe(200);
      expect(await Promise.all([row.id, other.id].map(statusOf))).toEqual(['waitlisted', 'enrolled']);
    },
  );

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
    const inOrder = (await admin.get(`/classes/${id}/students`)).body.data;
    expect(inOrder.map((row: { id: string }) => row.id)).toEqual([...waiting, holder]);
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

  it.each(['enrolled', 'failed', 'attended'])(
    '409 invalid-state: a graded student of a completed class is asked to be %s; 200: the same status',
    async (status) => {
      const row = await enrolled({}, { passMark: 50 });
      await put(row, { status: 'attended', score: 60 });
      for (const transition of ['start', 'complete'])
        await admin.post(`/classes/${row.classId}/transitions`, { transition });
      const { body } = await admin.get(`/students/${row.id}`);
      for (const score of [60, 70, null]) {
        const answers = [
          await put(body, { status, score }),
          await admin.patch(`/students/${row.id}`, { status, score }),
        ];
        expect(answers.map(codeOf)).toEqual(Array(2).fill('409 invalid-state'));
      }
      expect((await admin.get(`/students/${row.id}`)).body).toEqual(body);
      expect((await put(body, { status: 'passed' })).status).toBe(200);
    },
  );

  it.each(['enrolled', 'failed', 'attended'])(
    '422 not-allowed: %s of a student whose score gives passed; 200: with another score',
    async (status) => {
      const row = await enrolled({}, { passMark: 50 });
      const passed = (await put(row, { status: 'attended', score: 60 })).body;
      for (const answer of [
        await put(passed, { status }),
        await admin.patch(`/students/${row.id}`, { status }),
      ])
        expect(answer).toMatchObject({
          status: 422,
          body: { errors: [{ pointer: '/status', code: 'not-allowed' }] },
        });
      expect((await admin.get(`/students/${row.id}`)).body).toEqual(passed);
      expect((await put(passed, { status, score: 40 })).body).toMatchObject({ status: 'failed', score: 40 });
      const taken = await put(row, { status: 'enrolled', score: null });
      expect(taken.body).toMatchObject({ status: 'enrolled', score: null });
    },
  );

  it('422 not-allowed: enrolled again after noShow, with a score that gives failed', async () => {
    const row = await enrolled({}, { passMark: 50 });
    const absent = (await put(row, { status: 'noShow', score: 40 })).body;
    expect(absent).toMatchObject({ status: 'noShow', score: 40 });
    const answer = await put(absent, { status: 'enrolled' });
    expect(answer.body.errors).toMatchObject([{ pointer: '/status', code: 'not-allowed' }]);
    expect((await put(absent, { status: 'failed' })).body.status).toBe('failed');
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

describe('a score that nobody has graded', () => {
  /** A class that runs, of a course with a pass mark, and somebody in it who passed. */
  const passed = async () => {
    const [startAt, endAt] = [inDays(-1), inDays(1)];
    const { id } = await addClass(admin, { startAt, endAt, capacity: 1 }, { passMark: 80 });
    const { body } = await enrol(id, await person(), { score: 90 });
    return { id, student: body };
  };
  const step = (id: string, transition: string) => admin.post(`/classes/${id}/transitions`, { transition });
  const complete = async (id: string) => {
    for (const transition of ['start', 'complete']) expect((await step(id, transition)).status).toBe(200);
  };

  it.each([
    [80, 'passed'],
    [79, 'failed'],
  ])('POST 201: %s decides where the class has begun: %s', async (score, status) => {
    const { id } = await addClass(admin, { startAt: inDays(-1), endAt: inDays(1) }, { passMark: 80 });
    expect((await enrol(id, await person(), { score })).body).toMatchObject({ status, score });
  });

  it('POST 201: enrolled before the class has begun; its completion makes the result and the record', async () => {
    const { id } = await addClass(admin, {}, { passMark: 80 });
    const { body } = await enrol(id, await person(), { score: 90 });
    expect(body.status).toBe('enrolled');
    await complete(id);
    const ended = (await admin.get(`/students/${body.id}`)).body;
    expect(ended).toMatchObject({ status: 'passed', score: 90, version: 2 });
    const record = await admin.get(`/training/records/${ended.trainingRecordId}`);
    expect(record.body).toMatchObject({ result: 'passed', score: 90, studentId: body.id });
  });

  it('PUT restore 200: the result comes back with the place', async () => {
    const { id, student } = await passed();
    await admin.delete(`/students/${student.id}`);
    expect((await admin.put(`/students/${student.id}/restore`)).body.status).toBe('passed');
    await complete(id);
    expect((await admin.get(`/students/${student.id}`)).body).toMatchObject({
      status: 'passed',
      trainingRecordId: expect.any(String),
    });
  });

  it.each([
    [95, 'passed'],
    [79, 'failed'],
    [null, 'enrolled'],
  ])('PUT restore 200: %s that came with the cancellation decides: %s', async (score, status) => {
    const { student } = await passed();
    const gone = await admin.patch(`/students/${student.id}`, { status: 'cancelled', score });
    expect(gone.body).toMatchObject({ status: 'cancelled', score });
    expect((await admin.put(`/students/${student.id}/restore`)).body).toMatchObject({ status, score });
  });

  it.each(['attended', 'noShow'])('PUT restore 200: %s comes back too', async (status) => {
    const { id } = await addClass(admin, { startAt: inDays(-1), endAt: inDays(1) });
    const { body } = await enrol(id, await person());
    expect((await admin.patch(`/students/${body.id}`, { status })).status).toBe(200);
    await admin.delete(`/students/${body.id}`);
    expect((await admin.put(`/students/${body.id}/restore`)).body.status).toBe(status);
  });

  it('PATCH 200: counts once the class has begun, and can be corrected before', async () => {
    const { id } = await addClass(admin, {}, { passMark: 80 });
    const { body } = await enrol(id, await person(), { score: 95 });
    const corrected = await admin.patch(`/students/${body.id}`, { score: 90 });
    expect(corrected).toMatchObject({ status: 200, body: { status: 'enrolled', score: 90 } });
    expect((await step(id, 'start')).status).toBe(200);
    const noted = await admin.patch(`/students/${body.id}`, { feedback: 'Well done' });
    expect(noted.body).toMatchObject({ status: 'passed', score: 90, feedback: 'Well done' });
  });

  it('who waited gets the result with the place, as it becomes free and as it is given', async () => {
    const { id } = await addClass(
      admin,
      { startAt: inDays(-1), endAt: inDays(1), capacity: 1 },
      { passMark: 80 },
    );
    const holder = (await enrol(id, await person())).body;
    const waits = (await enrol(id, await person(), { waitlistIfFull: true, score: 90 })).body;
    expect(waits.status).toBe('waitlisted');
    await admin.delete(`/students/${holder.id}`);
    expect(await statusOf(waits.id)).toBe('passed');
    await admin.patch(`/classes/${id}`, { capacity: 2 });
    const other = (await enrol(id, await person())).body;
    await admin.patch(`/students/${other.id}`, { status: 'waitlisted', score: 90 });
    expect(await statusOf(other.id)).toBe('passed');
  });

  it('PATCH 200: who waits with a score gets a place before the class has begun', async () => {
    const { id } = await addClass(admin, { capacity: 1 }, { passMark: 80 });
    const holder = (await enrol(id, await person())).body;
    const waits = (await enrol(id, await person(), { waitlistIfFull: true, score: 90 })).body;
    expect(waits).toMatchObject({ status: 'waitlisted', score: 90 });
    await admin.delete(`/students/${holder.id}`);
    expect(await statusOf(waits.id)).toBe('enrolled');
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
