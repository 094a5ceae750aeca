import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectRedis } from '@safety/bus';
import { consumeMessages } from '@safety/bus/outbox';
import { publishSigned } from '@safety/bus/testing';
import {
  associateChanged,
  companyChanged,
  type MessageContract,
  orgStructureChanged,
  personnelChanged,
  trainingRequirementsChanged,
} from '@safety/contracts';
import { LOGGER, type Logger } from '@safety/platform';
import { eventually, type TestApi, type TestCaller } from '@safety/testing';
import {
  addClass,
  addCourse,
  added,
  classOf,
  inDays,
  select,
  startTraining,
} from '../testing/training-under-test.js';

let redis: ReturnType<typeof connectRedis>;
let api: TestApi;
let admin: TestCaller;

beforeAll(async () => {
  api = await startTraining({ setup: consumeMessages });
  redis = connectRedis(process.env['REDIS_URL'] ?? '', api.app.get<Logger>(LOGGER));
  await eventually(() => expect(redis.status).toBe('ready'));
  admin = await api.caller();
});

afterAll(async () => {
  redis.disconnect();
  await api.close();
});

const publish = (
  message: MessageContract,
  payload: object,
  companyId = admin.companyId,
  occurredAt = new Date().toISOString(),
) =>
  publishSigned(redis, message, {
    id: randomUUID(),
    type: message.name,
    companyId,
    occurredAt,
    payload,
  });

const place = (version: number, changes: object = {}) => {
  const id = randomUUID();
  return {
    id,
    version,
    itemId: randomUUID(),
    name: 'North',
    path: 'North',
    pathIds: [id],
    archived: false,
    ...changes,
  };
};
const person = (version: number, changes: object = {}) => ({
  id: randomUUID(),
  version,
  displayName: `v${version}`,
  userId: null,
  orgStructureId: null,
  jobTitle: 'Driver',
  employmentStatus: 'active',
  workingSince: '2024-02-29',
  formerly: [],
  lineManagerId: null,
  archived: false,
  ...changes,
});
const requirements = (itemId: string, version: number, courseIds: string[], changes: object = {}) => ({
  itemId,
  version,
  itemName: `v${version}`,
  archived: false,
  requirements: courseIds.map((courseId) => ({
    courseId,
    requirement: 'mandatory',
    jobTitles: [],
    graceDays: 0,
    effectiveFrom: '2024-01-01',
  })),
  ...changes,
});

const row = async (text: string, id: string, companyId = admin.companyId) =>
  (await select(api, companyId, text, [id]))[0];
const personRow = (id: string, companyId?: string) =>
  row('SELECT * FROM personnel WHERE id = $1', id, companyId);

/** Messages of a stream are applied in order: once the last one shows, all before it were applied. */
async function applied(): Promise<void> {
  const last = person(1);
  await publish(personnelChanged, last);
  await eventually(async () => expect(await personRow(last.id)).toBeDefined());
}

describe('what other services publish', () => {
  it('makes the standings of a person: org structure, person and requirement, in any order', async () => {
    const there = place(1);
    const somebody = person(1, { orgStructureId: there.id, displayName: 'Aoife Byrne' });
    const courseId = await addCourse(admin);
    await publish(trainingRequirementsChanged, requirements(there.itemId, 1, [courseId]));
    await publish(personnelChanged, somebody);
    await publish(orgStructureChanged, there);
    const standings = async () => (await admin.get(`/training?personnelId=${somebody.id}`)).body.data;
    await eventually(async () =>
      expect(await standings()).toMatchObject([
        { courseId, status: 'overdue', personnelName: 'Aoife Byrne', dueDate: '2024-02-29' },
      ]),
    );
    await publish(personnelChanged, { ...somebody, version: 2, employmentStatus: 'terminated' });
    await eventually(async () => expect(await standings()).toEqual([]));
    await publish(personnelChanged, { ...somebody, version: 3 });
    await eventually(async () => expect(await standings()).toHaveLength(1));
    await publish(trainingRequirementsChanged, requirements(there.itemId, 2, [courseId], { archived: true }));
    await eventually(async () => expect(await standings()).toEqual([]));
  });

  it('begins days of grace on the day of the message that moved an org structure', async () => {
    const [above, there] = [place(1), place(1)];
    const somebody = person(1, { orgStructureId: there.id });
    const courseId = await addCourse(admin);
    await publish(orgStructureChanged, above);
    await publish(orgStructureChanged, there);
    await publish(personnelChanged, somebody);
    await publish(trainingRequirementsChanged, requirements(above.itemId, 1, [courseId]));
    const moved = { ...there, version: 2, pathIds: [above.id, there.id] };
    await publish(orgStructureChanged, moved, admin.companyId, inDays(-2));
    const dueDate = inDays(-2).slice(0, 10);
    await eventually(async () =>
      expect((await admin.get(`/training?personnelId=${somebody.id}`)).body.data).toMatchObject([
        { courseId, status: 'overdue', dueDate },
      ]),
    );
  });

  it.each([
    ['in order', [1, 2, 3]],
    ['in reverse', [3, 2, 1]],
    ['mixed and twice', [2, 3, 3, 1, 2, 1]],
  ])('ends in the newest state: %s', async (_, versions) => {
    const [id, itemId] = [randomUUID(), randomUUID()];
    const courses = [randomUUID(), randomUUID(), randomUUID()];
    for (const version of versions) {
      await publish(personnelChanged, person(version, { id }));
      await publish(orgStructureChanged, place(version, { id, pathIds: [id], name: `v${version}` }));
      const required = requirements(itemId, version, courses.slice(0, version));
      await publish(trainingRequirementsChanged, required);
    }
    await applied();
    expect(await personRow(id)).toMatchObject({ version: 3, display_name: 'v3' });
    const text = 'SELECT version, name FROM org_structures WHERE id = $1';
    expect(await row(text, id)).toEqual({ version: 3, name: 'v3' });
    const required = 'SELECT course_id FROM item_requirements WHERE item_id = $1';
    expect(await select(api, admin.companyId, required, [itemId])).toHaveLength(3);
  });

  it('belongs to the company of its envelope, whatever the same id means to another', async () => {
    const [id, other] = [randomUUID(), randomUUID()];
    await publish(personnelChanged, person(5, { id }));
    await publish(personnelChanged, person(1, { id }), other);
    await applied();
    await eventually(async () => expect((await personRow(id, other))?.['version']).toBe(1));
    expect((await personRow(id))?.['version']).toBe(5);
  });

  it('lets an associate give classes, until the associate is archived', async () => {
    const associate = { id: randomUUID(), version: 1, displayName: 'Nora', associateType: 'trainer' };
    const known = { ...associate, orgStructureIds: [], archived: false };
    const courseId = await addCourse(admin);
    const add = () => admin.post('/classes', classOf(courseId, { instructorAssociateId: associate.id }));
    await publish(associateChanged, known);
    await eventually(async () => expect((await add()).status).toBe(201));
    await publish(associateChanged, { ...known, version: 2, archived: true });
    await eventually(async () =>
      expect((await add()).body.errors).toMatchObject([{ code: 'archived-reference' }]),
    );
  });

  /** Somebody comes back who waits beside a free place of a class; resolves with the way to the student. */
  async function comeBack(classId: string, beforehand: () => Promise<unknown> = async () => undefined) {
    const [holder, waits] = [person(1), person(1)];
    const students: string[] = [];
    for (const one of [holder, waits]) {
      await publish(personnelChanged, one);
      await eventually(async () => expect(await personRow(one.id)).toBeDefined());
      const body = { classId, personnelId: one.id, waitlistIfFull: true };
      students.push((await added(admin, '/students', body)).id);
    }
    const [held = '', waiting = ''] = students.map((one) => `/students/${one}`);
    await publish(personnelChanged, { ...waits, version: 2, archived: true });
    await applied();
    await admin.delete(held);
    expect((await admin.get(waiting)).body.status).toBe('waitlisted');
    await beforehand();
    await publish(personnelChanged, { ...waits, version: 3 });
    await applied();
    return waiting;
  }

  it('gives somebody who comes back the place that has become free meanwhile', async () => {
    const { id } = await addClass(admin, { capacity: 1 });
    const given = { status: 'enrolled', version: 2, modifiedByUserId: null };
    expect((await admin.get(await comeBack(id))).body).toMatchObject(given);
    expect((await admin.get(`/classes/${id}`)).body).toMatchObject({ enrolledCount: 1, waitlistedCount: 0 });
  });

  it('gives nobody a place in a class that has ended', async () => {
    const { id } = await addClass(admin, { capacity: 1 });
    const end = `UPDATE classes SET start_at = now() - interval '2 hours', end_at = now() WHERE id = $1`;
    const waiting = await comeBack(id, () => select(api, admin.companyId, end, [id]));
    expect((await admin.get(waiting)).body.status).toBe('waitlisted');
  });

  it('says in which time zone the days of a company begin', async () => {
    const settings = { id: admin.companyId, version: 1, name: 'C', status: 'active', riskBands: null };
    const rest = { allowSelfApproval: false, defaultApproverUserIds: [] };
    await publish(companyChanged, { ...settings, ...rest, timeZone: 'Pacific/Niue' });
    await eventually(async () =>
      expect(await select(api, admin.companyId, 'SELECT time_zone FROM companies')).toEqual([
        { time_zone: 'Pacific/Niue' },
      ]),
    );
  });
});

it('publishes the status of a person on the bus', async () => {
  const there = place(1);
  const somebody = person(1, { orgStructureId: there.id });
  await publish(orgStructureChanged, there);
  await publish(personnelChanged, somebody);
  await publish(trainingRequirementsChanged, requirements(there.itemId, 1, [await addCourse(admin)]));
  const published = await eventually(async () => {
    const entries = await redis.xrange('bus:training', '-', '+');
    const found = entries
      .map(([, fields]) => JSON.parse(fields[1] ?? ''))
      .filter(
        ({ type, payload }) => type === 'training-status-changed.v1' && payload.personnelId === somebody.id,
      );
    expect(found.at(-1)?.payload.steps[0].status).toBe('nonCompliant');
    return found.at(-1);
  });
  expect(published).toMatchObject({ companyId: admin.companyId });
});
