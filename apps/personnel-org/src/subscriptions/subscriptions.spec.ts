import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectRedis } from '@safety/bus';
import { publishSigned } from '@safety/bus/testing';
import {
  builtInRoles,
  companyChanged,
  companyUserChanged,
  courseChanged,
  type MessageContract,
  trainingStatusChanged,
} from '@safety/contracts';
import { enterCompany, setLocal } from '@safety/persistence';
import { dateIn, LOGGER, type Logger, startOfDay } from '@safety/platform';
import { eventually, type TestApi, type TestCaller } from '@safety/testing';
import type { z } from 'zod';
import { HistoryEffects } from '../personnel/history-effects.js';
import {
  addPlace,
  person,
  setRoles,
  sql,
  startPersonnelOrg,
  type TestPlace,
} from '../testing/organisation.js';
import { historyOf, historyRecord } from '../testing/work-history.js';

/** No other spec runs this service on it: its replicas share what arrives. */

let api: TestApi;
let redis: ReturnType<typeof connectRedis>;
let admin: TestCaller;
let place: TestPlace;

beforeAll(async () => {
  api = await startPersonnelOrg();
  redis = connectRedis(process.env['REDIS_URL'] ?? '', api.app.get<Logger>(LOGGER));
  await eventually(() => expect(redis.status).toBe('ready'));
  admin = await api.caller();
  place = await addPlace(api, admin.companyId, 'Quarry');
});

afterAll(async () => {
  redis.disconnect();
  await api.close();
});

async function publishOf<Schema extends z.ZodType>(
  contract: MessageContract<Schema>,
  ...states: z.input<Schema>[]
): Promise<void> {
  for (const payload of states) {
    const { name: type } = contract;
    const { companyId } = admin;
    const envelope = { id: randomUUID(), type, companyId, occurredAt: new Date().toISOString(), payload };
    await publishSigned(redis, contract, envelope);
  }
}

const publish = (...states: z.input<typeof companyUserChanged.payload>[]) =>
  publishOf(companyUserChanged, ...states);

const linked = (userId: string) => admin.post('/personnel', person(place, { userId }));

describe('company-user-changed.v1', () => {
  it('lets a person be linked to a user who joins, and to nobody who leaves, in whatever order it is published', async () => {
    const [joining, leaving] = [randomUUID(), randomUUID()];
    expect((await linked(joining)).status).toBe(422);
    await publish(
      { userId: leaving, version: 2, belongs: false },
      { userId: leaving, version: 1, belongs: true },
      { userId: joining, version: 1, belongs: true },
    );
    await eventually(async () => expect((await linked(joining)).status).toBe(201));
    const { status, body } = await linked(leaving);
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer: '/userId', code: 'not-found' }],
    });
  });

  it('is about one company', async () => {
    const userId = randomUUID();
    await publish({ userId, version: 1, belongs: true });
    await eventually(async () => expect((await linked(userId)).status).toBe(201));
    const other = await api.caller();
    const elsewhere = await addPlace(api, other.companyId, 'Quarry');
    const { body } = await other.post('/personnel', person(elsewhere, { userId }));
    expect(body.errors).toMatchObject([{ pointer: '/userId', code: 'not-found' }]);
  });
});

it('company-user-changed.v1: the user is listed with name, address and roles, until they leave', async () => {
  const userId = randomUUID();
  const assignment = {
    id: randomUUID(),
    roleId: randomUUID(),
    roleName: 'eventManager',
    isEventManager: true,
    permissions: ['hazards.read' as const],
    orgStructureIds: [place.id],
  };
  const user = { userId, displayName: 'Una User', email: 'una@example.test', active: true };
  await publish({ ...user, version: 1, belongs: true, accepted: false, assignments: [assignment] });
  const found = async (query = '') => (await admin.get(`/users?ids=${userId}${query}`)).body.data;
  await eventually(async () =>
    expect(await found()).toMatchObject([
      { displayName: 'Una User', email: 'una@example.test', orgStructureRelationshipIds: [place.id] },
    ]),
  );
  const approver = () => found('&eventManagerOnly=true');
  expect(await approver()).toEqual([]);
  await publish({ ...user, version: 2, belongs: true, accepted: true, assignments: [assignment] });
  await eventually(async () => expect(await approver()).toHaveLength(1));
  await publish({ ...user, version: 3, belongs: false });
  await eventually(async () => expect(await found()).toEqual([]));
  const left = (await admin.get(`/users?ids=${userId}&includeArchived=only`)).body.data;
  expect(left).toMatchObject([{ archived: true, orgStructureRelationshipIds: [], companyWide: false }]);
});

it('course-changed.v1: an item can require the course until it is retired, in whatever order it is published', async () => {
  const course = { id: randomUUID(), code: 'FA', name: 'First aid', validityMonths: 36, archived: false };
  const require = async () => {
    const item = (await admin.post('/orgstructures/items', { name: randomUUID(), type: 'area' })).body;
    return admin.put(`/orgstructures/items/${item.id}/trainingrequired`, {
      requirements: [{ courseId: course.id }],
    });
  };
  await publishOf(courseChanged, { ...course, version: 1, status: 'active' });
  await eventually(async () => expect((await require()).status).toBe(200));
  await publishOf(
    courseChanged,
    { ...course, version: 3, status: 'retired' },
    { ...course, version: 2, status: 'active' },
  );
  await eventually(async () => expect((await require()).body.errors[0].code).toBe('not-allowed'));
});

it('a state that is published again replaces one of the same version, another does not', async () => {
  const course = { id: randomUUID(), code: 'FA', name: 'First aid', validityMonths: 36, archived: false };
  const known = async () =>
    (await sql(api, admin.companyId, 'SELECT name FROM courses WHERE id = $1', [course.id])).rows;
  const publishCourse = (payload: object, more: object = {}) =>
    publishSigned(redis, courseChanged, {
      id: randomUUID(),
      type: courseChanged.name,
      companyId: admin.companyId,
      occurredAt: new Date().toISOString(),
      ...more,
      payload: { ...course, version: 2, status: 'active', ...payload },
    });
  await publishCourse({ name: 'Wrong' });
  await publishCourse({ name: 'Ignored' });
  await eventually(async () => expect(await known()).toEqual([{ name: 'Wrong' }]));
  await publishCourse({}, { again: true });
  await publishCourse({ name: 'Older', version: 1 }, { again: true });
  await eventually(async () => expect(await known()).toEqual([{ name: 'First aid' }]));
});

it('training-status-changed.v1: the status of a person, by its days', async () => {
  const { body: added } = await admin.post('/personnel', person(place));
  await publishOf(trainingStatusChanged, {
    personnelId: added.id,
    version: 1,
    steps: [
      { from: '2020-01-01', status: 'compliant' },
      { from: '2090-01-01', status: 'nonCompliant' },
    ],
  });
  const statusOf = async (query = '') =>
    (await admin.get(`/personnel/${added.id}${query}`)).body.trainingStatus;
  await eventually(async () => expect(await statusOf()).toBe('compliant'));
  expect(await statusOf('?asOf=2090-01-01')).toBe('nonCompliant');
  expect(await statusOf('?asOf=2019-12-31')).toBe(null);
  // 0.1.0 reads another column of the same day.
  await api.database.transaction('service', async (client) => {
    await enterCompany(client, admin.companyId);
    await client.query(setLocal({ 'app.today': '2019-12-31', 'app.as_of': '2019-12-31' }));
    const text = 'SELECT training_status AS status FROM personnel_today WHERE id = $1';
    expect((await client.query(text, [added.id])).rows).toEqual([{ status: 'notRequired' }]);
  });
  const on = async (status: string) =>
    (await admin.get(`/personnel?trainingStatus=${status}&asOf=2019-12-31&ids=${added.id}`)).body.data;
  expect(await on('notRequired,compliant,expiringSoon,nonCompliant')).toEqual([]);
  const { data } = (await admin.get(`/personnel?trainingStatus=nonCompliant&asOf=2091-01-01`)).body;
  expect(data.map(({ id }: { id: string }) => id)).toEqual([added.id]);
});

it('company-changed.v1: records of the future wait for their days in the new time zone, in whatever order it is published', async () => {
  const nextYear = new Date().getUTCFullYear() + 1;
  const { body: added } = await admin.post('/personnel', person(place, { hireDate: `${nextYear}-06-01` }));
  const dueAt = async () =>
    (await sql(api, admin.companyId, 'SELECT due_at FROM history_due WHERE personnel_id = $1', [added.id]))
      .rows[0].due_at;
  expect((await dueAt()).toISOString()).toBe(`${nextYear}-05-31T23:00:00.000Z`);
  const company = { id: admin.companyId, name: 'Works', status: 'active' as const };
  const rules = { riskBands: null, allowSelfApproval: false, defaultApproverUserIds: [] };
  await publishOf(
    companyChanged,
    { ...company, ...rules, version: 2, timeZone: 'Pacific/Auckland' },
    { ...company, ...rules, version: 1, timeZone: 'Pacific/Honolulu' },
  );
  const userId = randomUUID();
  await publish({ userId, version: 1, belongs: true });
  await eventually(async () => expect((await linked(userId)).status).toBe(201));
  expect((await dueAt()).toISOString()).toBe(`${nextYear}-05-31T12:00:00.000Z`);
});
it('company-changed.v1: a record in force waits again where its day has yet to begin, once', async () => {
  // A day apart at every hour.
  const [ahead, behind] = ['Pacific/Kiritimati', 'Pacific/Honolulu'];
  // Memberships are known for a minute: each time zone has a caller of its own.
  const callerIn = async (timeZone: string) => {
    const caller = await api.caller({ companyId: admin.companyId });
    await setRoles(api, caller.userId, admin.companyId, [{ permissions: builtInRoles.admin }], timeZone);
    return caller;
  };
  const [before, after] = [await callerIn(ahead), await callerIn(behind)];
  const { body: added } = await before.post('/personnel', person(place));
  const date = dateIn(ahead, new Date());
  await before.post(historyOf(added), historyRecord(place, date, { employmentStatus: 'terminated' }));
  const read = async (caller: TestCaller) => (await caller.get(`/personnel/${added.id}`)).body;
  expect(await read(before)).toMatchObject({ version: 2, jobTitle: 'Driver', terminationDate: date });
  const company = { id: admin.companyId, version: 3, name: 'Works', status: 'active' as const };
  const rules = { riskBands: null, allowSelfApproval: false, defaultApproverUserIds: [] };
  await publishOf(companyChanged, { ...company, ...rules, timeZone: behind });
  const effects = api.app.get(HistoryEffects);
  await eventually(async () => {
    await effects.run();
    expect((await read(after)).version).toBe(3);
  });
  expect(await read(after)).toMatchObject({ jobTitle: 'Fitter', terminationDate: null });
  await effects.run(startOfDay(date, behind));
  expect(await read(after)).toMatchObject({ version: 4, terminationDate: date });
});
