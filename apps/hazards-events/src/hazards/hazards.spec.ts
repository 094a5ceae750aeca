import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { distributionOf, obstaclesTo } from '@safety/persistence';
import { describeDistribution, describeService, type TestApi, type TestCaller } from '@safety/testing';
import { HazardsEventsModule } from '../hazards-events.module.js';
import {
  addCompany,
  addPerson,
  addPlace,
  hazardAt,
  select,
  startHazardsEvents,
  type TestPlace,
} from '../testing/hazards-under-test.js';

let api: TestApi;
let admin: TestCaller;
let place: TestPlace;

beforeAll(async () => {
  api = await startHazardsEvents();
  ({ admin, place } = await addCompany(api));
});

afterAll(() => api.close());

const post = (changes: object = {}, caller = admin) => caller.post('/hazards', hazardAt(place, changes));

describe('POST /hazards', () => {
  it('201: approved at once, with defaults, its ETag and its Location', async () => {
    const { status, headers, body } = await post();
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(headers.get('location')).toBe(`http://localhost:8080/api/hazards/${body.id}`);
    expect(body).toMatchObject({
      status: 'approved',
      requireApproval: false,
      hasPendingRevision: false,
      approvedByUserId: admin.userId,
      approvedAt: body.createdAt,
      closedAt: null,
      closureReason: null,
      version: 1,
      observationKind: 'unsafeCondition',
      orgStructurePath: place.path,
      identifiedAt: '2026-03-02T08:30:00.000Z',
      anonymous: false,
      existingControls: [],
      personsAtRisk: [],
      riskAssessment: { initial: null, residual: null, target: null },
      openActionCount: 0,
      overdueActionCount: 0,
    });
    expect(body.companyId).toBeUndefined();
    expect(body.riskScore).toBeUndefined();
    expect((await admin.get(`/hazards/${body.id}`)).body).toEqual(body);
  });

  it('201: a tag and a kind of persons that come twice are kept once, in their order', async () => {
    const twice = { tags: ['b', 'a', ' b ', 'B'], personsAtRisk: ['visitors', 'employees', 'visitors'] };
    const { status, body } = await post(twice);
    expect([status, body.tags, body.personsAtRisk]).toEqual([
      201,
      ['b', 'a', 'B'],
      ['visitors', 'employees'],
    ]);
  });

  it('201: every field comes back as it was written', async () => {
    const personId = await addPerson(api, admin.companyId);
    const written = {
      hazardType: 'psychosocial',
      psychosocialFactor: 'socialFactors',
      observationKind: 'unsafeAct',
      locationDescription: 'Beside the crusher',
      latitude: 53.35,
      longitude: -6.26,
      reportedByName: 'A visitor',
      responsiblePersonnelId: personId,
      personsAtRisk: ['employees', 'visitors'],
      immediateActionTaken: 'Taped off',
      existingControls: [
        { description: 'Fixed guard', controlType: 'engineering', effectiveness: 'ineffective' },
        { description: 'Sign', controlType: 'administrative', effectiveness: null },
      ],
      dueDate: '2026-12-31',
      nextReviewDate: '2027-01-31',
      tags: ['conveyor'],
      customFields: { shift: 'night', loads: 3 },
      externalId: `ext-${randomUUID()}`,
    };
    const { status, body } = await post(written);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...written, reportedByPersonnelId: null });
  });

  it('201: scores and bands follow from likelihood and severity', async () => {
    const risk = (likelihood: number, severity: number) => ({ likelihood, severity });
    const { body } = await post({
      riskAssessment: {
        initial: { ...risk(4, 4), score: 1, band: 'low' },
        residual: risk(2, 5),
        target: risk(1, 4),
      },
    });
    expect(body.riskAssessment).toMatchObject({
      initial: { likelihood: 4, severity: 4, score: 16, band: 'veryHigh', assessedAt: body.createdAt },
      residual: { score: 10, band: 'high', assessedByPersonnelId: null },
      target: { score: 4, band: 'low' },
    });
  });

  it('201: without a reporter, the personnel record of the caller', async () => {
    const personId = await addPerson(api, admin.companyId, { userId: admin.userId });
    expect((await post()).body.reportedByPersonnelId).toBe(personId);
    expect((await post({ reportedByName: 'A visitor' })).body.reportedByPersonnelId).toBeNull();
    expect((await post({ reportedByName: null })).body.reportedByPersonnelId).toBe(personId);
    const { body: nobodys } = await post({ reportedByPersonnelId: null });
    expect(nobodys.reportedByPersonnelId).toBeNull();
    expect((await admin.put('/hazards', nobodys)).body.reportedByPersonnelId).toBeNull();
    const stranger = await api.caller({ companyId: admin.companyId });
    expect((await post({}, stranger)).body.reportedByPersonnelId).toBeNull();
  });

  it('201: anonymous, only an administrator of the whole company sees who created it', async () => {
    const { body: own } = await post({ anonymous: true, reportedByName: 'A visitor' });
    expect(own).toMatchObject({
      reportedByName: null,
      reportedByPersonnelId: null,
      createdByUserId: admin.userId,
    });
    const reporter = await api.caller({ companyId: admin.companyId, role: 'integration' });
    await addPerson(api, admin.companyId, { userId: reporter.userId });
    const { body: hidden } = await post({ anonymous: true }, reporter);
    expect(JSON.stringify(hidden)).not.toContain(reporter.userId);
    expect(hidden).toMatchObject({ createdByUserId: null, modifiedByUserId: null, approvedByUserId: null });
    expect((await reporter.get(`/hazards?ids=${hidden.id}`)).body.data).toEqual([hidden]);
    expect((await admin.get(`/hazards/${hidden.id}`)).body.createdByUserId).toBe(reporter.userId);
    const local = await api.caller({ companyId: admin.companyId, orgStructureIds: [place.id] });
    expect((await local.get(`/hazards/${hidden.id}`)).body.createdByUserId).toBeNull();
  });

  it('200 at /audit: anonymous, only an administrator of the whole company sees the author', async () => {
    const reporter = await api.caller({ companyId: admin.companyId, role: 'integration' });
    const { body } = await post({ anonymous: true }, reporter);
    const audit = async (caller: TestCaller) => (await caller.get(`/hazards/${body.id}/audit`)).body.data;
    const [seen] = await audit(reporter);
    expect(JSON.stringify(seen)).not.toContain(reporter.userId);
    const unnamed = { actor: null, changedByUserId: null, clientId: null, requestId: null };
    expect(seen).toMatchObject({ operation: 'added', ...unnamed });
    expect(seen.members).toContainEqual({ member: 'approvedByUserId', from: null, to: null, redacted: true });
    expect((await audit(admin))[0]).toMatchObject({
      changedByUserId: reporter.userId,
      clientId: expect.any(String),
    });
    const { body: named } = await post({}, reporter);
    const [open] = (await admin.get(`/hazards/${named.id}/audit`)).body.data;
    expect(open.changedByUserId).toBe(reporter.userId);
  });

  it('201: the working copy and the snapshot are the same', async () => {
    const { id } = (await post({ externalId: randomUUID() })).body;
    const [copy] = await select(api, admin.companyId, 'SELECT * FROM hazards WHERE id = $1', [id]);
    const [snapshot] = await select(api, admin.companyId, 'SELECT * FROM approved_hazards WHERE id = $1', [
      id,
    ]);
    const ofCopy = {
      suggested_actions: [],
      creation_digest: null,
      lifts_anonymity: false,
      author_user_ids: [],
      withdrawn: null,
    };
    expect({ ...snapshot, ...ofCopy }).toEqual({
      ...copy,
      revision_waits: false,
    });
  });

  it('201: its message waits in the outbox, and names nobody', async () => {
    const { body } = await post({ anonymous: true });
    const [row] = await select(
      api,
      admin.companyId,
      "SELECT envelope FROM outbox WHERE envelope->'payload'->>'id' = $1",
      [body.id],
    );
    expect(row?.['envelope']).toMatchObject({
      type: 'hazards-events-resource-changed.v1',
      companyId: admin.companyId,
      payload: {
        resource: 'hazards',
        id: body.id,
        version: 1,
        operation: 'added',
        members: expect.arrayContaining(['title', 'anonymous', 'approvedByUserId']),
        actorUserId: null,
      },
    });
    expect(JSON.stringify(row)).not.toContain(admin.userId);
  });

  it('403 permission-denied: no right to create at a place the caller can see', async () => {
    const elsewhere = await addPlace(api, admin.companyId);
    const caller = await api.caller({
      companyId: admin.companyId,
      role: 'integration',
      orgStructureIds: [elsewhere.id],
    });
    const reader = { id: randomUUID(), roleId: randomUUID(), roleName: 'readOnly', isEventManager: false };
    const known = {
      companyId: admin.companyId,
      timeZone: 'Europe/Dublin',
      requireIfMatch: false,
      allowSelfApproval: false,
      defaultApproverUserIds: [],
    };
    const writes = {
      ...reader,
      permissions: ['hazards.createWithoutApproval' as const],
      orgStructureIds: [elsewhere.id],
    };
    const reads = { ...reader, permissions: ['hazards.read' as const], orgStructureIds: [] };
    await api.accounts.set(caller.userId, [{ ...known, assignments: [writes, reads] }]);
    const { status, body } = await post({}, caller);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'permission-denied' });
    expect(body.requiredPermission).toBe('hazards.createWithoutApproval');
    expect((await post({ orgStructureId: elsewhere.id }, caller)).status).toBe(201);
  });
});

describe('references', () => {
  const PARALLEL = 25;

  it('201: creates at once get consecutive references, with the year of the company', async () => {
    const { admin: caller, place: here } = await addCompany(api);
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () => caller.post('/hazards', hazardAt(here))),
    );
    const year = new Date().getUTCFullYear();
    const expected = Array.from(
      { length: PARALLEL },
      (_, index) => `HAZ-${year}-${String(index + 1).padStart(6, '0')}`,
    );
    expect(answers.map(({ body }) => body.reference).sort()).toEqual(expected);
  });

  it('201: a body that is refused takes no number, another company has numbers of its own', async () => {
    const [first, second] = [await addCompany(api), await addCompany(api)];
    const add = (company: typeof first, more = {}) =>
      company.admin.post('/hazards', hazardAt(company.place, more));
    const taken = await add(first);
    expect((await add(first, { reportedByPersonnelId: randomUUID() })).status).toBe(422);
    const added = [taken, await add(first), await add(second)];
    const numbers = added.map(({ body }) => body.reference.slice(-6));
    expect(numbers).toEqual(['000001', '000002', '000001']);
  });

  it('201 again with the same reference: a repeated Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = hazardAt(place);
    const [first, second] = [
      await admin.post('/hazards', body, { headers }),
      await admin.post('/hazards', body, { headers }),
    ];
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });
});

describeDistribution(() => api, { obstaclesTo, distributionOf });

describeService(() => api, HazardsEventsModule, {
  tablesWithoutCompany: {
    drafts_to_forget: 'is looked through for all companies; holds ids and times only',
  },
  uniqueWithoutDuplicate: {
    actions_reference_key: 'a series gives each reference once',
    actions_suggestion_key: 'a suggestion is accepted once, under the lock of its hazard',
    events_reference_key: 'a series gives each reference once',
    hazards_reference_key: 'a series gives each reference once',
  },
  resourcesWithoutSuite: {
    '/events': 'an event begins as a submission, of another path; event-process.spec.ts has describeChanges',
  },
  openApi: {
    file: 'apps/hazards-events/openapi.json',
    title: 'Hazards and events',
    description: 'Hazards and safety events, their approval, and what is done about them.',
    prefix: '/api',
  },
});
