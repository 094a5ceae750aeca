import { describe, expect, it } from '@jest/globals';
import { classStatuses, classTransitions } from '@safety/contracts';
import { type Answer, describeTransitions, type RequestOptions } from '@safety/testing';
import { stepClass, waysToClass } from '../testing/class-steps.js';
import { enrolmentsOf } from '../testing/enrolments.js';
import {
  addClass,
  addCourse,
  added,
  addPeople,
  addPlace,
  archivePlace,
  callerWith,
  classOf,
  inDays,
  select,
  startWithCompany,
  type TestRole,
} from '../testing/training-under-test.js';

const { api, company, admin } = await startWithCompany();

const codeOf = ({ status, body }: Answer) => `${status} ${body.code}`;
const step = (id: string, transition: string, options?: RequestOptions) =>
  stepClass(admin, id, transition, options);

describeTransitions('/classes/{id}/transitions', {
  table: classTransitions,
  statuses: classStatuses,
  make: async (status) => {
    const { id } = await addClass(admin);
    for (const transition of waysToClass[status]) await step(id, transition);
    return id;
  },
  step,
  archive: (id) => admin.delete(`/classes/${id}`),
});

const { people: students } = enrolmentsOf(api, company);

describe('POST /classes/{id}/transitions', () => {
  /** A class under way with a student for each of these results; the last ones have none. */
  async function underWay(results: (string | null)[], classChanges: object = {}, courseChanges: object = {}) {
    const times = { startAt: inDays(-1), endAt: inDays(-0.5), timeZone: 'UTC' };
    const { id } = await addClass(admin, { ...times, ...classChanges }, courseChanges);
    const personnelIds = await students(results.length);
    const { body } = await admin.post(`/classes/${id}/students`, { personnelIds, waitlistIfFull: true });
    await step(id, 'start');
    for (const [index, status] of results.entries())
      if (status) await admin.patch(`/students/${body[index].studentId}`, { status });
    return id;
  }
  const studentsOf = async (id: string) =>
    (await admin.get(`/classes/${id}/students?includeArchived=true`)).body.data;
  const recordsOf = async (id: string) =>
    (await admin.get(`/training/records?classId=${id}&includeArchived=true`)).body.data;

  it('complete: a record for each result, who has none has not come, and nobody waits any more', async () => {
    const id = await underWay(
      ['passed', 'attended', 'failed', null, null],
      { capacity: 4 },
      { validityMonths: 12 },
    );
    const { body } = await step(id, 'complete');
    expect(body).toMatchObject({ status: 'completed', enrolledCount: 4, waitlistedCount: 0 });
    const rows = await studentsOf(id);
    expect(rows.map(({ status }: { status: string }) => status)).toEqual([
      'passed',
      'attended',
      'failed',
      'noShow',
      'cancelled',
    ]);
    const records = await recordsOf(id);
    expect(new Set(records.map((record: { id: string }) => record.id))).toEqual(
      new Set(rows.slice(0, 3).map((row: { trainingRecordId: string }) => row.trainingRecordId)),
    );
    const completedOn = inDays(-0.5).slice(0, 10);
    for (const record of records)
      expect(record).toMatchObject({ classId: id, source: 'class', completedOn, expirySource: 'course' });
    expect(records.filter(({ expiresOn }: { expiresOn: string }) => expiresOn === null)).toMatchObject([
      { result: 'failed' },
    ]);
  });

  it('complete: a class that ended at midnight is completed on the day before', async () => {
    const [yesterday, today] = [inDays(-1).slice(0, 10), inDays(0).slice(0, 10)];
    const id = await underWay(['passed'], { startAt: `${yesterday}T16:00:00Z`, endAt: `${today}T00:00:00Z` });
    await step(id, 'complete');
    expect(await recordsOf(id)).toMatchObject([{ completedOn: yesterday }]);
  });

  it('complete: repeated, and ten times at once, it does nothing twice', async () => {
    const id = await underWay(['passed', 'passed']);
    const answers = await Promise.all(Array.from({ length: 10 }, () => step(id, 'complete')));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const { body } = await step(id, 'complete');
    expect(body).toMatchObject({ status: 'completed', version: answers[0]?.body.version });
    expect(await recordsOf(id)).toHaveLength(2);
  });

  it.each([
    ['failed', 'passed', 'valid'],
    ['passed', 'failed', 'valid'],
    ['failed', 'failed', 'overdue'],
  ])('complete: a class of the same course on the same day: %s, then %s', async (first, second, status) => {
    const ofCourse = await addCourse(admin);
    const [personnelId = ''] = await students(1);
    const assigned = await added(admin, '/training', {
      personnelId,
      courseId: ofCourse,
      dueDate: '2026-01-05',
    });
    const records: string[] = [];
    for (const result of [first, second]) {
      const times = { startAt: inDays(-1), endAt: inDays(-0.5), timeZone: 'UTC' };
      const { id } = await added(admin, '/classes', classOf(ofCourse, times));
      const student = await added(admin, '/students', { classId: id, personnelId });
      await step(id, 'start');
      await admin.patch(`/students/${student.id}`, { status: result });
      expect((await step(id, 'complete')).status).toBe(200);
      expect((await step(id, 'complete')).status).toBe(200);
      const [record, ...others] = await recordsOf(id);
      expect({ record, others }).toMatchObject({ record: { result, studentId: student.id }, others: [] });
      expect((await admin.get(`/students/${student.id}`)).body.trainingRecordId).toBe(record.id);
      records.push(record.id);
    }
    expect(new Set(records).size).toBe(2);
    const standing = (await admin.get(`/training/${assigned.id}`)).body;
    const passed = records[[first, second].indexOf('passed')] ?? null;
    expect(standing).toMatchObject({ status, lastRecordId: passed });
  });

  it('complete: 100 students in one transaction', async () => {
    const id = await underWay(Array.from({ length: 100 }, () => 'passed'));
    expect((await step(id, 'complete')).status).toBe(200);
    expect((await admin.get(`/training/records?classId=${id}&includeTotal=true`)).body.page.totalCount).toBe(
      100,
    );
  });

  /** Of the rows of a class: how many there are, and how many statements have written them. */
  const writtenBy = async (table: string, id: string) => {
    const text = `SELECT count(*)::int AS rows, count(DISTINCT (xmin::text, cmin::text))::int AS statements
      FROM ${table} WHERE class_id = $1`;
    return (await select(api, admin.companyId, text, [id]))[0];
  };

  it('complete, cancel and reinstate: one statement for all students alike, with a change and a message each', async () => {
    const id = await underWay(Array.from({ length: 8 }, (_, index) => (index < 5 ? 'passed' : null)));
    await step(id, 'cancel');
    expect(await writtenBy('students', id)).toEqual({ rows: 8, statements: 1 });
    const times = { startAt: inDays(7), endAt: inDays(8), timeZone: 'UTC' };
    const { id: later } = await addClass(admin, times);
    const personnelIds = await students(6);
    await admin.post(`/classes/${later}/students`, { personnelIds });
    for (const transition of ['cancel', 'reinstate']) {
      await step(later, transition);
      expect(await writtenBy('students', later)).toEqual({ rows: 6, statements: 1 });
    }
    const ended = await underWay(Array.from({ length: 8 }, (_, index) => (index < 5 ? 'passed' : null)));
    await step(ended, 'complete');
    expect(await writtenBy('training_records', ended)).toEqual({ rows: 5, statements: 1 });
    // Those with a result, and those without.
    expect(await writtenBy('students', ended)).toEqual({ rows: 8, statements: 2 });
    const written = await select(
      api,
      admin.companyId,
      `SELECT c.resource, c.operation, count(*)::int AS changes, count(o.envelope)::int AS messages,
         count(DISTINCT (c.xmin::text, c.cmin::text))::int AS statements
       FROM changes AS c
       LEFT JOIN outbox AS o ON o.envelope->'payload'->>'id' = c.id::text
         AND o.envelope->'payload'->>'version' = c.version::text
         AND o.envelope->'change'->>'number' = c.number::text
       WHERE c.members @> jsonb_build_array(jsonb_build_object('member', 'trainingRecordId'))
         AND c.id IN (SELECT id FROM students WHERE class_id = $1)
         OR c.id IN (SELECT id FROM training_records WHERE class_id = $1)
       GROUP BY 1, 2 ORDER BY 1`,
      [ended],
    );
    const once = { changes: 5, messages: 5, statements: 1 };
    expect(written).toEqual([
      { resource: 'students', operation: 'changed', ...once },
      { resource: 'training_records', operation: 'added', ...once },
    ]);
    const [record] = await recordsOf(ended);
    const { data } = (await admin.get(`/training/records/${record.id}/audit`)).body;
    expect(data).toMatchObject([{ operation: 'added', version: 1, changedByUserId: admin.userId }]);
    const named = data[0].members.map(({ member }: { member: string }) => member);
    expect(named).toEqual(
      expect.arrayContaining(['personnelId', 'courseId', 'classId', 'studentId', 'result']),
    );
  });

  it.each<[string, (at: string, elsewhere: string) => TestRole[]]>([
    ['out of sight', (at) => [[['training.read', 'training.write'], [at]]]],
    ['in sight', (at) => [[['training.read', 'personnel.read']], [['training.write'], [at]]]],
    [
      'written out of sight',
      (at, elsewhere) => [
        [['training.read'], [at]],
        [['training.write'], [at, elsewhere]],
      ],
    ],
  ])(
    "complete: 409 invalid-state while a student without a result is %s, not the caller's to write",
    async (_, rolesAt) => {
      const { place, elsewhere } = company;
      const trainer = await callerWith(api, admin.companyId, ...rolesAt(place.id, elsewhere.id));
      const id = await underWay([null], { orgStructureId: place.id, capacity: 3 });
      const others = Array.from({ length: 3 }, () => ({ place: elsewhere }));
      const personnelIds = await addPeople(api, admin.companyId, others);
      const { body } = await admin.post(`/classes/${id}/students`, { personnelIds, waitlistIfFull: true });
      await admin.patch(`/students/${body[0].studentId}`, { status: 'passed' });
      for (const transition of ['complete', 'start'])
        expect(await stepClass(trainer, id, transition)).toMatchObject({
          status: 409,
          body: { code: 'invalid-state', currentStatus: 'inProgress', allowedTransitions: ['cancel'] },
        });
      const { detail } = (await stepClass(trainer, id, 'complete')).body;
      expect(detail).toContain('whom you may not write: 1.');
      const statuses = async () => (await studentsOf(id)).map(({ status }: { status: string }) => status);
      expect(await statuses()).toEqual(['enrolled', 'passed', 'enrolled', 'waitlisted']);
      await admin.patch(`/students/${body[1].studentId}`, { status: 'noShow' });
      expect((await stepClass(trainer, id, 'complete')).status).toBe(200);
      expect(await statuses()).toEqual(['noShow', 'passed', 'noShow', 'cancelled']);
    },
  );

  it('complete: by an administrator, also where a trainer of the place may not', async () => {
    const id = await underWay([], { orgStructureId: company.place.id });
    const personnelIds = await addPeople(api, admin.companyId, [{ place: company.elsewhere }, {}]);
    await admin.post(`/classes/${id}/students`, { personnelIds });
    expect((await step(id, 'complete')).status).toBe(200);
    expect(await studentsOf(id)).toMatchObject([{ status: 'noShow' }, { status: 'noShow' }]);
  });

  it('start: 422 not-allowed with the reason of a cancellation', async () => {
    const { id } = await addClass(admin);
    const body = { transition: 'start', reason: 'The room is free.' };
    const answer = await admin.post(`/classes/${id}/transitions`, body);
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/reason', code: 'not-allowed' }] },
    });
  });

  it('cancel: 422 without a reason; the students are cancelled with it, and reinstate brings them back', async () => {
    const { id } = await addClass(admin, { capacity: 1 });
    const personnelIds = await students(2);
    await admin.post(`/classes/${id}/students`, { personnelIds, waitlistIfFull: true });
    const without = await admin.post(`/classes/${id}/transitions`, { transition: 'cancel' });
    expect(without.body.errors).toMatchObject([{ pointer: '/reason', code: 'required' }]);
    expect((await step(id, 'cancel')).body).toMatchObject({
      status: 'cancelled',
      cancelledReason: 'The instructor is ill.',
      enrolledCount: 0,
      waitlistedCount: 0,
    });
    expect(await studentsOf(id)).toMatchObject(
      personnelIds.map(() => ({ status: 'cancelled', cancelledReason: 'The instructor is ill.' })),
    );
    expect((await step(id, 'reinstate')).body).toMatchObject({
      status: 'scheduled',
      cancelledReason: null,
      enrolledCount: 1,
      waitlistedCount: 1,
    });
    expect((await studentsOf(id)).map(({ status }: { status: string }) => status)).toEqual([
      'enrolled',
      'waitlisted',
    ]);
  });

  it.each([[null], [80]])(
    'reinstate a class that began early: results are taken back, and scores wait; pass mark %s',
    async (passMark) => {
      const { id } = await addClass(admin, {}, { passMark });
      const personnelIds = await students(6);
      const { body: added } = await admin.post(`/classes/${id}/students`, { personnelIds });
      const ids: string[] = added.map(({ studentId }: { studentId: string }) => studentId);
      await step(id, 'start');
      const given = ['attended', 'passed', 'failed', 'noShow', null, 'passed'];
      for (const [index, status] of given.entries())
        if (status) await admin.patch(`/students/${ids[index]}`, { status, score: 90 });
      await admin.delete(`/students/${ids[5]}`);
      await step(id, 'cancel');
      expect((await step(id, 'reinstate')).body).toMatchObject({ status: 'scheduled', enrolledCount: 5 });
      expect((await admin.put(`/students/${ids[5]}/restore`)).body.status).toBe('enrolled');
      const scores = [90, 90, 90, 90, null, 90];
      expect(await studentsOf(id)).toMatchObject(scores.map((score) => ({ status: 'enrolled', score })));
      expect(await recordsOf(id)).toEqual([]);
      for (const transition of ['start', 'complete']) await step(id, transition);
      const ended = scores.map((score) => (score && passMark ? 'passed' : 'noShow'));
      expect(await studentsOf(id)).toMatchObject(ended.map((status) => ({ status })));
    },
  );

  it('422 not-allowed: reinstate a class of a retired course, as to add one', async () => {
    const { id, courseId } = await addClass(admin);
    await step(id, 'cancel');
    await admin.post(`/courses/${courseId}/transitions`, { transition: 'retire' });
    expect(await step(id, 'reinstate')).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/transition', code: 'not-allowed' }] },
    });
    expect((await admin.get(`/classes/${id}`)).body).toMatchObject({ status: 'cancelled', version: 2 });
    await admin.delete(`/courses/${courseId}`);
    expect((await step(id, 'reinstate')).body.errors).toMatchObject([{ code: 'archived-reference' }]);
  });

  it('422 archived-reference: reinstate a class at an archived org structure', async () => {
    const place = await addPlace(api, admin.companyId);
    const { id } = await addClass(admin, { orgStructureId: place.id });
    await step(id, 'cancel');
    await archivePlace(api, admin.companyId, place);
    expect((await step(id, 'reinstate')).body.errors).toMatchObject([
      { pointer: '/transition', code: 'archived-reference' },
    ]);
  });

  it('reinstate, while its course is archived: one of the two is refused', async () => {
    for (let pair = 0; pair < 20; pair++) {
      const { id, courseId } = await addClass(admin);
      await step(id, 'cancel');
      const both = await Promise.all([step(id, 'reinstate'), admin.delete(`/courses/${courseId}`)]);
      expect([
        ['200 undefined', '409 in-use'],
        ['422 validation-failed', '204 undefined'],
      ]).toContainEqual(both.map(codeOf));
    }
  });

  it('409 invalid-state: reinstate what would have begun already', async () => {
    const { id } = await addClass(admin, { startAt: inDays(-2), endAt: inDays(-1) });
    await step(id, 'cancel');
    const left = { currentStatus: 'cancelled', allowedTransitions: [] };
    for (const answer of [
      await step(id, 'reinstate'),
      await step(id, 'start'),
      await admin.put(`/classes/${id}`, (await admin.get(`/classes/${id}`)).body),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'invalid-state', ...left } });
  });

  it('404: of another company, and of an org structure out of reach; nothing changed', async () => {
    const { id } = await addClass(admin, { orgStructureId: company.place.id });
    for (const caller of [await api.caller(), await company.stranger()])
      expect(codeOf(await caller.post(`/classes/${id}/transitions`, { transition: 'start' }))).toBe(
        '404 not-found',
      );
    expect((await admin.get(`/classes/${id}`)).body).toMatchObject({ status: 'scheduled', version: 1 });
  });
});
