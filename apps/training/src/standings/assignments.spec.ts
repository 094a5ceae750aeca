import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Answer } from '@safety/testing';
import { standingsUnderTest } from '../testing/required-standings.js';
import {
  addCompany,
  addCourse,
  added,
  addPerson,
  day,
  select,
  startWithCompany,
} from '../testing/training-under-test.js';

const { api, company, admin } = await startWithCompany();

const codeOf = ({ status, body }: Answer) => `${status} ${body.code}`;
const { require, requiredCourse, standingsOf, standingOf, record } = standingsUnderTest(api, company);

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

  it('201: a due date and a waiver of what is required stay, unless the body names another date', async () => {
    const { personnelId, courseId } = await requiredCourse();
    const { id } = await standingOf(personnelId, courseId);
    const decided = { dueDate: day(40), waivedUntil: day(3), waiverReason: 'On leave' };
    await admin.patch(`/training/${id}`, decided);
    expect((await assign(personnelId, courseId)).body).toMatchObject({
      ...decided,
      assigned: true,
      version: 2,
    });
    const other = await requiredCourse();
    const { id: otherId } = await standingOf(other.personnelId, other.courseId);
    await admin.patch(`/training/${otherId}`, decided);
    const { body } = await assign(other.personnelId, other.courseId, { dueDate: day(50) });
    expect(body).toMatchObject({ ...decided, dueDate: day(50) });
  });

  it('201: a due date and a waiver of what nothing requires any more do not come back', async () => {
    const { place, personnelId, courseId } = await requiredCourse();
    const { id } = await standingOf(personnelId, courseId);
    const waived = { waivedUntil: day(3), waiverReason: 'On leave' };
    await admin.patch(`/training/${id}`, { dueDate: day(-5), ...waived });
    await require(place, []);
    expect((await assign(personnelId, courseId)).body).toMatchObject({
      dueDate: null,
      waivedUntil: null,
      waiverReason: null,
      status: 'required',
    });
  });

  it('201: the due date of a requirement stays that of the requirement', async () => {
    const { place, personnelId, courseId } = await requiredCourse();
    const { id, dueDate } = await standingOf(personnelId, courseId);
    await admin.patch(`/training/${id}`, { waivedUntil: day(3), waiverReason: 'On leave' });
    expect((await assign(personnelId, courseId)).body.dueDate).toBe(dueDate);
    await require(place, []);
    expect((await admin.get(`/training/${id}`)).body).toMatchObject({ assigned: true, dueDate: null });
  });

  it('201: a due date and a waiver of what is recommended stay', async () => {
    const { place, personnelId, courseId } = await requiredCourse();
    await require(place, [{ courseId, requirement: 'recommended' }]);
    const { id } = await standingOf(personnelId, courseId);
    const decided = { dueDate: day(40), waivedUntil: day(3), waiverReason: 'On leave' };
    await admin.patch(`/training/${id}`, decided);
    expect((await assign(personnelId, courseId)).body).toMatchObject({ ...decided, status: 'waived' });
  });

  it('409 invalid-state: a person who has left, also to bring an assignment back', async () => {
    const courseId = await addCourse(admin);
    const personnelId = await addPerson(api, admin.companyId, { employmentStatus: 'terminated' });
    expect(codeOf(await assign(personnelId, courseId))).toBe('409 invalid-state');
    const leaving = await addPerson(api, admin.companyId);
    const { id } = (await assign(leaving, courseId)).body;
    await admin.delete(`/training/${id}`);
    await select(
      api,
      admin.companyId,
      "UPDATE personnel SET employment_status = 'terminated' WHERE id = $1",
      [leaving],
    );
    expect(codeOf(await admin.put(`/training/${id}/restore`))).toBe('409 invalid-state');
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
  it('GET: 304 while nothing moves; 200 once what decides has moved, in the same version', async () => {
    const { place, personnelId, courseId } = await requiredCourse({ graceDays: 5 });
    const { id } = await standingOf(personnelId, courseId);
    const etag = (await admin.get(`/training/${id}`)).headers.get('etag') ?? '';
    const again = () => admin.get(`/training/${id}`, { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await require(place, [{ courseId, effectiveFrom: day(-20) }]);
    expect(await again()).toMatchObject({ status: 200, body: { version: 0, dueDate: day(-20) } });
    const changed = await admin.patch(
      `/training/${id}`,
      { dueDate: day(9) },
      { headers: { 'if-match': etag } },
    );
    expect(changed).toMatchObject({ status: 200, body: { version: 1 } });
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

  it('DELETE: 204 a second time, also once an org structure item requires the course', async () => {
    const { place, personnelId } = await requiredCourse();
    const courseId = await addCourse(admin);
    const { id } = await added(admin, '/training', { personnelId, courseId });
    expect((await admin.delete(`/training/${id}`)).status).toBe(204);
    await require(place, [{ courseId }]);
    expect((await admin.delete(`/training/${id}`)).status).toBe(204);
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

  it('DELETE: 204 while the person or the course is archived, whose restore brings the assignment back', async () => {
    const [personnelId, courseId] = [await addPerson(api, admin.companyId), await addCourse(admin)];
    const { id } = await added(admin, '/training', { personnelId, courseId });
    const person = (archived: boolean) =>
      select(api, admin.companyId, 'UPDATE personnel SET archived = $2 WHERE id = $1', [
        personnelId,
        archived,
      ]);
    const shown = async () => (await admin.get(`/training/${id}`)).body;
    const whileArchived = async () => {
      expect(await shown()).toMatchObject({ archived: true });
      const stale = { headers: { 'if-match': '"99"' } };
      for (const options of [{}, stale])
        expect((await admin.delete(`/training/${id}`, options)).status).toBe(204);
    };
    await person(true);
    await whileArchived();
    await person(false);
    expect(await shown()).toMatchObject({ archived: false, version: 1, assigned: true });
    await admin.delete(`/courses/${courseId}`);
    await whileArchived();
    await admin.put(`/courses/${courseId}/restore`);
    expect(await shown()).toMatchObject({ archived: false, version: 1, assigned: true });
  });

  it('restore: 409 archived: a person who was archived meanwhile', async () => {
    const [personnelId, courseId] = [await addPerson(api, admin.companyId), await addCourse(admin)];
    const { id } = await added(admin, '/training', { personnelId, courseId });
    await admin.delete(`/training/${id}`);
    await select(api, admin.companyId, 'UPDATE personnel SET archived = true WHERE id = $1', [personnelId]);
    expect(codeOf(await admin.put(`/training/${id}/restore`))).toBe('409 archived');
    expect((await admin.get(`/training/${id}`)).body).toMatchObject({ version: 2, assigned: false });
  });

  it('restore: 422 not-allowed and archived-reference: a course that takes no assignment any more', async () => {
    const [personnelId, courseId] = [await addPerson(api, admin.companyId), await addCourse(admin)];
    const { id } = await added(admin, '/training', { personnelId, courseId });
    const restore = async () => {
      const { status, body } = await admin.put(`/training/${id}/restore`);
      return [status, body.errors?.[0]?.pointer, body.errors?.[0]?.code];
    };
    await admin.post(`/courses/${courseId}/transitions`, { transition: 'retire' });
    expect((await restore())[0]).toBe(200);
    await admin.delete(`/training/${id}`);
    expect(await restore()).toEqual([422, '/courseId', 'not-allowed']);
    await admin.delete(`/courses/${courseId}`);
    expect(await restore()).toEqual([422, '/courseId', 'archived-reference']);
    expect((await admin.get(`/training/${id}`)).body).toMatchObject({ archived: true, assigned: false });
  });

  it('DELETE and POST: 201 without the waiver of the former assignment, which restore brings back', async () => {
    const [personnelId, courseId] = [await addPerson(api, admin.companyId), await addCourse(admin)];
    const { id } = await added(admin, '/training', { personnelId, courseId });
    const waiver = { waivedUntil: day(30), waiverReason: 'On leave' };
    expect((await admin.put(`/training/${id}`, waiver)).body.status).toBe('waived');
    await admin.delete(`/training/${id}`);
    expect((await admin.put(`/training/${id}/restore`)).body).toMatchObject({ ...waiver, status: 'waived' });
    await admin.delete(`/training/${id}`);
    expect(await added(admin, '/training', { personnelId, courseId })).toMatchObject({
      id,
      status: 'required',
      dueDate: null,
      waivedUntil: null,
      waiverReason: null,
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

  it.each([
    ['/training', {}],
    ['/training/records', { completedOn: '2026-01-05', result: 'passed' }],
    ['/students', { classId: randomUUID() }],
  ])('POST %s: 403 of a person in sight before 422 of what else it names', async (path, more) => {
    const personnelId = await addPerson(api, admin.companyId, { place: company.place });
    const body = { personnelId, courseId: randomUUID(), ...more };
    const { courseId: _, ...ofStudent } = body;
    const sent = path === '/students' ? ofStudent : body;
    expect((await admin.post(path, sent)).status).toBe(422);
    expect(codeOf(await (await company.reader()).post(path, sent))).toBe('403 permission-denied');
  });
});
