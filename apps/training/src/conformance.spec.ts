import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { consumeMessages } from '@safety/bus/outbox';
import { distributionOf, obstaclesTo } from '@safety/persistence';
import {
  type CallerOptions,
  describeChanges,
  describeDistribution,
  describeResource,
  describeService,
  describeUnreadable,
  type TestApi,
  type TestCaller,
} from '@safety/testing';
import {
  addCourse,
  added,
  addPerson,
  addPlace,
  classOf,
  course,
  startTraining,
  type TestPlace,
} from './testing/training-under-test.js';
import { TrainingModule } from './training.module.js';

let api: TestApi;

beforeAll(async () => {
  api = await startTraining({ setup: consumeMessages });
});

afterAll(() => api.close());

/** Of each company, where its rows lie. */
const places = new Map<string, TestPlace>();
const courses = new Map<string, string>();

async function prepare(caller: TestCaller): Promise<void> {
  places.set(caller.companyId, await addPlace(api, caller.companyId));
  courses.set(caller.companyId, await addCourse(caller));
}

const placeOf = ({ companyId }: TestCaller) => places.get(companyId);
const courseOf = ({ companyId }: TestCaller) => courses.get(companyId) ?? '';
const personOf = (caller: TestCaller) => addPerson(api, caller.companyId, { place: placeOf(caller) });
const elsewhere = async ({ companyId }: TestCaller): Promise<CallerOptions> => ({
  orgStructureIds: [(await addPlace(api, companyId)).id],
});

const bodies: Record<string, (caller: TestCaller, changes?: object) => Promise<object>> = {
  '/courses': async (_, changes) => course(changes),
  '/classes': async (caller, changes) =>
    classOf(courseOf(caller), { orgStructureId: placeOf(caller)?.id, title: 'A class', ...changes }),
  '/students': async (caller, changes) => ({
    classId: (await added(caller, '/classes', classOf(courseOf(caller)))).id,
    personnelId: await personOf(caller),
    ...changes,
  }),
  '/training/records': async (caller, changes) => ({
    personnelId: await personOf(caller),
    courseId: courseOf(caller),
    completedOn: '2026-03-02',
    result: 'passed',
    ...changes,
  }),
};
const bodyOf = (path: string, caller: TestCaller, changes?: object) => bodies[path]?.(caller, changes) ?? {};

describe.each(Object.keys(bodies))('%s/{id}', (path) => {
  it('409 duplicate: PUT and PATCH to the external id of another row', async () => {
    const admin = await api.caller();
    await prepare(admin);
    await added(admin, path, await bodyOf(path, admin, { externalId: 'taken' }));
    const row = await added(admin, path, await bodyOf(path, admin));
    const changes = { externalId: 'taken' };
    const answers = [
      await admin.put(`${path}/${row.id}`, { ...row, ...changes }),
      await admin.patch(`${path}/${row.id}`, changes),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'duplicate'],
      [409, 'duplicate'],
    ]);
  });
});

describe.each(['/classes', '/courses'])('GET %s/{id}', (path) => {
  it('304 while nothing moves; 200 once somebody is enrolled; the ETag is good for a write', async () => {
    const admin = await api.caller();
    await prepare(admin);
    const { id: classId } = await added(admin, '/classes', classOf(courseOf(admin)));
    const at = `${path}/${path === '/classes' ? classId : courseOf(admin)}`;
    const { headers, body: before } = await admin.get(at);
    const etag = headers.get('etag') ?? '';
    const again = () => admin.get(at, { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await added(admin, '/students', { classId, personnelId: await personOf(admin) });
    const answer = await again();
    expect([answer.status, answer.body.version]).toEqual([200, before.version]);
    expect(answer.body).not.toEqual(before);
    const edited = await admin.patch(at, { externalId: 'mine' }, { headers: { 'if-match': etag } });
    expect([edited.status, edited.body.version]).toEqual([200, before.version + 1]);
  });
});

describeResource(() => api, {
  path: '/classes',
  prepare,
  body: (caller, changes) => bodyOf('/classes', caller, changes),
  text: { member: 'locationDescription', values: ['Alpha', 'Bravo'] },
  required: 'courseId',
  sorts: ['startAt'],
  filter: { name: 'status', none: 'completed' },
  below: async (caller) => [
    { method: 'POST', path: '/students', body: { personnelIds: [await personOf(caller)] } },
  ],
  elsewhere,
});

describeResource(() => api, {
  path: '/students',
  prepare,
  body: (caller, changes) => bodyOf('/students', caller, changes),
  text: { member: 'feedback', values: ['Alpha', 'Bravo'] },
  required: 'personnelId',
  sorts: ['enrolledAt'],
  filter: { name: 'status', none: 'passed' },
  elsewhere,
});

describeResource(() => api, {
  path: '/training/records',
  prepare,
  body: (caller, changes) => bodyOf('/training/records', caller, changes),
  text: { member: 'issuer', values: ['Alpha', 'Bravo'] },
  required: 'result',
  sorts: ['completedOn', 'expiresOn'],
  filter: { name: 'result', none: 'exempt' },
  elsewhere,
});

describeChanges('/courses/{id}', {
  verbs: ['POST /transitions'],
  archives: true,
  row: async (_, options) => {
    const caller = await api.caller(options);
    const { id } = await added(caller, '/courses', course());
    return { caller, at: `/courses/${id}`, body: { transition: 'publish' } };
  },
});

describeChanges('/classes/{id}', {
  verbs: ['POST /transitions'],
  archives: true,
  row: async (_, options) => {
    const caller = await api.caller(options);
    const { id } = await added(caller, '/classes', classOf(await addCourse(caller)));
    return { caller, at: `/classes/${id}`, body: { transition: 'start' } };
  },
});

const standingOf = async (admin: TestCaller) => {
  await prepare(admin);
  return { personnelId: await personOf(admin), courseId: courseOf(admin) };
};

describeChanges('/training/{id}', {
  verbs: ['PUT', 'PATCH', 'DELETE', 'PUT /restore'],
  row: async (verb, options) => {
    const admin = await api.caller();
    const at = `/training/${(await added(admin, '/training', await standingOf(admin))).id}`;
    if (verb === 'PUT /restore') await admin.delete(at);
    const body = { dueDate: '2030-01-01' };
    return { caller: await api.caller({ companyId: admin.companyId, ...options }), at, body };
  },
});

describe('POST /training', () => {
  describeUnreadable('such a body', async (change, options) => {
    const admin = await api.caller();
    const right = await standingOf(admin);
    return admin.post('/training', 'body' in change ? change.body : { ...right, ...change.added }, options);
  });
});

describe('POST /classes/{id}/students', () => {
  const prepared = async () => {
    const admin = await api.caller();
    await prepare(admin);
    const { id } = await added(admin, '/classes', classOf(courseOf(admin)));
    const right = { personnelIds: [await personOf(admin)] };
    return { admin, at: `/classes/${id}/students`, right };
  };

  describeUnreadable('such a body', async (change, options) => {
    const { admin, at, right } = await prepared();
    return admin.post(at, 'body' in change ? change.body : { ...right, ...change.added }, options);
  });

  it('412 version-mismatch: an If-Match of another version of the class', async () => {
    const { admin, at, right } = await prepared();
    const { status, body } = await admin.post(at, right, { headers: { 'if-match': '"777"' } });
    expect([status, body.code]).toEqual([412, 'version-mismatch']);
  });
});

describeDistribution(
  () => api,
  { obstaclesTo, distributionOf },
  {
    local: ['due_changes', 'due_people'],
    triggers: ['personnel personnel_former_places_added', 'personnel personnel_former_places_changed'],
    inTheWay: ['public.students students_training_record_fkey'],
  },
);

describeService(() => api, TrainingModule, {
  resourcesWithoutSuite: {
    '/training': 'a standing is made of several tables and never archived; it has describeChanges below',
  },
  listsWithoutDeclaration: {
    'GET /training': 'standings are made of several tables; indexed-standings.ts says what serves them',
  },
  uniqueWithoutDuplicate: {
    students_person_key: 'enrolment locks the class and looks first: 409 `already-enrolled`',
  },
  tablesWithoutCompany: {
    due_changes: 'holds ids of what has changed only; the job asks for all companies',
    due_people: 'holds ids of people and times only; the job asks for all companies',
  },
  openApi: {
    file: 'apps/training/openapi.json',
    title: 'Training',
    description: 'Courses, classes, students, training records and standings.',
    prefix: '/api',
  },
});
