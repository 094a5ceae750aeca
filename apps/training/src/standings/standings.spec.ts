import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CompanyTransactions } from '@safety/persistence';
import { type Answer, type TestApi, type TestCaller } from '@safety/testing';
import { People } from '../read-models/people.js';
import { addRequirement, type WantedRequirement } from '../testing/requirements.js';
import {
  addClass,
  addCompany,
  addCourse,
  added,
  addPerson,
  addPlace,
  classOf,
  inDays,
  startTraining,
  type TestCompany,
  type TestPlace,
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

const day = (days: number) => inDays(days).slice(0, 10);
const codeOf = ({ status, body }: Answer) => `${status} ${body.code}`;

const require = (place: TestPlace, requirements: WantedRequirement[]) =>
  addRequirement(api, admin.companyId, place, requirements);

/** A person at an org structure of its own, of which the item requires a course. */
async function requiredCourse(changes: Partial<WantedRequirement> = {}, courseChanges: object = {}) {
  const place = await addPlace(api, admin.companyId, company.place);
  const personnelId = await addPerson(api, admin.companyId, { place, jobTitle: 'Driver' });
  const courseId = await addCourse(admin, courseChanges);
  await require(place, [{ courseId, ...changes }]);
  return { place, personnelId, courseId };
}

const standingsOf = async (personnelId: string) =>
  (await admin.get(`/training?personnelId=${personnelId}`)).body.data;
const standingOf = async (personnelId: string, courseId: string) =>
  (await admin.get(`/training?personnelId=${personnelId}&courseId=${courseId}`)).body.data[0];
const record = (personnelId: string, courseId: string, changes: object = {}) =>
  added(admin, '/training/records', {
    personnelId,
    courseId,
    completedOn: day(-10),
    result: 'passed',
    ...changes,
  });

describe('GET /training', () => {
  it('200: what an org structure item requires, of an item above too', async () => {
    const { place, personnelId, courseId } = await requiredCourse({ graceDays: 100 });
    const above = await addCourse(admin, { name: 'From above' });
    await require(company.place, [{ courseId: above, requirement: 'recommended' }]);
    const rows = await standingsOf(personnelId);
    expect(rows).toHaveLength(2);
    expect(rows.find((row: { courseId: string }) => row.courseId === courseId)).toMatchObject({
      version: 0,
      personnelName: 'Aoife Byrne',
      courseName: 'Lock-out of crushers',
      orgStructureId: place.id,
      requirement: 'mandatory',
      requiredBy: [{ itemId: place.itemId, itemName: `Item ${place.itemId.slice(0, 4)}` }],
      assigned: false,
      dueDate: day(-30),
      status: 'required',
      expiresOn: null,
      lastRecordId: null,
    });
    expect(rows.find((row: { courseId: string }) => row.courseId === above)).toMatchObject({
      requirement: 'recommended',
      status: 'notRequired',
      dueDate: null,
    });
    await require(company.place, []);
  });

  it('200: of two items that of the person counts; both are named', async () => {
    const { place, personnelId, courseId } = await requiredCourse({ requirement: 'recommended' });
    await require(company.place, [{ courseId }]);
    expect(await standingOf(personnelId, courseId)).toMatchObject({
      requirement: 'recommended',
      requiredBy: [{ itemId: place.itemId }, { itemId: company.place.itemId }],
    });
    await require(company.place, []);
  });

  it.each<[string, Partial<WantedRequirement>, boolean]>([
    ['the job title, in any case', { jobTitles: ['Welder', 'DRIVER'] }, true],
    ['another job title', { jobTitles: ['Welder'] }, false],
    ['from tomorrow on', { effectiveFrom: day(2) }, false],
  ])('200: a requirement for %s', async (_, changes, applies) => {
    const { personnelId } = await requiredCourse(changes);
    expect(await standingsOf(personnelId)).toHaveLength(applies ? 1 : 0);
  });

  it.each([
    ['terminated', { employmentStatus: 'terminated' }],
    ['archived', { archived: true }],
  ])('200: nothing is required of people who are %s', async (_, changes) => {
    const { place } = await requiredCourse();
    const gone = await addPerson(api, admin.companyId, { place, ...changes });
    expect(await standingsOf(gone)).toEqual([]);
  });

  it.each([
    ['with the work, for somebody new', 0, 'required', 0],
    ['with the work, on its last day', -5, 'required', -5],
    ['with the work, and end', -6, 'overdue', -6],
    ['with the requirement, for somebody who was there before', -400, 'overdue', -30],
  ])('200: the days of grace begin %s', async (_, began, status, due) => {
    const { place, courseId } = await requiredCourse({ graceDays: 5, effectiveFrom: day(-30) });
    const newcomer = await addPerson(api, admin.companyId, { place, workingSince: day(began) });
    expect(await standingOf(newcomer, courseId)).toMatchObject({ status, dueDate: day(due) });
  });

  it.each([
    ['go on at another org structure below the same item', 'below', 'Driver', -30],
    ['go on in another job that is named too', 'there', 'Fitter', -30],
    ['begin with the work where the requirement did not apply before', 'elsewhere', 'Driver', -4],
    ['begin with the work after a job that is not named', 'there', 'Clerk', -4],
  ])('200: the days of grace %s', async (_, where, jobTitle, due) => {
    const required = { graceDays: 5, effectiveFrom: day(-99), jobTitles: ['Driver', 'Fitter'] };
    const { place, courseId } = await requiredCourse(required);
    const below = await addPlace(api, admin.companyId, place);
    const { id } = { below, there: place, elsewhere: company.elsewhere }[where] ?? place;
    const moved = await addPerson(api, admin.companyId, {
      place,
      jobTitle: 'Driver',
      workingSince: day(-4),
      formerly: [{ from: day(-30), orgStructureId: id, jobTitle }],
    });
    const status = due === -4 ? 'required' : 'overdue';
    expect(await standingOf(moved, courseId)).toMatchObject({ status, dueDate: day(due) });
  });

  it('200: each status in its turn', async () => {
    const { personnelId, courseId } = await requiredCourse(
      { graceDays: 29 },
      { validityMonths: 120, expiryWarningDays: 10 },
    );
    const status = async () => (await standingOf(personnelId, courseId)).status;
    expect(await status()).toBe('overdue');
    const taken = await added(admin, '/classes', classOf(courseId));
    await added(admin, '/students', { classId: taken.id, personnelId });
    expect(await standingOf(personnelId, courseId)).toMatchObject({
      status: 'inProgress',
      nextClassId: taken.id,
    });
    await record(personnelId, courseId, { expiresOn: day(-2), completedOn: day(-40) });
    expect(await standingOf(personnelId, courseId)).toMatchObject({
      status: 'expired',
      nextClassId: taken.id,
    });
    await record(personnelId, courseId, { expiresOn: day(9), completedOn: day(-39) });
    expect(await status()).toBe('expiringSoon');
    const good = await record(personnelId, courseId, { expiresOn: day(20), completedOn: day(-38) });
    expect(await standingOf(personnelId, courseId)).toMatchObject({
      status: 'valid',
      lastRecordId: good.id,
      lastCompletedOn: day(-38),
      expiresOn: day(20),
    });
    const { id } = await standingOf(personnelId, courseId);
    await admin.put(`/training/${id}`, { waivedUntil: day(1), waiverReason: 'On leave' });
    expect(await status()).toBe('waived');
    await admin.put(`/training/${id}`, {});
    expect(await status()).toBe('valid');
    await admin.delete(`/training/records/${good.id}`);
    expect(await status()).toBe('expiringSoon');
  });

  it('200: a record of an equivalent course counts, and of the refresher of one who has it', async () => {
    const [equivalent, refresher] = [await addCourse(admin), await addCourse(admin)];
    const linked = { equivalentCourseIds: [equivalent], refresherCourseId: refresher };
    const { place, personnelId, courseId } = await requiredCourse({}, linked);
    const other = await addPerson(api, admin.companyId, { place });
    await record(other, refresher);
    expect((await standingOf(other, courseId)).status).toBe('overdue');
    await record(personnelId, equivalent, { expiresOn: day(-1), completedOn: day(-20) });
    expect((await standingOf(personnelId, courseId)).status).toBe('expired');
    const renewed = await record(personnelId, refresher);
    expect(await standingOf(personnelId, courseId)).toMatchObject({
      status: 'valid',
      lastRecordId: renewed.id,
    });
  });

  it('200: moving a person changes what is required', async () => {
    const { personnelId, courseId } = await requiredCourse();
    const there = await requiredCourse();
    const person = {
      id: personnelId,
      displayName: 'Aoife Byrne',
      userId: null,
      jobTitle: null,
      employmentStatus: 'active',
      workingSince: null,
      formerly: [],
      lineManagerId: null,
      archived: false,
    };
    await api.app
      .get(CompanyTransactions)
      .run(admin.companyId, () =>
        api.app.get(People).keep(admin.companyId, { ...person, version: 2, orgStructureId: there.place.id }),
      );
    expect((await standingsOf(personnelId)).map((row: { courseId: string }) => row.courseId)).toEqual([
      there.courseId,
    ]);
    expect(courseId).not.toBe(there.courseId);
  });
});

describe('POST /training', () => {
  const assign = (personnelId: string, courseId: string, changes: object = {}) =>
    admin.post('/training', { personnelId, courseId, ...changes });

  it('201: assigned, with its id, Location and version', async () => {
    const [personnelId, courseId] = [await addPerson(api, admin.companyId), await addCourse(admin)];
    const { status, headers, body } = await assign(personnelId, courseId, { dueDate: day(10) });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      version: 1,
      requirement: 'mandatory',
      requiredBy: [],
      assigned: true,
      assignedByUserId: admin.userId,
      dueDate: day(10),
      status: 'required',
    });
    expect(headers.get('location')).toBe(`http://localhost:8080/api/training/${body.id}`);
    expect(headers.get('etag')).toBe('"1"');
    expect((await admin.get(`/training/${body.id}`)).body).toEqual(body);
    expect(await standingsOf(personnelId)).toEqual([body]);
    expect((await admin.patch(`/training/${body.id}`, { dueDate: day(-2) })).body.status).toBe('overdue');
  });

  it('409 duplicate: assigned already, also when ten do so at once', async () => {
    const [personnelId, courseId] = [await addPerson(api, admin.companyId), await addCourse(admin)];
    const answers = await Promise.all(Array.from({ length: 10 }, () => assign(personnelId, courseId)));
    expect(answers.map(codeOf).sort()).toEqual(['201 undefined', ...Array(9).fill('409 duplicate')]);
    const again = await assign(personnelId, courseId);
    expect(again.body.conflictingId).toBe((await standingOf(personnelId, courseId)).id);
  });

  it('422 not-allowed: a retired course; archived-reference: an archived one', async () => {
    const [retired, archived] = [await addCourse(admin), await addCourse(admin)];
    await admin.post(`/courses/${retired}/transitions`, { transition: 'retire' });
    await admin.delete(`/courses/${archived}`);
    const personnelId = await addPerson(api, admin.companyId);
    expect((await assign(personnelId, retired)).body.errors).toMatchObject([{ code: 'not-allowed' }]);
    expect((await assign(personnelId, archived)).body.errors).toMatchObject([{ code: 'archived-reference' }]);
  });

  it('422 not-found: each id swapped for one of another company, and a person out of reach', async () => {
    const other = await addCompany(api);
    const courseId = await addCourse(admin);
    const personnelId = await addPerson(api, admin.companyId, { place: company.place });
    const theirs = await addPerson(api, other.admin.companyId);
    expect((await assign(theirs, courseId)).body.errors).toMatchObject([
      { pointer: '/personnelId', code: 'not-found' },
    ]);
    expect((await assign(personnelId, await addCourse(other.admin))).body.errors).toMatchObject([
      { pointer: '/courseId', code: 'not-found' },
    ]);
    const stranger = await company.stranger();
    const { body } = await stranger.post('/training', { personnelId, courseId });
    expect(body.errors).toMatchObject([{ pointer: '/personnelId', code: 'not-found' }]);
    expect(await standingsOf(personnelId)).toEqual([]);
  });

  it('403 permission-denied: where the caller may only read', async () => {
    const reader = await api.caller({ companyId: admin.companyId, role: 'manager' });
    const body = { personnelId: await addPerson(api, admin.companyId), courseId: await addCourse(admin) };
    expect(codeOf(await reader.post('/training', body))).toBe('403 permission-denied');
  });
});

describe('/training/{id}', () => {
  it('GET: 200 always anew, since the day changes it and not the version', async () => {
    const { personnelId, courseId } = await requiredCourse();
    const { id } = await standingOf(personnelId, courseId);
    const answer = await admin.get(`/training/${id}`, { headers: { 'if-none-match': '"0"' } });
    expect({ status: answer.status, etag: answer.headers.get('etag') }).toEqual({ status: 200, etag: '"0"' });
  });

  it('PUT: 200 of what was read: the due date stays one of the requirement', async () => {
    const { place, personnelId, courseId } = await requiredCourse({ graceDays: 5 });
    const read = await standingOf(personnelId, courseId);
    const waiver = { waivedUntil: day(3), waiverReason: 'On leave' };
    expect((await admin.put(`/training/${read.id}`, { ...read, ...waiver })).body).toMatchObject({
      ...waiver,
      version: 1,
      assigned: false,
      dueDate: day(-30),
    });
    await require(place, [{ courseId, effectiveFrom: day(-20) }]);
    expect((await standingOf(personnelId, courseId)).dueDate).toBe(day(-20));
  });

  it.each([
    ['PUT', { waivedUntil: day(3) }, '/waiverReason', 'required'],
    ['PUT', { waiverReason: 'On leave' }, '/waivedUntil', 'required'],
    ['PUT', { waivedUntil: 'tomorrow', waiverReason: 'x' }, '/waivedUntil', 'invalid-format'],
    ['PUT', { dueDate: '1800-01-01' }, '/dueDate', 'out-of-range'],
    ['PUT', { colour: 'red' }, '/colour', 'unknown-field'],
  ])('%s: 422 for %j', async (_, body, pointer, code) => {
    const { personnelId, courseId } = await requiredCourse();
    const { id } = await standingOf(personnelId, courseId);
    const answer = await admin.put(`/training/${id}`, body);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer, code }] } });
  });

  it('412 version-mismatch: an If-Match of another version', async () => {
    const { personnelId, courseId } = await requiredCourse();
    const { id } = await standingOf(personnelId, courseId);
    const put = (tag: string) => admin.put(`/training/${id}`, {}, { headers: { 'if-match': tag } });
    expect((await put('"0"')).status).toBe(200);
    expect(codeOf(await put('"0"'))).toBe('412 version-mismatch');
    expect((await put('"1"')).status).toBe(200);
  });

  it('DELETE: 409 in-use: required by an org structure item', async () => {
    const { place, personnelId, courseId } = await requiredCourse();
    const { id } = await standingOf(personnelId, courseId);
    expect(await admin.delete(`/training/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'in-use', references: [{ resource: 'orgstructures/items', id: place.itemId }] },
    });
  });

  it('DELETE and restore: 204 and 200, each twice the same, 409 archived between them', async () => {
    const [personnelId, courseId] = [await addPerson(api, admin.companyId), await addCourse(admin)];
    const { id } = await added(admin, '/training', { personnelId, courseId });
    const at = `/training/${id}`;
    expect([(await admin.delete(at)).status, (await admin.delete(at)).status]).toEqual([204, 204]);
    expect(await standingsOf(personnelId)).toEqual([]);
    expect((await admin.get(at)).body).toMatchObject({ archived: true, version: 2, assigned: false });
    expect(codeOf(await admin.put(at, {}))).toBe('409 archived');
    expect(codeOf(await admin.patch(at, {}))).toBe('409 archived');
    expect((await admin.put(`${at}/restore`)).body).toMatchObject({
      archived: false,
      version: 3,
      assigned: true,
    });
    expect((await admin.put(`${at}/restore`)).body.version).toBe(3);
    await admin.delete(at);
    expect((await admin.post('/training', { personnelId, courseId })).body).toMatchObject({
      id,
      assigned: true,
    });
  });

  it('DELETE: 204: the standing goes on as long as there is a record', async () => {
    const [personnelId, courseId] = [await addPerson(api, admin.companyId), await addCourse(admin)];
    const { id } = await added(admin, '/training', { personnelId, courseId });
    await record(personnelId, courseId);
    await admin.delete(`/training/${id}`);
    expect(await standingOf(personnelId, courseId)).toMatchObject({
      archived: false,
      assigned: false,
      requirement: 'none',
      status: 'valid',
    });
    const waiver = { waivedUntil: day(3), waiverReason: 'On leave' };
    expect((await admin.put(`/training/${id}`, waiver)).body).toMatchObject({
      assigned: false,
      status: 'waived',
    });
  });

  it('GET audit: 200: who assigned, waived and took back; nothing before anybody has decided', async () => {
    const { personnelId, courseId } = await requiredCourse();
    const { id } = await standingOf(personnelId, courseId);
    const audit = async (query = '') => (await admin.get(`/training/${id}/audit${query}`)).body;
    expect(await audit()).toMatchObject({ data: [], page: { hasMore: false, nextCursor: null } });
    await admin.put(`/training/${id}`, { waivedUntil: day(3), waiverReason: 'On leave' });
    await admin.post('/training', { personnelId, courseId });
    const { data } = await audit();
    expect(data).toMatchObject([
      { version: 2, operation: 'changed', actor: 'user', changedByUserId: admin.userId },
      { version: 1, operation: 'added', changedByUserId: admin.userId },
    ]);
    expect(data[1].members).toContainEqual({
      ...{ member: 'waiverReason', from: null, to: 'On leave', redacted: false },
    });
    const { page } = await audit('?limit=1');
    expect((await audit(`?limit=1&cursor=${page.nextCursor}`)).data).toEqual(data.slice(1));
  });

  it('404: of another company, out of reach, or of nobody; nothing changed', async () => {
    const personnelId = await addPerson(api, admin.companyId, { place: company.place });
    const body = await added(admin, '/training', { personnelId, courseId: await addCourse(admin) });
    for (const [caller, id] of [
      [await api.caller(), body.id],
      [await company.stranger(), body.id],
      [admin, randomUUID()],
    ] as const) {
      const at = `/training/${id}`;
      const answers = [
        await caller.get(at),
        await caller.get(`${at}/audit`),
        await caller.put(at, {}),
        await caller.patch(at, {}),
        await caller.delete(at),
        await caller.put(`${at}/restore`),
      ];
      expect(answers.map(codeOf)).toEqual(Array(6).fill('404 not-found'));
    }
    expect((await admin.get(`/training/${body.id}`)).body).toEqual(body);
  });

  it('403 permission-denied: a standing in sight, where the caller may only read', async () => {
    const { personnelId, courseId } = await requiredCourse();
    const { id } = await standingOf(personnelId, courseId);
    const reader = await api.caller({
      companyId: admin.companyId,
      permissions: ['training.read', 'training.write'],
      orgStructureIds: [company.elsewhere.id],
    });
    expect(codeOf(await reader.get(`/training/${id}`))).toBe('404 not-found');
    const manager = await api.caller({ companyId: admin.companyId, role: 'manager' });
    expect((await manager.get(`/training/${id}`)).status).toBe(200);
    expect(codeOf(await manager.put(`/training/${id}`, {}))).toBe('403 permission-denied');
  });
});

describe('completing a class', () => {
  it('makes the standings of those who passed valid', async () => {
    const { personnelId, courseId } = await requiredCourse();
    const times = { startAt: inDays(-1), endAt: inDays(-0.5) };
    const taken = await added(admin, '/classes', classOf(courseId, times));
    const student = await added(admin, '/students', { classId: taken.id, personnelId });
    await admin.patch(`/students/${student.id}`, { status: 'passed' });
    for (const transition of ['start', 'complete'])
      await admin.post(`/classes/${taken.id}/transitions`, { transition });
    expect(await standingOf(personnelId, courseId)).toMatchObject({
      status: 'valid',
      lastRecordId: (await admin.get(`/students/${student.id}`)).body.trainingRecordId,
    });
    expect((await addClass(admin)).status).toBe('scheduled');
  });
});
