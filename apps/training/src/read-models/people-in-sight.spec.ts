import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GapRow, Permission } from '@safety/contracts';
import { seedWithin } from '@safety/persistence';
import type { Answer, TestApi, TestCaller } from '@safety/testing';
import {
  addCompany,
  addCourse,
  added,
  addPerson,
  callerWith,
  classOf,
  day,
  inDays,
  startTraining,
  type TestCompany,
} from '../testing/training-under-test.js';

/**
 * An employee, with the smallest role that reads training: one's own is in sight, that of a colleague at the
 * same place is not, whichever way it is asked for.
 */
let api: TestApi;
let company: TestCompany;
let admin: TestCaller;
let employee: TestCaller;
let own: Rows;
let other: Rows;

interface Rows {
  personnelId: string;
  student: string;
  record: string;
  standing: string;
}

const FEEDBACK = 'Fell asleep twice';

beforeAll(async () => {
  api = await startTraining();
  company = await addCompany(api);
  admin = company.admin;
  employee = await api.caller({ companyId: admin.companyId, role: 'employee' });
  own = await trained(
    await addPerson(api, admin.companyId, { place: company.place, userId: employee.userId }),
  );
  other = await trained(
    await addPerson(api, admin.companyId, { place: company.place, name: 'Ben Colleague' }),
  );
});

afterAll(() => api.close());

/** A person with a place in a class, a failed result, a record, and a waiver. */
async function trained(personnelId: string): Promise<Rows> {
  const courseId = await addCourse(admin);
  const times = { startAt: inDays(-1), endAt: inDays(1), orgStructureId: company.place.id };
  const { id: classId } = await added(admin, '/classes', classOf(courseId, times));
  const student = await added(admin, '/students', { classId, personnelId, feedback: FEEDBACK });
  const result = { personnelId, courseId, completedOn: '2026-01-05', result: 'failed', issuer: FEEDBACK };
  const record = await added(admin, '/training/records', result);
  const standing = await added(admin, '/training', { personnelId, courseId });
  await admin.patch(`/training/${standing.id}`, { waivedUntil: inDays(9).slice(0, 10), waiverReason: 'Ill' });
  return { personnelId, student: student.id, record: record.id, standing: standing.id };
}

const pathsOf = ({ student, record, standing }: Rows) => [
  `/students/${student}`,
  `/training/records/${record}`,
  `/training/${standing}`,
];
/** Every write of somebody's training, as `caller` sends it. */
async function writesOf(caller: TestCaller, rows: Rows) {
  const { personnelId, student, record } = rows;
  const { courseId } = (await admin.get(`/training/records/${record}`)).body;
  const { classId } = (await admin.get(`/students/${student}`)).body;
  const result = { personnelId, courseId, completedOn: '2020-01-01', result: 'passed' };
  return Promise.all([
    caller.post('/training/records', result),
    caller.post('/training', { personnelId, courseId }),
    caller.post('/students', { personnelId, classId }),
    ...pathsOf(rows).flatMap((path) => [
      caller.put(path, {}),
      caller.patch(path, { issuer: 'Me' }),
      caller.delete(path),
      caller.put(`${path}/restore`),
    ]),
  ]);
}
const codeOf = ({ status, body }: Answer) => `${status} ${body.code}`;
const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);

describe('an employee', () => {
  it("200: reads one's own training; 404: that of a colleague, and its history", async () => {
    for (const path of pathsOf(own)) expect((await employee.get(path)).status).toBe(200);
    for (const path of pathsOf(other)) expect(codeOf(await employee.get(path))).toBe('404 not-found');
    for (const path of pathsOf(other))
      expect(codeOf(await employee.get(`${path}/audit`))).toBe('404 not-found');
  });

  it('200: no list, filter, search or order tells of a colleague', async () => {
    const lists = { '/students': own.student, '/training/records': own.record, '/training': own.standing };
    for (const [path, id] of Object.entries(lists)) {
      const theirs = `${path}?includeArchived=true&includeTotal=true`;
      const all = await employee.get(theirs);
      expect([path, idsOf(all), all.body.page.totalCount]).toEqual([path, [id], 1]);
      expect(idsOf(await employee.get(`${theirs}&modifiedSince=2020-01-01T00:00:00Z`))).toEqual([id]);
      expect(idsOf(await employee.get(`${theirs}&personnelId=${other.personnelId}`))).toEqual([]);
      expect(
        idsOf(await employee.get(`${theirs}&ids=${pathsOf(other).map((one) => one.split('/').at(-1))}`)),
      ).toEqual([]);
    }
    for (const query of ['/students?q=asleep', '/training/records?q=asleep', '/training?q=colleague'])
      expect(idsOf(await employee.get(query))).not.toContain(
        query.startsWith('/students') ? other.student : other.record,
      );
    expect(idsOf(await employee.get('/training?q=colleague'))).toEqual([]);
    const classId = (await admin.get(`/students/${other.student}`)).body.classId;
    expect(idsOf(await employee.get(`/classes/${classId}/students`))).toEqual([]);
  });

  it.each(['json', 'csv'])('200: the matrix of gaps as %s has one row', async (format) => {
    await admin.patch(`/training/${own.standing}`, { waivedUntil: null, waiverReason: null });
    const { status, body } = await employee.get(`/training/gaps?format=${format}`);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining(own.personnelId)]);
    expect(JSON.stringify(body)).not.toContain(other.personnelId);
  });

  it("403 permission-denied: every write, of one's own training too", async () => {
    const answers = await writesOf(employee, own);
    expect(answers.map(codeOf)).toEqual(answers.map(() => '403 permission-denied'));
  });
});

describe('a caller who reads everywhere and writes elsewhere alone', () => {
  it.each([
    ['somebody at the place', false],
    ['the caller, who works there', true],
  ])('403 permission-denied: every write of the training of %s; nothing changed', async (_, isOwn) => {
    const caller = await company.reader();
    const userId = isOwn ? caller.userId : randomUUID();
    const rows = await trained(await addPerson(api, admin.companyId, { place: company.place, userId }));
    const read = () => Promise.all(pathsOf(rows).map(async (path) => (await admin.get(path)).body));
    const before = await read();
    const answers = await writesOf(caller, rows);
    expect(answers.map(codeOf)).toEqual(answers.map(() => '403 permission-denied'));
    expect(await read()).toEqual(before);
  });
});

describe('others are in sight of', () => {
  const seen = async (permissions: Permission[], place?: string) => {
    const orgStructureIds = place ? [place] : [];
    const caller = await api.caller({ companyId: admin.companyId, permissions, orgStructureIds });
    return (await caller.get(`/training/records/${other.record}`)).status;
  };

  it.each<[string, Permission[], number]>([
    ['personnel.read', ['training.read', 'personnel.read'], 200],
    ['training.write', ['training.read', 'training.write'], 200],
    ['neither', ['training.read', 'hazards.read'], 404],
  ])('callers with training.read and %s there', async (_, permissions, status) => {
    expect(await seen(permissions)).toBe(status);
    expect(await seen(permissions, company.place.id)).toBe(status);
    expect(await seen(permissions, company.elsewhere.id)).toBe(404);
  });

  it('callers whose roles meet at the place, not those whose roles count at different ones', async () => {
    const roles = async (...places: [string, Permission][]) => {
      const given = places.map(([id, permission]): [Permission[], string[]] => [[permission], [id]]);
      const caller = await callerWith(api, admin.companyId, ...given);
      return (await caller.get(`/training/${other.standing}`)).status;
    };
    const { place, elsewhere } = company;
    expect(await roles([place.id, 'training.read'], [place.id, 'personnel.read'])).toBe(200);
    expect(await roles([place.id, 'training.read'], [elsewhere.id, 'personnel.read'])).toBe(404);
    expect(await roles([elsewhere.id, 'training.read'], [place.id, 'personnel.read'])).toBe(404);
  });
});

it('who is going to work at a place is in sight there, before the first day', async () => {
  const { place, elsewhere } = company;
  const { companyId } = admin;
  const permissions: Permission[] = ['training.read', 'training.write'];
  const [near, far] = [
    await api.caller({ companyId, permissions, orgStructureIds: [place.id] }),
    await api.caller({ companyId, permissions, orgStructureIds: [elsewhere.id] }),
  ];
  const personnelId = await addPerson(api, companyId, { goingTo: place });
  const courseId = await addCourse(admin);
  const { id: classId } = await added(admin, '/classes', classOf(courseId, { orgStructureId: place.id }));
  const refused = await far.post('/training', { personnelId, courseId });
  expect(refused.body.errors).toMatchObject([{ pointer: '/personnelId', code: 'not-found' }]);
  const student = await added(near, '/students', { classId, personnelId });
  const standing = await added(near, '/training', { personnelId, courseId, dueDate: day(30) });
  for (const path of [`/students/${student.id}`, `/training/${standing.id}`])
    expect([(await near.get(path)).status, (await far.get(path)).status]).toEqual([200, 404]);
  expect(idsOf(await near.get(`/training?personnelId=${personnelId}`))).toEqual([standing.id]);
  const gapsOf = async (caller: TestCaller): Promise<string[]> =>
    (await caller.get(`/training/gaps?courseId=${courseId}`)).body.rows.map(({ key }: GapRow) => key);
  expect([await gapsOf(near), await gapsOf(far)]).toEqual([[personnelId], []]);
  // A person who works elsewhere by now is in sight there alone.
  await api.database.transaction('owner', async (client) => {
    const text = 'UPDATE personnel SET org_structure_id = $2 WHERE id = $1';
    await client.query(text, [personnelId, elsewhere.id]);
  });
  const path = `/students/${student.id}`;
  expect([(await near.get(path)).status, (await far.get(path)).status]).toEqual([404, 200]);
});

it('GET /training/gaps as CSV: no cell begins like a formula', async () => {
  const { companyId } = admin;
  const place = {
    company_id: companyId,
    id: randomUUID(),
    version: 1,
    item_id: randomUUID(),
    name: '@SUM(1)',
  };
  const path = { path: '@SUM(1)', path_ids: [place.id], archived: false, applied_at: 'now' };
  await api.database.transaction('service', (client) =>
    seedWithin(client, 'org_structures', [{ ...place, ...path }]),
  );
  const there = { ...company.place, id: place.id };
  for (const name of ['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1'])
    await added(admin, '/training', {
      personnelId: await addPerson(api, companyId, { place: there, name }),
      courseId: await addCourse(admin),
    });
  for (const groupBy of ['person', 'orgStructure']) {
    const query = `orgStructureId=${place.id}&format=csv&groupBy=${groupBy}`;
    const { body } = await admin.get(`/training/gaps?${query}`);
    const [, ...lines] = (body as string).split('\r\n').slice(0, -1);
    expect(lines.length).toBeGreaterThanOrEqual(6);
    for (const line of lines) expect(line).toMatch(/^[0-9a-f-]{36},"?'/);
  }
});
