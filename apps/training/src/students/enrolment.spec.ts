import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Answer, eventually } from '@safety/testing';
import { enrolmentsOf } from '../testing/enrolments.js';
import {
  addClass,
  addCompany,
  addCourse,
  added,
  addPerson,
  callerWith,
  inDays,
  select,
  startWithCompany,
} from '../testing/training-under-test.js';

const { api, company, admin } = await startWithCompany();

const { person, people, enrol, counts, fullClass } = enrolmentsOf(api, company);
const codeOf = ({ status, body }: Answer) => `${status} ${body.code}`;

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

  it.each([
    ['00:00:00.000', 201],
    ['00:00:00.001', 422],
  ])('what is good until the day before counts in a class that ends at %s: %s', async (time, status) => {
    const before = await addCourse(admin, { validityMonths: 1 });
    const [lastDay, dayAfter] = [inDays(7).slice(0, 10), inDays(8).slice(0, 10)];
    const times = { startAt: `${lastDay}T00:00:00Z`, endAt: `${dayAfter}T${time}Z`, timeZone: 'UTC' };
    const { id } = await addClass(admin, times, { prerequisiteCourseIds: [before] });
    const personnelId = await person();
    await added(admin, '/training/records', {
      personnelId,
      courseId: before,
      completedOn: inDays(0).slice(0, 10),
      result: 'passed',
      expiresOn: lastDay,
    });
    expect((await enrol(id, personnelId)).status).toBe(status);
  });

  it('201 without a prerequisite that is archived; 422 prerequisite-missing without one that is retired', async () => {
    const [archived, retired] = [await addCourse(admin), await addCourse(admin)];
    const { id } = await addClass(admin, {}, { prerequisiteCourseIds: [archived, retired] });
    const personnelId = await person();
    await admin.delete(`/courses/${archived}`);
    await admin.post(`/courses/${retired}/transitions`, { transition: 'retire' });
    expect(codeOf(await enrol(id, personnelId))).toBe('422 prerequisite-missing');
    const record = { personnelId, courseId: retired, completedOn: '2026-01-05', result: 'passed' };
    await added(admin, '/training/records', record);
    expect((await enrol(id, personnelId)).status).toBe(201);
  });

  it('422 prerequisite-missing, until a refresher renews what the person had', async () => {
    const refresher = await addCourse(admin);
    const lasting = { validityMonths: 1, expiryWarningDays: 0 };
    const before = await addCourse(admin, { ...lasting, refresherCourseId: refresher });
    const { id } = await addClass(admin, {}, { prerequisiteCourseIds: [before] });
    const [personnelId, without] = [await person(), await person()];
    const record = { completedOn: '2026-01-05', result: 'passed' };
    await added(admin, '/training/records', { ...record, personnelId, courseId: before });
    expect(codeOf(await enrol(id, personnelId))).toBe('422 prerequisite-missing');
    for (const one of [personnelId, without])
      await added(admin, '/training/records', { ...record, personnelId: one, courseId: refresher });
    // It was good for as long as one of the course.
    expect(codeOf(await enrol(id, personnelId))).toBe('422 prerequisite-missing');
    const renewed = { ...record, completedOn: inDays(0).slice(0, 10), courseId: refresher };
    for (const one of [personnelId, without])
      await added(admin, '/training/records', { ...renewed, personnelId: one });
    const { body } = await admin.get(`/training?personnelId=${personnelId}&courseId=${before}`);
    expect(body.data).toMatchObject([{ status: 'valid' }]);
    expect((await enrol(id, personnelId)).status).toBe(201);
    expect(codeOf(await enrol(id, without))).toBe('422 prerequisite-missing');
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

  it('201 with the key of a refusal, once the person is known to be restored', async () => {
    const { id } = await addClass(admin);
    const personnelId = await addPerson(api, admin.companyId, { place: company.place, archived: true });
    const headers = { 'idempotency-key': randomUUID() };
    const again = () => admin.post('/students', { classId: id, personnelId }, { headers });
    expect(codeOf(await again())).toBe('422 validation-failed');
    await select(api, admin.companyId, 'UPDATE personnel SET archived = false WHERE id = $1', [personnelId]);
    expect((await again()).status).toBe(201);
    expect(await counts(id)).toEqual({ enrolledCount: 1, waitlistedCount: 0 });
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

  it('201: 200 people by one statement of each kind: in order, with a change and a message each', async () => {
    const { id } = await addClass(admin, { capacity: 120 });
    const [first = '', ...others] = await people(202);
    await enrol(id, first);
    const [second = '', ...rest] = others;
    await enrolAll(id, [second]);
    const { status, body } = await enrolAll(id, rest, { waitlistIfFull: true });
    expect(status).toBe(201);
    const statuses = [...Array(118).fill('enrolled'), ...Array(82).fill('waitlisted')];
    expect(body).toEqual(
      rest.map((personnelId, index) => ({
        personnelId,
        status: statuses[index],
        studentId: expect.any(String),
        error: null,
      })),
    );
    expect(await counts(id)).toEqual({ enrolledCount: 120, waitlistedCount: 82 });
    const { data, page } = (await admin.get(`/classes/${id}/students?limit=200`)).body;
    const cursor = `limit=200&cursor=${page.nextCursor}`;
    const more = (await admin.get(`/classes/${id}/students?${cursor}`)).body.data;
    const shown = [...data, ...more].map(({ personnelId }: { personnelId: string }) => personnelId);
    expect(shown).toEqual([first, second, ...rest]);
    const numbers = 'SELECT personnel_id AS id, number FROM students WHERE class_id = $1 ORDER BY number';
    expect(await select(api, admin.companyId, numbers, [id])).toEqual(
      [first, second, ...rest].map((personnelId, index) => ({ id: personnelId, number: index + 1 })),
    );
    const written = `SELECT count(*)::int AS students, count(o.envelope)::int AS messages,
        count(DISTINCT (s.xmin::text, s.cmin::text))::int AS statements,
        count(DISTINCT (c.xmin::text, c.cmin::text))::int AS recorded
      FROM students AS s JOIN changes AS c ON c.id = s.id AND c.operation = 'added'
      LEFT JOIN outbox AS o ON o.envelope->'change'->>'number' = c.number::text
        AND o.envelope->'payload'->>'id' = s.id::text
      WHERE s.class_id = $1 AND s.personnel_id = ANY($2)`;
    expect(await select(api, admin.companyId, written, [id, rest])).toEqual([
      { students: 200, messages: 200, statements: 1, recorded: 1 },
    ]);
  });

  it('409 class-full: none could be placed', async () => {
    const { id } = await fullClass(0);
    const unknown = randomUUID();
    expect(codeOf(await enrolAll(id, [...(await people(2)), unknown]))).toBe('409 class-full');
  });

  it('201 again when the answer was lost: who has a place, and who met a full class', async () => {
    const { id } = await addClass(admin, { capacity: 1 });
    const both = await people(2);
    const [{ studentId }] = (await enrolAll(id, both)).body;
    const again = await enrolAll(id, both);
    expect(again.status).toBe(201);
    expect(again.body).toMatchObject([
      { status: null, studentId, error: { code: 'already-enrolled' } },
      { status: null, studentId: null, error: { code: 'class-full' } },
    ]);
  });

  it('201: already-enrolled names no student to those who may not read one', async () => {
    const { id } = await addClass(admin);
    const writer = await callerWith(api, admin.companyId, [['training.write']]);
    const { companyId, userId } = writer;
    const personnelId = await addPerson(api, companyId, { place: company.place, userId });
    await enrol(id, personnelId);
    const { body } = await writer.post(`/classes/${id}/students`, { personnelIds: [personnelId] });
    expect(body).toMatchObject([{ studentId: null, error: { code: 'already-enrolled' } }]);
  });

  it('201: an archived person is archived-reference', async () => {
    const { id } = await addClass(admin);
    const gone = await addPerson(api, admin.companyId, { place: company.place, archived: true });
    expect((await enrolAll(id, [gone])).body).toMatchObject([{ error: { code: 'archived-reference' } }]);
  });

  it('201: out of reach is not-found, and in sight without the permission is permission-denied', async () => {
    const { id } = await addClass(admin);
    const [personnelId = ''] = await people(1);
    const stranger = await company.stranger();
    const { body } = await stranger.post(`/classes/${id}/students`, { personnelIds: [personnelId] });
    expect(body).toMatchObject([{ status: null, error: { code: 'not-found' } }]);
    const reader = await company.reader();
    const answer = await reader.post(`/classes/${id}/students`, { personnelIds: [personnelId] });
    expect(answer.body).toMatchObject([{ status: null, error: { code: 'permission-denied' } }]);
    expect(await counts(id)).toEqual({ enrolledCount: 0, waitlistedCount: 0 });
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

it('409 archived: nobody comes into an archived class, whichever way', async () => {
  const { id } = await addClass(admin);
  const { body: left } = await enrol(id, await person());
  await admin.delete(`/students/${left.id}`);
  await admin.delete(`/classes/${id}`);
  const [personnelId = ''] = await people(1);
  const answers = [
    await admin.put(`/students/${left.id}/restore`),
    await admin.post(`/classes/${id}/students`, { personnelIds: [personnelId] }),
    // The state of the class comes before the version that the caller has seen.
    await admin.post(`/classes/${id}/students`, {}, { headers: { 'if-match': '"99"' } }),
  ];
  expect(answers.map(codeOf)).toEqual(['409 archived', '409 archived', '409 archived']);
  expect((await enrol(id, personnelId)).body.errors).toMatchObject([{ code: 'archived-reference' }]);
  expect(await counts(id)).toEqual({ enrolledCount: 0, waitlistedCount: 0 });
});
