import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { seedWithin } from '@safety/persistence';
import { type Answer } from '@safety/testing';
import { stepClass, waysToClass } from '../testing/class-steps.js';
import { enrolmentsOf } from '../testing/enrolments.js';
import {
  addClass,
  addCompany,
  addCourse,
  added,
  addPerson,
  addPlace,
  archivePlace,
  callerWith,
  classOf,
  inDays,
  startWithCompany,
} from '../testing/training-under-test.js';

const { api, company, admin } = await startWithCompany();
const courseId = await addCourse(admin, { name: 'Working at height' });

const codeOf = ({ status, body }: Answer) => `${status} ${body.code}`;
const detail = 'You lack the permission training.write in the whole company.';
const lacking = { code: 'permission-denied', detail };
const step = (id: string, transition: string) => stepClass(admin, id, transition);

const { people: students } = enrolmentsOf(api, company);

it('PUT /classes/{id} 200: to an org structure where the caller writes and does not read', async () => {
  const caller = await callerWith(
    api,
    admin.companyId,
    [['training.read', 'training.write'], [company.place.id]],
    [['training.write'], [company.elsewhere.id]],
  );
  const taken = await addClass(admin, { orgStructureId: company.place.id });
  const moved = await caller.put(`/classes/${taken.id}`, { ...taken, orgStructureId: company.elsewhere.id });
  expect(moved).toMatchObject({ status: 200, body: { orgStructureId: company.elsewhere.id } });
  expect(codeOf(await caller.get(`/classes/${taken.id}`))).toBe('404 not-found');
});

describe('POST /classes', () => {
  it('201: scheduled, named after its course, with the path of its org structure', async () => {
    const body = await added(admin, '/classes', classOf(courseId, { orgStructureId: company.place.id }));
    expect(body).toMatchObject({
      title: 'Working at height',
      status: 'scheduled',
      orgStructurePath: company.place.path,
      enrolledCount: 0,
      waitlistedCount: 0,
      capacity: null,
    });
  });

  it('201: with any one instructor', async () => {
    const associate = { company_id: admin.companyId, id: randomUUID(), version: 1, org_structure_ids: [] };
    await api.database.transaction('service', (client) =>
      seedWithin(client, 'associates', [{ ...associate, archived: false }]),
    );
    const instructors = {
      instructorPersonnelId: await addPerson(api, admin.companyId),
      instructorAssociateId: associate.id,
      instructorName: 'Nora Quinn',
    };
    for (const [member, value] of Object.entries(instructors)) {
      const body = await added(admin, '/classes', classOf(courseId, { [member]: value }));
      expect(body[member]).toBe(value);
    }
  });

  it.each([
    ['an end before its start', { endAt: inDays(1) }, '/endAt', 'before-start'],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }, '/timeZone', 'invalid-format'],
    ['an offset for a time zone', { timeZone: '+01:00' }, '/timeZone', 'invalid-format'],
    ['no places', { capacity: 0 }, '/capacity', 'out-of-range'],
    ['too many places', { capacity: 1001 }, '/capacity', 'out-of-range'],
    ['a minimum above the capacity', { capacity: 5, minimumStudents: 6 }, '/minimumStudents', 'out-of-range'],
    ['a deadline after the end', { enrolmentDeadline: inDays(9) }, '/enrolmentDeadline', 'out-of-range'],
    ['a cost without a currency', { cost: 10 }, '/currency', 'required'],
    ['a currency in small letters', { cost: 10, currency: 'eur' }, '/currency', 'invalid-format'],
    ['an address of another kind', { meetingUrl: 'http://a.example' }, '/meetingUrl', 'invalid-format'],
    ['an unknown course', { courseId: randomUUID() }, '/courseId', 'not-found'],
    ['an unknown org structure', { orgStructureId: randomUUID() }, '/orgStructureId', 'not-found'],
    ['an unknown instructor', { instructorPersonnelId: randomUUID() }, '/instructorPersonnelId', 'not-found'],
    ['an unknown associate', { instructorAssociateId: randomUUID() }, '/instructorAssociateId', 'not-found'],
    [
      'two instructors',
      { instructorPersonnelId: randomUUID(), instructorName: 'Nora' },
      '/instructorName',
      'mutually-exclusive',
    ],
  ])('422 validation-failed: %s', async (_, changes, pointer, code) => {
    const { status, body } = await admin.post('/classes', classOf(courseId, changes));
    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ pointer, code }] });
  });

  it('422 not-allowed: a retired course; archived-reference: an archived one', async () => {
    const retired = await addCourse(admin);
    await admin.post(`/courses/${retired}/transitions`, { transition: 'retire' });
    const archived = await addCourse(admin);
    await admin.delete(`/courses/${archived}`);
    const codes = await Promise.all(
      [retired, archived].map(async (id) => (await admin.post('/classes', classOf(id))).body.errors[0].code),
    );
    expect(codes).toEqual(['not-allowed', 'archived-reference']);
  });

  it('422 not-found: each id swapped for one of another company or out of reach', async () => {
    const other = await addCompany(api);
    const theirs = {
      courseId: await addCourse(other.admin),
      orgStructureId: other.place.id,
      instructorPersonnelId: await addPerson(api, other.admin.companyId),
    };
    for (const [member, id] of Object.entries(theirs)) {
      const { body } = await admin.post('/classes', classOf(courseId, { [member]: id }));
      expect(body.errors).toMatchObject([{ pointer: `/${member}`, code: 'not-found' }]);
    }
    const stranger = await company.stranger();
    const there = { orgStructureId: company.elsewhere.id };
    const outOfReach = {
      orgStructureId: company.place.id,
      instructorPersonnelId: await addPerson(api, admin.companyId, { place: company.place }),
    };
    for (const [member, id] of Object.entries(outOfReach)) {
      const { body } = await stranger.post('/classes', classOf(courseId, { ...there, [member]: id }));
      expect(body.errors).toMatchObject([{ pointer: `/${member}`, code: 'not-found' }]);
    }
  });

  it('403 permission-denied: for the whole company, with a role at one org structure', async () => {
    const stranger = await company.stranger();
    expect(await stranger.post('/classes', classOf(courseId))).toMatchObject({ status: 403, body: lacking });
    const there = classOf(courseId, { orgStructureId: company.elsewhere.id });
    expect((await stranger.post('/classes', there)).status).toBe(201);
  });
});

describe('PUT /classes/{id}', () => {
  it('403 permission-denied: a class of the whole company is seen by everybody, and written company-wide', async () => {
    const row = await addClass(admin);
    const stranger = await company.stranger();
    expect((await stranger.get(`/classes/${row.id}`)).status).toBe(200);
    const answers = [
      await stranger.put(`/classes/${row.id}`, row),
      await stranger.patch(`/classes/${row.id}`, { title: 'Mine' }),
      await stranger.delete(`/classes/${row.id}`),
      await stranger.put(`/classes/${row.id}/restore`),
      await stranger.post(`/classes/${row.id}/transitions`, { transition: 'start' }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: lacking });
    expect((await admin.get(`/classes/${row.id}`)).body).toEqual(row);
  });

  it('422 out-of-range: a capacity below those who are enrolled; 200: a higher one lets in who waits', async () => {
    const row = await addClass(admin, { capacity: 2 });
    const personnelIds = await students(4);
    await admin.post(`/classes/${row.id}/students`, { personnelIds, waitlistIfFull: true });
    const put = (capacity: number | null) => admin.put(`/classes/${row.id}`, { ...row, capacity });
    expect((await put(1)).body.errors).toMatchObject([{ pointer: '/capacity', code: 'out-of-range' }]);
    expect((await put(3)).body).toMatchObject({ enrolledCount: 3, waitlistedCount: 1 });
    expect((await put(null)).body).toMatchObject({ enrolledCount: 4, waitlistedCount: 0 });
  });

  it('422 not-allowed: a start in the future while students have results; 200: before, and after', async () => {
    const row = await addClass(admin, { startAt: inDays(-1) });
    const put = (startAt: string) => admin.put(`/classes/${row.id}`, { ...row, startAt });
    const body = { personnelIds: await students(1) };
    const [{ studentId }] = (await admin.post(`/classes/${row.id}/students`, body)).body;
    for (const startAt of [inDays(1), row.startAt]) expect((await put(startAt)).status).toBe(200);
    await admin.patch(`/students/${studentId}`, { status: 'failed' });
    for (const answer of [
      await put(inDays(1)),
      await admin.patch(`/classes/${row.id}`, { startAt: inDays(1) }),
    ])
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/startAt', code: 'not-allowed' }] },
      });
    expect((await put(inDays(-0.5))).status).toBe(200);
    await admin.patch(`/students/${studentId}`, { status: 'enrolled' });
    expect((await put(inDays(1))).status).toBe(200);
  });

  it('422 not-allowed: a class in progress put off while students have results; 200: sooner, and after', async () => {
    const row = await addClass(admin, { startAt: inDays(2), endAt: inDays(9) });
    const patch = (startAt: string) => admin.patch(`/classes/${row.id}`, { startAt });
    const body = { personnelIds: await students(1) };
    const [{ studentId }] = (await admin.post(`/classes/${row.id}/students`, body)).body;
    await step(row.id, 'start');
    expect((await patch(inDays(3))).status).toBe(200);
    await admin.patch(`/students/${studentId}`, { status: 'passed' });
    expect((await patch(inDays(4))).body.errors).toMatchObject([
      { pointer: '/startAt', code: 'not-allowed' },
    ]);
    const soon = (await patch(inDays(1))).body;
    expect((await admin.put(`/classes/${row.id}`, soon)).status).toBe(200);
    expect((await patch(inDays(-1))).status).toBe(200);
    expect((await patch(inDays(1))).body.errors).toMatchObject([
      { pointer: '/startAt', code: 'not-allowed' },
    ]);
    await admin.patch(`/students/${studentId}`, { status: 'enrolled' });
    expect((await patch(inDays(1))).status).toBe(200);
  });

  it('422 not-allowed: another course once anybody is enrolled', async () => {
    const row = await addClass(admin);
    const other = await addCourse(admin);
    const put = (id: string) => admin.put(`/classes/${row.id}`, { ...row, courseId: id });
    expect((await put(other)).status).toBe(200);
    await admin.post(`/classes/${row.id}/students`, { personnelIds: await students(1) });
    expect((await put(row.courseId)).body.errors).toMatchObject([
      { pointer: '/courseId', code: 'not-allowed' },
    ]);
  });

  it.each(['completed', 'cancelled'] as const)('409 invalid-state: one that is %s', async (status) => {
    const row = await addClass(admin);
    for (const transition of waysToClass[status]) await step(row.id, transition);
    expect(codeOf(await admin.put(`/classes/${row.id}`, row))).toBe('409 invalid-state');
    expect(codeOf(await admin.patch(`/classes/${row.id}`, {}))).toBe('409 invalid-state');
    const enrolled = await admin.post(`/classes/${row.id}/students`, { personnelIds: await students(1) });
    expect(codeOf(enrolled)).toBe('409 invalid-state');
  });

  it.each(['completed', 'cancelled'] as const)(
    '409 archived: one that is %s and archived',
    async (status) => {
      const row = await addClass(admin);
      for (const transition of waysToClass[status]) await step(row.id, transition);
      await admin.delete(`/classes/${row.id}`);
      expect(codeOf(await admin.put(`/classes/${row.id}`, row))).toBe('409 archived');
      expect(codeOf(await admin.patch(`/classes/${row.id}`, {}))).toBe('409 archived');
    },
  );
});

describe('DELETE /classes/{id}', () => {
  it('409 in-use: while somebody is enrolled; 204 once the class is over', async () => {
    const { id } = await addClass(admin);
    const { body } = await admin.post(`/classes/${id}/students`, { personnelIds: await students(1) });
    expect(await admin.delete(`/classes/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'in-use', references: [{ resource: 'students', id: body[0].studentId }] },
    });
    await step(id, 'cancel');
    expect((await admin.delete(`/classes/${id}`)).status).toBe(204);
  });

  it('409 in-use: the course of a class that is yet to end', async () => {
    const { id, courseId: used } = await addClass(admin);
    expect(await admin.delete(`/courses/${used}`)).toMatchObject({
      status: 409,
      body: { code: 'in-use', references: [{ resource: 'classes', id }] },
    });
    await step(id, 'cancel');
    expect((await admin.delete(`/courses/${used}`)).status).toBe(204);
  });
});

describe('PUT /classes/{id}/restore', () => {
  it('409 archived: a class of an archived course; 200 once the course is restored', async () => {
    const { id, courseId: used } = await addClass(admin);
    for (const path of [`/classes/${id}`, `/courses/${used}`])
      expect((await admin.delete(path)).status).toBe(204);
    expect(await admin.put(`/classes/${id}/restore`)).toMatchObject({
      status: 409,
      body: { code: 'archived', references: [{ resource: 'courses', id: used }] },
    });
    const own = await admin.put(`/classes/${id}`, classOf(used));
    expect([codeOf(own), own.body.references]).toEqual(['409 archived', undefined]);
    await admin.put(`/courses/${used}/restore`);
    expect(await admin.put(`/classes/${id}/restore`)).toMatchObject({
      status: 200,
      body: { archived: false },
    });
  });

  it('409 archived: a class to come at an archived org structure; 200 for one that is over', async () => {
    const at = await addPlace(api, admin.companyId);
    const [coming, over] = [
      await addClass(admin, { orgStructureId: at.id }),
      await addClass(admin, { orgStructureId: at.id }),
    ];
    await step(over.id, 'cancel');
    for (const { id } of [coming, over]) await admin.delete(`/classes/${id}`);
    await archivePlace(api, admin.companyId, at);
    expect(await admin.put(`/classes/${coming.id}/restore`)).toMatchObject({
      status: 409,
      body: { code: 'archived', references: [{ resource: 'orgstructures', id: at.id }] },
    });
    expect((await admin.put(`/classes/${over.id}/restore`)).status).toBe(200);
  });

  it('409 invalid-state: a class to come of a retired course; 200 once the course is active again', async () => {
    const { id, courseId: used } = await addClass(admin);
    await admin.delete(`/classes/${id}`);
    await admin.post(`/courses/${used}/transitions`, { transition: 'retire' });
    expect(await admin.put(`/classes/${id}/restore`)).toMatchObject({
      status: 409,
      body: {
        code: 'invalid-state',
        currentStatus: 'scheduled',
        allowedTransitions: [],
        references: [{ resource: 'courses', id: used }],
      },
    });
    await admin.post(`/courses/${used}/transitions`, { transition: 'reactivate' });
    expect((await admin.put(`/classes/${id}/restore`)).status).toBe(200);
  });

  it('200: a class of a retired course that is over', async () => {
    const { id, courseId: used } = await addClass(admin);
    await step(id, 'cancel');
    await admin.delete(`/classes/${id}`);
    await admin.post(`/courses/${used}/transitions`, { transition: 'retire' });
    expect((await admin.put(`/classes/${id}/restore`)).body).toMatchObject({
      status: 'cancelled',
      archived: false,
    });
  });
});

describe('GET /classes', () => {
  it('200: filters', async () => {
    const reader = await api.caller();
    const site = await addPlace(api, reader.companyId);
    const below = await addPlace(api, reader.companyId, site);
    const [course, other] = [await addCourse(reader), await addCourse(reader)];
    const instructorPersonnelId = await addPerson(api, reader.companyId);
    const at = (orgStructureId: string | null, day: number, changes: object = {}) =>
      added(
        reader,
        '/classes',
        classOf(course, { orgStructureId, startAt: inDays(day), endAt: inDays(day + 1), ...changes }),
      );
    const one = await at(site.id, 1, { instructorPersonnelId });
    const two = await at(below.id, 2, { capacity: 1 });
    const three = await at(null, 3, { courseId: other });
    await reader.post('/students', { classId: two.id, personnelId: await addPerson(api, reader.companyId) });
    await reader.post(`/classes/${three.id}/transitions`, { transition: 'start' });
    const found = async (query: string) =>
      (await reader.get(`/classes?${query}`)).body.data.map((row: { id: string }) => row.id);
    expect(await found('')).toEqual([one.id, two.id, three.id]);
    expect(await found(`courseId=${other}`)).toEqual([three.id]);
    expect(await found(`orgStructureId=${site.id}`)).toEqual([one.id, two.id]);
    expect(await found(`orgStructureId=${site.id}&includeDescendants=false`)).toEqual([one.id]);
    expect(await found('status=inProgress')).toEqual([three.id]);
    expect(await found('hasPlaces=true')).toEqual([one.id, three.id]);
    expect(await found('hasPlaces=false')).toEqual([two.id]);
    expect(await found(`instructorPersonnelId=${instructorPersonnelId}`)).toEqual([one.id]);
    expect(await found(`startFrom=${two.startAt}&startTo=${three.startAt}`)).toEqual([two.id]);
  });

  it('200: a class that takes nobody, since its enrolmentDeadline has passed, has no places', async () => {
    const { admin: keeper } = await addCompany(api);
    const course = await addCourse(keeper);
    const classUntil = (enrolmentDeadline: string | null) =>
      added(keeper, '/classes', classOf(course, { enrolmentDeadline }));
    const [late, inTime, always] = [
      await classUntil(inDays(-1)),
      await classUntil(inDays(1)),
      await classUntil(null),
    ];
    const personnelId = await addPerson(api, keeper.companyId);
    expect((await keeper.post('/students', { classId: late.id, personnelId })).body.code).toBe(
      'invalid-state',
    );
    const found = async (query: string) =>
      (await keeper.get(`/classes?${query}`)).body.data.map((row: { id: string }) => row.id);
    expect(await found('hasPlaces=true')).toEqual(expect.arrayContaining([inTime.id, always.id]));
    expect(await found('hasPlaces=true')).not.toContain(late.id);
    expect(await found('hasPlaces=false')).toEqual([late.id]);
  });

  it('200: those of an org structure out of reach are left out, those of the whole company are not', async () => {
    const { admin: owner, place, elsewhere, stranger } = await addCompany(api);
    const course = await addCourse(owner);
    await added(owner, '/classes', classOf(course, { orgStructureId: place.id }));
    const there = await added(owner, '/classes', classOf(course, { orgStructureId: elsewhere.id }));
    const everywhere = await added(owner, '/classes', classOf(course));
    const { body } = await (await stranger()).get('/classes');
    expect(new Set(body.data.map((row: { id: string }) => row.id))).toEqual(
      new Set([there.id, everywhere.id]),
    );
  });
});
