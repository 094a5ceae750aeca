import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeService, type TestApi, type TestCaller } from '@safety/testing';
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
    expect(seen).toMatchObject({ operation: 'added', changedByUserId: null, requestId: null });
    expect(seen.members).toContainEqual({ member: 'approvedByUserId', from: null, to: null, redacted: true });
    expect((await audit(admin))[0]).toMatchObject({ changedByUserId: reporter.userId });
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
    expect({ ...snapshot, suggested_actions: [], creation_digest: null }).toEqual({
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

describe('POST /hazards refuses what it names', () => {
  const refused = async (changes: object, caller = admin) => {
    const { status, body } = await post(changes, caller);
    expect(status).toBe(422);
    return body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
  };

  it('422: a place that is archived, unknown, out of reach, or of another company', async () => {
    const archived = await addPlace(api, admin.companyId, { archived: true });
    expect(await refused({ orgStructureId: archived.id })).toEqual(['/orgStructureId archived-reference']);
    expect(await refused({ orgStructureId: randomUUID() })).toEqual(['/orgStructureId not-found']);
    const local = await api.caller({ companyId: admin.companyId, orgStructureIds: [archived.id] });
    expect(await refused({}, local)).toEqual(['/orgStructureId not-found']);
    const foreign = await addCompany(api);
    expect(await refused({ orgStructureId: foreign.place.id })).toEqual(['/orgStructureId not-found']);
  });

  it('201: a place below one of the caller', async () => {
    const child = await addPlace(api, admin.companyId, { parent: place });
    const local = await api.caller({ companyId: admin.companyId, orgStructureIds: [place.id] });
    const { status, body } = await post({ orgStructureId: child.id }, local);
    expect({ status, path: body.orgStructurePath }).toEqual({ status: 201, path: child.path });
  });

  it('422: people who are archived, unknown, or of another company', async () => {
    const archived = await addPerson(api, admin.companyId, { archived: true });
    const foreign = await addPerson(api, (await addCompany(api)).admin.companyId);
    const faults = await refused({
      reportedByPersonnelId: archived,
      responsiblePersonnelId: foreign,
      riskAssessment: { initial: { likelihood: 1, severity: 1, assessedByPersonnelId: randomUUID() } },
    });
    expect(faults).toEqual([
      '/reportedByPersonnelId archived-reference',
      '/responsiblePersonnelId not-found',
      '/riskAssessment/initial/assessedByPersonnelId not-found',
    ]);
  });

  it('422: events and associates that are unknown, attachments until there are any', async () => {
    const ids = [randomUUID(), randomUUID()];
    expect(await refused({ relatedEventIds: ids })).toEqual([
      '/relatedEventIds/0 not-found',
      '/relatedEventIds/1 not-found',
    ]);
    expect(await refused({ attachmentIds: ids.slice(1) })).toEqual(['/attachmentIds unknown-field']);
    expect(await refused({ reportedByAssociateId: ids[0] })).toEqual(['/reportedByAssociateId not-found']);
  });

  it('422 in-future: identified more than five minutes from now', async () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    expect(await refused({ identifiedAt: inMinutes(6) })).toEqual(['/identifiedAt in-future']);
    expect((await post({ identifiedAt: inMinutes(4) })).status).toBe(201);
  });
});

describe('POST /hazards refuses by the table of fields', () => {
  const risk = (changes: object) => ({
    riskAssessment: { initial: { likelihood: 1, severity: 1, ...changes } },
  });
  const control = (changes: object) => ({
    existingControls: [{ description: 'Guard', controlType: 'ppe', ...changes }],
  });
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID());

  it.each<[string, object, string, string]>([
    ['no title', { title: undefined }, '/title', 'required'],
    ['a title of two characters', { title: 'ab' }, '/title', 'too-short'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, '/title', 'too-long'],
    ['a title with U+0000', { title: 'abc\u0000' }, '/title', 'invalid-format'],
    ['no description', { description: undefined }, '/description', 'required'],
    ['a description of 8001 characters', { description: 'x'.repeat(8001) }, '/description', 'too-long'],
    ['no hazardType', { hazardType: undefined }, '/hazardType', 'required'],
    ['an unknown hazardType', { hazardType: 'radioactive' }, '/hazardType', 'invalid-enum'],
    [
      'a psychosocialFactor of another type',
      { psychosocialFactor: 'socialFactors' },
      '/psychosocialFactor',
      'not-allowed',
    ],
    ['an unknown psychosocialFactor', { psychosocialFactor: 'x' }, '/psychosocialFactor', 'invalid-enum'],
    ['an unknown observationKind', { observationKind: 'x' }, '/observationKind', 'invalid-enum'],
    ['no orgStructureId', { orgStructureId: undefined }, '/orgStructureId', 'required'],
    ['an orgStructureId that is no id', { orgStructureId: 'here' }, '/orgStructureId', 'invalid-format'],
    [
      'a locationDescription of 501 characters',
      { locationDescription: 'x'.repeat(501) },
      '/locationDescription',
      'too-long',
    ],
    ['a latitude above 90', { latitude: 90.1, longitude: 0 }, '/latitude', 'out-of-range'],
    ['a latitude below -90', { latitude: -90.1, longitude: 0 }, '/latitude', 'out-of-range'],
    ['a longitude above 180', { latitude: 0, longitude: 180.1 }, '/longitude', 'out-of-range'],
    ['a latitude alone', { latitude: 0 }, '/longitude', 'required'],
    ['a longitude alone', { longitude: 0, latitude: null }, '/latitude', 'required'],
    ['no identifiedAt', { identifiedAt: undefined }, '/identifiedAt', 'required'],
    [
      'an identifiedAt without offset',
      { identifiedAt: '2026-03-02T08:30:00' },
      '/identifiedAt',
      'invalid-format',
    ],
    [
      'two reporters',
      { reportedByPersonnelId: randomUUID(), reportedByName: 'X' },
      '/reportedByName',
      'mutually-exclusive',
    ],
    [
      'a reportedByName of 201 characters',
      { reportedByName: 'x'.repeat(201) },
      '/reportedByName',
      'too-long',
    ],
    ['an anonymous that is no boolean', { anonymous: 'yes' }, '/anonymous', 'invalid-format'],
    [
      'a responsiblePersonnelId that is no id',
      { responsiblePersonnelId: 7 },
      '/responsiblePersonnelId',
      'invalid-format',
    ],
    ['unknown persons at risk', { personsAtRisk: ['pets'] }, '/personsAtRisk/0', 'invalid-enum'],
    [
      'an immediateActionTaken of 4001 characters',
      { immediateActionTaken: 'x'.repeat(4001) },
      '/immediateActionTaken',
      'too-long',
    ],
    [
      '31 controls',
      { existingControls: Array.from({ length: 31 }, () => ({ description: 'x', controlType: 'ppe' })) },
      '/existingControls',
      'too-long',
    ],
    [
      'a control without description',
      control({ description: undefined }),
      '/existingControls/0/description',
      'required',
    ],
    [
      'a control with a description of 501',
      control({ description: 'x'.repeat(501) }),
      '/existingControls/0/description',
      'too-long',
    ],
    [
      'a control without type',
      control({ controlType: undefined }),
      '/existingControls/0/controlType',
      'required',
    ],
    [
      'a control of unknown effectiveness',
      control({ effectiveness: 'so so' }),
      '/existingControls/0/effectiveness',
      'invalid-enum',
    ],
    ['a likelihood of 0', risk({ likelihood: 0 }), '/riskAssessment/initial/likelihood', 'out-of-range'],
    ['a likelihood of 6', risk({ likelihood: 6 }), '/riskAssessment/initial/likelihood', 'out-of-range'],
    ['no severity', risk({ severity: undefined }), '/riskAssessment/initial/severity', 'required'],
    ['a severity of 2.5', risk({ severity: 2.5 }), '/riskAssessment/initial/severity', 'invalid-format'],
    [
      'an assessedAt that is no time',
      risk({ assessedAt: 'today' }),
      '/riskAssessment/initial/assessedAt',
      'invalid-format',
    ],
    [
      'an unknown stage of risk',
      { riskAssessment: { final: null } },
      '/riskAssessment/final',
      'unknown-field',
    ],
    ['a dueDate that is no date', { dueDate: '2026-02-30' }, '/dueDate', 'invalid-format'],
    ['a nextReviewDate of the year 1', { nextReviewDate: '0001-01-01' }, '/nextReviewDate', 'out-of-range'],
    ['21 related events', { relatedEventIds: ids(21) }, '/relatedEventIds', 'too-long'],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, '/tags', 'too-long'],
    ['a tag of 51 characters', { tags: ['x'.repeat(51)] }, '/tags/0', 'too-long'],
    ['an externalId of 101 characters', { externalId: 'x'.repeat(101) }, '/externalId', 'too-long'],
    ['a nested custom field', { customFields: { a: { b: 1 } } }, '/customFields/a', 'invalid-format'],
    ['an unknown member', { colour: 'red' }, '/colour', 'unknown-field'],
  ])('422: %s', async (_, changes, pointer, code) => {
    const { status, body } = await post(changes);
    expect(status).toBe(422);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
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

  it('201: a refused request takes no number, another company has numbers of its own', async () => {
    const [first, second] = [await addCompany(api), await addCompany(api)];
    const externalId = randomUUID();
    const add = (company: typeof first) =>
      company.admin.post('/hazards', hazardAt(company.place, { externalId }));
    const taken = await add(first);
    expect((await add(first)).status).toBe(409);
    const next = await first.admin.post('/hazards', hazardAt(first.place));
    const numbers = [taken, next, await add(second)].map(({ body }) => body.reference.slice(-6));
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

describeService(() => api, HazardsEventsModule, {
  openApi: {
    file: 'apps/hazards-events/openapi.json',
    title: 'Hazards and events',
    description: 'Hazards that are approved and, later, their approval, events and actions.',
    prefix: '/api',
  },
});
