import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { dateIn } from '@safety/platform';
import { type Answer } from '@safety/testing';
import {
  addClass,
  addCompany,
  addCourse,
  added,
  addPerson,
  inDays,
  startWithCompany,
} from '../testing/training-under-test.js';
import { monthsLater } from './expiry.js';

const { api, company, admin } = await startWithCompany();
const courseId = await addCourse(admin, { validityMonths: 12 });

const person = () => addPerson(api, admin.companyId, { place: company.place });
const record = async (changes: object = {}) => ({
  personnelId: await person(),
  courseId,
  completedOn: '2026-02-28',
  result: 'passed',
  ...changes,
});
const post = async (changes: object = {}): Promise<Answer> =>
  admin.post('/training/records', await record(changes));
const codeOf = ({ status, body }: Answer) => `${status} ${body.code}`;
const today = () => dateIn('Europe/Dublin', new Date());

describe('a number of months later', () => {
  it.each([
    ['2026-01-15', 1, '2026-02-15'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2025-12-31', 2, '2026-02-28'],
    ['2026-10-31', 120, '2036-10-31'],
  ])('%s and %s months: %s', (date, months, later) => {
    expect(monthsLater(date, months)).toBe(later);
  });
});

describe('POST /training/records', () => {
  it.each([
    ['the validity of the course', {}, '2027-02-28', 'course'],
    ['shorter', { expiresOn: '2026-12-31' }, '2026-12-31', 'manual'],
    ['the usual day, given', { expiresOn: '2027-02-28' }, '2027-02-28', 'course'],
    [
      'longer by a certificate',
      { expiresOn: '2030-01-01', expirySource: 'certificate' },
      '2030-01-01',
      'certificate',
    ],
    ['none for a failed one', { result: 'failed' }, null, 'course'],
  ])('201: expiresOn is %s', async (_, changes, expiresOn, expirySource) => {
    expect(await post(changes)).toMatchObject({
      status: 201,
      body: { expiresOn, expirySource, source: 'manual', voided: false, voidReason: null },
    });
  });

  it('201: without end where the course has none, unless a day is given', async () => {
    const endless = { courseId: await addCourse(admin) };
    expect((await post(endless)).body.expiresOn).toBeNull();
    expect((await post({ ...endless, expiresOn: '2040-01-01' })).body.expiresOn).toBe('2040-01-01');
  });

  it.each([
    ['passed', 80, '2027-02-28'],
    ['passed', null, '2027-02-28'],
    ['attended', 80, '2027-02-28'],
    ['attended', null, '2027-02-28'],
    ['failed', 79, null],
    ['failed', null, null],
    ['exempt', 10, '2027-02-28'],
  ])('201: %s with a score of %s, the pass mark being 80', async (result, score, expiresOn) => {
    const scored = { courseId: await addCourse(admin, { validityMonths: 12, passMark: 80 }) };
    const answer = await post({ ...scored, result, score });
    expect(answer).toMatchObject({ status: 201, body: { result, score, expiresOn } });
  });

  it.each([
    ['passed', 79, 'failed'],
    ['attended', 79, 'failed'],
    ['failed', 80, 'passed or attended'],
  ])('422 not-allowed: %s with a score of %s, the pass mark being 80', async (result, score, meant) => {
    const { status, body } = await post({
      courseId: await addCourse(admin, { passMark: 80 }),
      result,
      score,
    });
    const detail = `The pass mark of the course is 80: with a score of ${score} it is ${meant}.`;
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: [{ pointer: '/result', code: 'not-allowed', detail }],
    });
  });

  it('201: today in the time zone of the company; 422 in-future: tomorrow', async () => {
    expect((await post({ completedOn: today() })).status).toBe(201);
    const { body } = await post({ completedOn: inDays(2).slice(0, 10) });
    expect(body.errors).toMatchObject([{ pointer: '/completedOn', code: 'in-future' }]);
  });

  it.each([
    ['a later day without a certificate', { expiresOn: '2027-03-01' }, '/expiresOn', 'out-of-range'],
    ['a day before the completion', { expiresOn: '2026-02-27' }, '/expiresOn', 'before-start'],
    ['a day for a failed one', { result: 'failed', expiresOn: '2026-12-31' }, '/expiresOn', 'not-allowed'],
    ['a certificate without a day', { expirySource: 'certificate' }, '/expiresOn', 'required'],
    ['the source class', { source: 'class' }, '/source', 'invalid-enum'],
    ['an unknown result', { result: 'brilliant' }, '/result', 'invalid-enum'],
    ['a score out of range', { score: 101 }, '/score', 'out-of-range'],
    ['no date', { completedOn: '2026-02-30' }, '/completedOn', 'invalid-format'],
    ['an unknown person', { personnelId: randomUUID() }, '/personnelId', 'not-found'],
    ['an unknown course', { courseId: randomUUID() }, '/courseId', 'not-found'],
    ['an unknown class', { classId: randomUUID() }, '/classId', 'not-found'],
    ['an unknown student', { studentId: randomUUID() }, '/studentId', 'not-found'],
    ['an attachment', { attachmentIds: [randomUUID()] }, '/attachmentIds/0', 'not-found'],
  ])('422 validation-failed: %s', async (_, changes, pointer, code) => {
    const { status, body } = await post(changes);
    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ pointer, code }] });
  });

  it('422 not-allowed: a class of another course, a student of another person', async () => {
    const taken = await addClass(admin);
    const { body: student } = await admin.post('/students', {
      classId: taken.id,
      personnelId: await person(),
    });
    const { body } = await post({ classId: taken.id, studentId: student.id });
    expect(body.errors).toMatchObject([
      { pointer: '/classId', code: 'not-allowed' },
      { pointer: '/studentId', code: 'not-allowed' },
    ]);
  });

  it('422 not-found: each id swapped for one of another company, and a person out of reach', async () => {
    const other = await addCompany(api);
    const theirs = {
      personnelId: await addPerson(api, other.admin.companyId),
      courseId: await addCourse(other.admin),
      classId: (await addClass(other.admin)).id,
    };
    for (const [member, id] of Object.entries(theirs))
      expect((await post({ [member]: id })).body.errors).toMatchObject([
        { pointer: `/${member}`, code: 'not-found' },
      ]);
    const stranger = await company.stranger();
    const { body } = await stranger.post('/training/records', await record());
    expect(body.errors).toMatchObject([{ pointer: '/personnelId', code: 'not-found' }]);
  });

  it('409 duplicate: the same person, course, day and source; once voided it can come again', async () => {
    const body = await record();
    const first = await added(admin, '/training/records', body);
    const again = await admin.post('/training/records', body);
    expect({ code: codeOf(again), other: again.body.conflictingId }).toEqual({
      code: '409 duplicate',
      other: first.id,
    });
    await added(admin, '/training/records', { ...body, source: 'lms' });
    await admin.delete(`/training/records/${first.id}`);
    await added(admin, '/training/records', body);
    expect(codeOf(await admin.put(`/training/records/${first.id}/restore`))).toBe('409 duplicate');
  });

  it('409 duplicate: an xAPI statement that is there already', async () => {
    const xapi = { source: 'xapi', xapiStatementId: randomUUID() };
    expect((await post(xapi)).status).toBe(201);
    expect(codeOf(await post(xapi))).toBe('409 duplicate');
  });

  it('403 permission-denied: where the caller may only read', async () => {
    const reader = await api.caller({ companyId: admin.companyId, role: 'manager' });
    expect(codeOf(await reader.post('/training/records', await record()))).toBe('403 permission-denied');
  });
});

it('422 not-allowed: another course of a class that a training record names, a voided one or one of this moment', async () => {
  const other = await addCourse(admin);
  const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => addClass(admin)));
  const taken = { classId: first.id, courseId: first.courseId };
  const change = ({ id }: { id: string }) => admin.patch(`/classes/${id}`, { courseId: other });
  await admin.delete(`/training/records/${(await post(taken)).body.id}`);
  expect((await change(first)).body.errors).toMatchObject([{ pointer: '/courseId', code: 'not-allowed' }]);
  for (const row of others) {
    const answers = await Promise.all([post({ classId: row.id, courseId: row.courseId }), change(row)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 422)).toHaveLength(1);
  }
});

describe('PUT /training/records/{id}', () => {
  it('200: what is not evidence', async () => {
    const row = (await post()).body;
    const changes = {
      certificateNumber: 'C-7',
      issuer: 'Safety Ltd',
      expiresOn: '2029-01-01',
      expirySource: 'certificate',
      customFields: { room: 4 },
    };
    expect((await admin.put(`/training/records/${row.id}`, { ...row, ...changes })).body).toMatchObject(
      changes,
    );
    expect((await admin.patch(`/training/records/${row.id}`, { issuer: null })).body).toMatchObject({
      ...changes,
      issuer: null,
    });
  });

  it('200: an externalId that is left out stays; one that is given is written, and null clears it', async () => {
    const { externalId, ...row } = (await post({ externalId: randomUUID() })).body;
    const at = `/training/records/${row.id}`;
    const [other, last] = [randomUUID(), randomUUID()];
    for (const [answer, expected] of [
      [await admin.put(at, { ...row, issuer: 'Safety Ltd' }), externalId],
      [await admin.put(at, { issuer: 'Training Ltd' }), externalId],
      [await admin.patch(at, { issuer: 'Safety Ltd' }), externalId],
      [await admin.put(at, { ...row, externalId: other }), other],
      [await admin.put(at, { ...row, externalId: null }), null],
      [await admin.patch(at, { externalId: last }), last],
      [await admin.patch(at, { externalId: null }), null],
    ] as const)
      expect([answer.status, answer.body.externalId]).toEqual([200, expected]);
  });

  it.each([
    ['shorter', 6],
    ['longer', 24],
    ['without end', null],
  ])(
    '200: the expiry stays as it is when the validity of the course is %s by now',
    async (_, validityMonths) => {
      const changing = await addCourse(admin, { validityMonths: 12 });
      const row = (await post({ courseId: changing })).body;
      await admin.patch(`/courses/${changing}`, { validityMonths });
      const { expiresOn, expirySource } = row;
      const kept = { expiresOn, expirySource, issuer: 'Safety Ltd' };
      const patched = await admin.patch(`/training/records/${row.id}`, { issuer: 'Safety Ltd' });
      expect(patched).toMatchObject({ status: 200, body: kept });
      for (const source of [expirySource, undefined]) {
        const body = { ...row, issuer: 'Safety Ltd', expirySource: source };
        expect(await admin.put(`/training/records/${row.id}`, body)).toMatchObject({
          status: 200,
          body: kept,
        });
      }
    },
  );

  it('without expirySource the expiry is judged as the default says, and a certificate is none any more', async () => {
    const certificate = { expirySource: 'certificate' };
    const early = (await post({ expiresOn: '2026-12-31', ...certificate })).body;
    const late = (await post({ expiresOn: '2030-01-01', ...certificate })).body;
    const [without, removed] = [{ expirySource: undefined }, { expirySource: null }];
    const at = (row: { id: string }) => `/training/records/${row.id}`;
    for (const refused of [
      await admin.patch(at(late), removed),
      await admin.put(at(late), { ...late, ...without }),
    ])
      expect(refused.body.errors).toMatchObject([{ pointer: '/expiresOn', code: 'out-of-range' }]);
    const manual = { expiresOn: '2026-12-31', expirySource: 'manual' };
    expect((await admin.patch(at(early), removed)).body).toMatchObject(manual);
    await admin.patch(at(early), certificate);
    expect((await admin.put(at(early), { ...early, ...without })).body).toMatchObject(manual);
  });

  it.each([
    ['personnelId', randomUUID()],
    ['courseId', randomUUID()],
    ['classId', randomUUID()],
    ['studentId', randomUUID()],
    ['completedOn', '2026-01-01'],
    ['result', 'attended'],
    ['score', 99],
    ['source', 'lms'],
    ['xapiStatementId', randomUUID()],
  ])('422 not-allowed: another %s, and nothing changed', async (member, value) => {
    const row = (await post()).body;
    for (const answer of [
      await admin.put(`/training/records/${row.id}`, { ...row, [member]: value }),
      await admin.patch(`/training/records/${row.id}`, { [member]: value }),
    ])
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: `/${member}`, code: 'not-allowed' }] },
      });
    expect((await admin.get(`/training/records/${row.id}`)).body).toEqual(row);
  });

  it('403 permission-denied: a record in sight, where the caller may only read', async () => {
    const row = (await post()).body;
    const other = { orgStructureIds: [company.place.id], companyId: admin.companyId };
    const reader = await api.caller({ ...other, role: 'manager' });
    expect((await reader.get(`/training/records/${row.id}`)).status).toBe(200);
    expect(codeOf(await reader.put(`/training/records/${row.id}`, row))).toBe('403 permission-denied');
  });
});

describe('DELETE /training/records/{id}', () => {
  it('204: voided with its reason, and in lists that ask for it', async () => {
    const { id, personnelId } = (await post()).body;
    expect((await admin.delete(`/training/records/${id}?reason=Wrong%20person`)).status).toBe(204);
    expect((await admin.get(`/training/records/${id}`)).body).toMatchObject({
      voided: true,
      archived: true,
      voidReason: 'Wrong person',
    });
    const ids = async (query: string) =>
      (await admin.get(`/training/records?personnelId=${personnelId}${query}`)).body.data.map(
        (row: { id: string }) => row.id,
      );
    expect(await ids('')).toEqual([]);
    expect(await ids('&voided=true')).toEqual([id]);
    expect(await ids('&voided=false')).toEqual([]);
    expect((await admin.put(`/training/records/${id}/restore`)).body).toMatchObject({
      voided: false,
      voidReason: null,
    });
  });
});

describe('GET /training/records', () => {
  it('200: filters', async () => {
    const personnelId = await person();
    const one = (await post({ personnelId, completedOn: '2026-01-01' })).body;
    const two = (await post({ personnelId, completedOn: '2026-03-01', result: 'failed', source: 'import' }))
      .body;
    const found = async (query: string) =>
      (await admin.get(`/training/records?personnelId=${personnelId}&${query}`)).body.data.map(
        (row: { id: string }) => row.id,
      );
    expect(await found('')).toEqual([two.id, one.id]);
    expect(await found('result=failed')).toEqual([two.id]);
    expect(await found('source=manual,lms')).toEqual([one.id]);
    expect(await found('completedFrom=2026-01-01&completedTo=2026-03-01')).toEqual([one.id]);
    expect(await found('expiresFrom=2027-01-01&expiresTo=2027-01-02')).toEqual([one.id]);
    expect(await found(`courseId=${randomUUID()}`)).toEqual([]);
    expect(await found(`classId=${randomUUID()}`)).toEqual([]);
  });
});
