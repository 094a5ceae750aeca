import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectRedis } from '@safety/bus';
import { consumeMessages } from '@safety/bus/outbox';
import { publishSigned } from '@safety/bus/testing';
import {
  associateChanged,
  builtInRoles,
  companyUserChanged,
  courseChanged,
  type OrgStructureState,
  type PersonnelState,
  personnelChanged,
} from '@safety/contracts';
import { LOGGER, type Logger } from '@safety/platform';
import { eventually, type TestApi } from '@safety/testing';
import { addCompany, assessed, hazardAt, select, startHazardsEvents } from '../testing/hazards-under-test.js';

/** No other spec runs this service on it: its replicas share what arrives. */
const STREAM = 'bus:personnel-org';
const GROUP = 'hazards-events';
const FAILURES = 'bus:failures:hazards-events';
const DEAD_LETTERS = 'bus:dead:hazards-events';

let redis: ReturnType<typeof connectRedis>;
let api: TestApi;
let companyId: string;

beforeAll(async () => {
  api = await startHazardsEvents({ setup: consumeMessages });
  redis = connectRedis(process.env['REDIS_URL'] ?? '', api.app.get<Logger>(LOGGER));
  await eventually(() => expect(redis.status).toBe('ready'));
  companyId = randomUUID();
});

afterAll(async () => {
  redis.disconnect();
  await api.close();
});

const publish = (envelope: object | string) => publishSigned(redis, personnelChanged, envelope);

const envelopeOf = (type: string, payload: object, changes: object = {}) => ({
  id: randomUUID(),
  type,
  companyId,
  occurredAt: new Date().toISOString(),
  payload,
  ...changes,
});

const placeState = (id: string, version: number, changes: Partial<OrgStructureState> = {}) =>
  envelopeOf('org-structure-changed.v1', {
    id,
    version,
    name: `v${version}`,
    path: 'Root',
    pathIds: [id],
    archived: false,
    ...changes,
  });

const personState = (id: string, version: number, changes: Partial<PersonnelState> = {}) =>
  envelopeOf('personnel-changed.v1', {
    id,
    version,
    displayName: `v${version}`,
    userId: null,
    orgStructureId: null,
    archived: false,
    ...changes,
  });

const placeRow = async (id: string, company = companyId) =>
  (await select(api, company, 'SELECT * FROM org_structures WHERE id = $1', [id]))[0];
const personRow = async (id: string) =>
  (await select(api, companyId, 'SELECT * FROM personnel WHERE id = $1', [id]))[0];

/** How many messages are not acknowledged. */
const pending = async () => ((await redis.xpending(STREAM, GROUP)) as [number])[0];

/** Messages of a stream are applied in order: once the last one shows, all before it were applied. */
async function applied(): Promise<void> {
  const last = randomUUID();
  await publish(personState(last, 1));
  await eventually(async () => expect(await personRow(last)).toBeDefined());
}

describe('org-structure-changed.v1 on the bus', () => {
  it('arrives in the read model, and hazards can lie there from then on', async () => {
    const { admin } = await addCompany(api);
    const id = randomUUID();
    await publish({
      ...placeState(id, 1, { name: 'North', path: 'Root / North' }),
      companyId: admin.companyId,
    });
    const row = await eventually(async () => {
      const found = await placeRow(id, admin.companyId);
      expect(found).toBeDefined();
      return found;
    });
    expect(row).toMatchObject({
      company_id: admin.companyId,
      version: 1,
      name: 'North',
      path_ids: [id],
      archived: false,
    });
    const place = { id, path: 'Root / North', pathIds: [id] };
    const { status, body } = await admin.post('/hazards', hazardAt(place));
    expect({ status, path: body.orgStructurePath }).toEqual({ status: 201, path: 'Root / North' });
    await publish({ ...placeState(id, 2, { archived: true }), companyId: admin.companyId });
    await eventually(async () =>
      expect((await admin.post('/hazards', hazardAt(place))).body.code).toBe('validation-failed'),
    );
  });

  it.each([
    ['in order', [1, 2, 3]],
    ['in reverse', [3, 2, 1]],
    ['mixed and twice', [2, 3, 3, 1, 2, 1]],
  ])('ends in the newest state: %s', async (_, versions) => {
    const id = randomUUID();
    for (const version of versions) await publish(placeState(id, version));
    await applied();
    expect(await placeRow(id)).toMatchObject({ version: 3, name: 'v3' });
  });

  it('that fails is tried again by the bus, which logs it itself', async () => {
    const id = randomUUID();
    const lines: unknown[] = [];
    const log = (line: unknown) => void lines.push(line);
    api.app.useLogger({ log, warn: log, error: log });
    const table = 'ALTER TABLE org_structures';
    await api.database.transaction('owner', async (client) => {
      await client.query(`${table} ADD CONSTRAINT fails CHECK (id <> '${id}')`);
    });
    await publish(placeState(id, 1));
    await applied();
    expect([await placeRow(id), lines]).toEqual([undefined, []]);
    await api.database.transaction('owner', async (client) => {
      await client.query(`${table} DROP CONSTRAINT fails`);
    });
    await eventually(async () => expect(await pending()).toBe(0));
    expect(await placeRow(id)).toMatchObject({ version: 1 });
  });

  it('belongs to the company of its envelope, whatever the same id means to another', async () => {
    const id = randomUUID();
    const other = randomUUID();
    await publish(placeState(id, 5));
    await publish({ ...placeState(id, 1), companyId: other });
    await applied();
    expect((await placeRow(id))?.['version']).toBe(5);
    expect((await placeRow(id, other))?.['version']).toBe(1);
  });
});

describe('personnel-changed.v1 on the bus', () => {
  it('arrives in the read model, and a report names the person from then on', async () => {
    const { admin, place } = await addCompany(api);
    const id = randomUUID();
    await publish({ ...personState(id, 1, { userId: admin.userId }), companyId: admin.companyId });
    await eventually(async () => {
      const { body } = await admin.post('/hazards', hazardAt(place));
      expect(body.reportedByPersonnelId).toBe(id);
    });
  });

  it.each([
    ['in reverse', [2, 1]],
    ['twice', [1, 1, 2, 2]],
  ])('ends in the newest state: %s', async (_, versions) => {
    const id = randomUUID();
    for (const version of versions) await publish(personState(id, version, { archived: version === 2 }));
    await applied();
    expect(await personRow(id)).toMatchObject({ version: 2, display_name: 'v2', archived: true });
  });
});

describe('company-user-changed.v1 on the bus', () => {
  it('says who may be named as an approver, and who may not any more', async () => {
    const { admin, place } = await addCompany(api);
    const userId = randomUUID();
    const assignment = {
      id: randomUUID(),
      roleId: randomUUID(),
      roleName: 'eventManager',
      isEventManager: true,
      permissions: [...builtInRoles.eventManager],
      orgStructureIds: [place.id],
    };
    const publishUser = (version: number, changes: object) =>
      publishSigned(redis, companyUserChanged, {
        ...envelopeOf('company-user-changed.v1', { userId, version, belongs: true, ...changes }),
        companyId: admin.companyId,
      });
    const name = () =>
      admin.post(
        '/hazards/approval',
        hazardAt(place, { ...assessed, approval: { approverUserIds: [userId] } }),
      );
    expect((await name()).status).toBe(422);
    await publishUser(1, { assignments: [assignment] });
    await eventually(async () => expect((await name()).status).toBe(201));
    await publishUser(2, { assignments: [assignment], active: false });
    await eventually(async () => expect((await name()).status).toBe(422));
    await publishUser(3, { assignments: [assignment], accepted: true });
    await eventually(async () => expect((await name()).status).toBe(201));
    await publishUser(4, { assignments: [assignment], accepted: false });
    await eventually(async () => expect((await name()).status).toBe(422));
  });
});

describe('associate-changed.v1 and course-changed.v1 on the bus', () => {
  it('arrive in the read models: an associate reports, a course is the source of an action', async () => {
    const { admin, place } = await addCompany(api);
    const [associateId, courseId] = [randomUUID(), randomUUID()];
    const { companyId: company } = admin;
    await publishSigned(redis, associateChanged, {
      ...envelopeOf('associate-changed.v1', {
        id: associateId,
        version: 1,
        displayName: 'Acme',
        associateType: 'contractor',
        orgStructureIds: [],
        archived: false,
      }),
      companyId: company,
    });
    await publishSigned(redis, courseChanged, {
      ...envelopeOf('course-changed.v1', {
        id: courseId,
        version: 1,
        code: 'C1',
        name: 'Guards',
        status: 'active',
        validityMonths: null,
        archived: false,
      }),
      companyId: company,
    });
    const action = {
      title: 'Train the crew',
      actionType: 'preventive',
      sourceType: 'training',
      sourceId: courseId,
      orgStructureId: place.id,
      assigneeUserId: admin.userId,
      dueDate: '2030-01-01',
    };
    await eventually(async () => expect((await admin.post('/actions', action)).status).toBe(201));
    await eventually(async () => {
      const { body } = await admin.post('/hazards', hazardAt(place, { reportedByAssociateId: associateId }));
      expect(body.reportedByAssociateId).toBe(associateId);
    });
  });
});

describe('the bus', () => {
  it('applies a message once, however often it is delivered', async () => {
    const id = randomUUID();
    const message = placeState(id, 1);
    await publish(message);
    await applied();
    await select(api, companyId, 'UPDATE org_structures SET version = 0, name = $2 WHERE id = $1', [
      id,
      'untouched',
    ]);
    await publish(message);
    await applied();
    expect(await placeRow(id)).toMatchObject({ version: 0, name: 'untouched' });
  });

  it('leaves alone what is of no concern here', async () => {
    await publish(envelopeOf('something-else.v1', {}));
    await applied();
    expect(await pending()).toBe(0);
  });

  it.each([
    ['no JSON', () => '{"id":'],
    [
      'a payload that is not what the contract says',
      () => placeState(randomUUID(), 1, { pathIds: undefined as never }),
    ],
    ['a message of no company', () => ({ ...placeState(randomUUID(), 1), companyId: null })],
  ])('moves %s aside after eight tries, and goes on meanwhile', async (_, poison) => {
    const id = await publish(poison());
    await applied();
    // As if it had failed seven times, the last time long ago.
    await redis.hset(FAILURES, `${STREAM} ${id}`, 7);
    await redis.xclaim(STREAM, GROUP, 'an-earlier-replica', 0, id ?? '', 'IDLE', 60_000);
    // It is kept before it is acknowledged.
    await eventually(async () => {
      const dead = await redis.xrange(DEAD_LETTERS, '-', '+');
      expect(dead.map(([, fields]) => fields[fields.indexOf('message') + 1])).toContain(id);
      expect(await redis.xpending(STREAM, GROUP, id ?? '', id ?? '', 1)).toEqual([]);
    });
    await applied();
  });

  it('carries the message of a hazard once its transaction has committed', async () => {
    const { admin, place } = await addCompany(api);
    const { body } = await admin.post('/hazards', hazardAt(place));
    const envelope = await eventually(async () => {
      const entries = await redis.xrange('bus:hazards-events', '-', '+');
      const found = entries
        .map(([, fields]) => JSON.parse(fields[1] ?? ''))
        .find(({ payload }) => payload.id === body.id);
      expect(found).toBeDefined();
      return found;
    });
    expect(envelope).toMatchObject({
      type: 'hazards-events-resource-changed.v1',
      companyId: admin.companyId,
      payload: { resource: 'hazards', version: 1, actorUserId: admin.userId },
    });
  });
});
