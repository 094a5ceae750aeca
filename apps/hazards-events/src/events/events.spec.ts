import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seedRows } from '@safety/persistence';
import type { Answer, CallerOptions, TestApi, TestCaller } from '@safety/testing';
import {
  addCompany,
  addMember,
  addPerson,
  addPlace,
  eventAt,
  hazardAt,
  injury,
  select,
  startHazardsEvents,
  type TestPlace,
} from '../testing/hazards-under-test.js';

let api: TestApi;
let place: TestPlace;
let admin: TestCaller;
let author: TestCaller;
let approver: TestCaller;

beforeAll(async () => {
  api = await startHazardsEvents();
  ({ admin, place } = await addCompany(api));
  author = await member({ role: 'employee' });
  approver = await member({ role: 'eventManager' });
});

afterAll(() => api.close());

const member = (options: CallerOptions) => addMember(api, admin.companyId, options);
const post = (changes: object = {}, caller = author) =>
  caller.post('/events/requireapproval', eventAt(place, changes));
const step = (id: string, transition: string, caller = approver, comment: string | null = 'Seen.') =>
  caller.post(`/events/${id}/transitions`, { transition, comment });
const added = async (changes: object = {}) => {
  const { status, body } = await post(changes);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};
const approved = async (changes: object = {}) => {
  const { id } = await added(changes);
  const answer = await step(id, 'approve');
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const outcome = ({ status, body: { code } }: Answer) => ({ status, code });
const faults = ({ status, body: { errors } }: Answer) => ({
  status,
  faults: errors?.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`),
});
const idsIn = ({ body: { data } }: Answer): string[] => data.map(({ id }: { id: string }) => id);
const group = (changes: object) => ({ eventGroups: [injury(changes)] });

describe('POST /events/requireapproval', () => {
  it('201: pending, with defaults, a reference and its Location', async () => {
    const { status, headers, body } = await post();
    expect({ status, location: headers.get('location') }).toEqual({
      status: 201,
      location: `http://localhost:8080/api/events/${body.id}/approvalData`,
    });
    expect(body).toMatchObject({
      status: 'pendingApproval',
      requireApproval: true,
      hasPendingRevision: false,
      timeZone: 'Europe/Dublin',
      reportedAt: body.createdAt,
      occurredTimeUnknown: false,
      potentialSeverity: null,
      lostDays: 0,
      witnesses: [],
      investigation: null,
      orgStructurePath: place.path,
      regulatory: { oshaRecordable: false, riddorReportable: false, riddorCategory: null, reportDueAt: null },
    });
    expect(body.reference).toMatch(/^EVT-\d{4}-\d{6}$/);
    expect(body.companyId).toBeUndefined();
    expect((await author.get(`/events/${body.id}/approvalData`)).body).toMatchObject({
      approval: { mode: 'queue', state: 'pending', submittedByUserId: author.userId },
      action: { total: 0, open: 0, overdue: 0, items: [] },
    });
  });

  it('201: every field comes back as it was written', async () => {
    const personId = await addPerson(api, admin.companyId);
    const hazard = (await admin.post('/hazards', hazardAt(place))).body;
    const code = { scheme: 'custom', code: 'X1', label: 'Crushed' };
    const written = {
      potentialSeverity: 'major',
      occurredTimeUnknown: true,
      timeZone: 'Europe/London',
      reportedAt: '2026-03-02T09:00:00.000Z',
      locationDescription: 'Line 2',
      latitude: 53.35,
      longitude: -6.26,
      reportedByPersonnelId: personId,
      supervisorPersonnelId: personId,
      activityAtTime: 'Cleaning',
      equipmentInvolved: 'Belt',
      substanceInvolved: 'Dust',
      immediateActionTaken: 'Stopped',
      witnesses: [
        { personnelId: personId, associateId: null, name: null, contact: '123', statement: 'I saw it.' },
      ],
      investigation: {
        leadUserId: approver.userId,
        teamUserIds: [author.userId],
        method: 'fiveWhys',
        startedAt: '2026-03-03T00:00:00.000Z',
        completedAt: null,
        immediateCauses: ['No guard'],
        rootCauses: [{ category: 'management', description: 'No plan' }],
        findings: 'Guards were off.',
      },
      relatedHazardIds: [hazard.id],
      tags: ['belt'],
      customFields: { shift: 'night' },
      externalId: randomUUID(),
      eventGroups: [
        {
          groupType: 'injury',
          personInjuredPersonnelId: personId,
          personInjuredAssociateId: null,
          personInjuredName: null,
          personType: 'employee',
          natureOfInjury: code,
          bodyParts: [{ ...code, side: 'left' }],
          eventOrExposure: code,
          sourceOfInjury: code,
          secondarySource: null,
          esaw: null,
          treatment: 'hospitalInpatient',
          treatedInEmergencyRoom: true,
          hospitalizedInPatient: true,
          treatmentFacilityName: 'St. James',
          treatmentFacilityAddress: 'Dublin',
          physicianName: 'Dr. No',
          outcome: 'daysAway',
          daysAway: 9,
          daysRestricted: 2,
          absenceStartDate: '2026-03-03',
          returnToWorkDate: '2026-03-12',
          dateOfDeath: null,
          timeStartedWork: '07:30',
          osha: {
            recordable: null,
            caseNumber: '12',
            privacyCase: false,
            outcome: 'daysAway',
            type: 'injury',
            logDescription: 'Crushed hand',
            narrativeBefore: 'Cleaning',
            narrativeWhatHappened: null,
            narrativeInjury: null,
            narrativeObject: null,
          },
          riddor: {
            reportable: null,
            category: null,
            accidentKind: 'machineryContact',
            injuredPersonStatus: 'employee',
            enforcingAuthority: 'hse',
            workProcess: 'Quarrying',
            reportedAt: null,
            reportReference: null,
          },
          propertyDamage: { description: 'Belt', estimatedCost: 10.5, currency: 'EUR' },
          environmental: { substance: 'Oil', quantity: 2, unit: 'l', medium: 'soil' },
        },
      ],
    };
    const { status, body } = await post(written, admin);
    expect(status).toBe(201);
    expect(body).toMatchObject(written);
    expect(body).toMatchObject({
      lostDays: 9,
      regulatory: {
        oshaRecordable: true,
        riddorReportable: true,
        riddorCategory: 'overSevenDay',
        reportDueAt: '2026-03-03T08:30:00.000Z',
      },
      redactedFields: [],
    });
    const again = await admin.put(`/events/${body.id}/requireapproval`, body);
    expect({ status: again.status, groups: again.body.eventGroups }).toEqual({
      status: 200,
      groups: body.eventGroups,
    });
  });

  it('201: reporter, supervisor and time zone by default', async () => {
    const { admin: owner } = await addCompany(api);
    const there = await addPlace(api, owner.companyId);
    const zone = 'UPDATE org_structures SET time_zone = $2 WHERE id = $1';
    await select(api, owner.companyId, zone, [there.id, 'Asia/Almaty']);
    await addMember(api, owner.companyId, { role: 'eventManager' });
    const reporter = await addMember(api, owner.companyId, { role: 'employee' });
    const reporterId = await addPerson(api, owner.companyId, { userId: reporter.userId });
    const managerId = await addPerson(api, owner.companyId);
    const injuredId = await addPerson(api, owner.companyId);
    const manages = 'UPDATE personnel SET line_manager_id = $2 WHERE id = $1';
    await select(api, owner.companyId, manages, [injuredId, managerId]);
    const { body } = await reporter.post(
      '/events/requireapproval',
      eventAt(there, group({ personInjuredName: null, personInjuredPersonnelId: injuredId })),
    );
    expect(body).toMatchObject({
      reportedByPersonnelId: reporterId,
      supervisorPersonnelId: managerId,
      timeZone: 'Asia/Almaty',
      eventGroups: [{ personType: 'employee' }],
    });
  });

  const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
  const investigation = {
    leadUserId: randomUUID(),
    method: 'icam',
    startedAt: '2026-03-03T00:00:00Z',
  };

  it.each<[string, object, string]>([
    ['no title', { title: undefined }, '/title required'],
    ['no description', { description: undefined }, '/description required'],
    ['no eventType', { eventType: undefined }, '/eventType required'],
    ['no actualSeverity', { actualSeverity: undefined }, '/actualSeverity required'],
    ['an unknown eventType', { eventType: 'picnic' }, '/eventType invalid-enum'],
    ['an unknown severity', { potentialSeverity: 'huge' }, '/potentialSeverity invalid-enum'],
    ['no occurredAt', { occurredAt: undefined }, '/occurredAt required'],
    ['an occurredAt to come', { occurredAt: '2100-01-01T00:00:00Z' }, '/occurredAt in-future'],
    ['reported before it occurred', { reportedAt: '2026-03-01T00:00:00Z' }, '/reportedAt before-start'],
    ['an unknown time zone', { timeZone: 'Mars/Base' }, '/timeZone invalid-format'],
    ['a latitude alone', { latitude: 1 }, '/longitude required'],
    ['an unknown place', { orgStructureId: randomUUID() }, '/orgStructureId not-found'],
    ['an unknown reporter', { reportedByPersonnelId: randomUUID() }, '/reportedByPersonnelId not-found'],
    ['an unknown supervisor', { supervisorPersonnelId: randomUUID() }, '/supervisorPersonnelId not-found'],
    ['an unknown hazard', { relatedHazardIds: ids(1) }, '/relatedHazardIds/0 not-found'],
    ['21 hazards', { relatedHazardIds: ids(21) }, '/relatedHazardIds too-long'],
    ['no groups', { eventGroups: [] }, '/eventGroups too-short'],
    ['groups missing', { eventGroups: undefined }, '/eventGroups required'],
    ['51 groups', { eventGroups: Array.from({ length: 51 }, () => injury()) }, '/eventGroups too-long'],
    ['a witness without a person', { witnesses: [{}] }, '/witnesses/0/personnelId required'],
    [
      'a witness twice',
      { witnesses: [{ personnelId: randomUUID(), name: 'X' }] },
      '/witnesses/0/name mutually-exclusive',
    ],
    [
      'an unknown witness',
      { witnesses: [{ personnelId: randomUUID() }] },
      '/witnesses/0/personnelId not-found',
    ],
    [
      'an unknown associate',
      { witnesses: [{ associateId: randomUUID() }] },
      '/witnesses/0/associateId not-found',
    ],
    ['an unknown lead', { investigation }, '/investigation/leadUserId not-found'],
    [
      'an investigation that ends first',
      { investigation: { ...investigation, completedAt: '2026-03-01T00:00:00Z' } },
      '/investigation/completedAt before-start',
    ],
    [
      'an unknown method',
      { investigation: { ...investigation, method: 'dice' } },
      '/investigation/method invalid-enum',
    ],
    ['attachments, which there are none of yet', { attachmentIds: [] }, '/attachmentIds unknown-field'],
    [
      'the former name of the reporter',
      { reportedByEmployeeId: null },
      '/reportedByEmployeeId unknown-field',
    ],
    [
      'an injury of nobody',
      group({ personInjuredName: null }),
      '/eventGroups/0/personInjuredPersonnelId required',
    ],
    [
      'an injury of two',
      group({ personInjuredAssociateId: randomUUID() }),
      '/eventGroups/0/personInjuredName mutually-exclusive',
    ],
    [
      'an unknown injured person',
      group({ personInjuredName: null, personInjuredPersonnelId: randomUUID() }),
      '/eventGroups/0/personInjuredPersonnelId not-found',
    ],
    ['an unknown groupType', group({ groupType: 'party' }), '/eventGroups/0/groupType invalid-enum'],
    [
      'an absence before the event',
      group({ absenceStartDate: '2026-02-01' }),
      '/eventGroups/0/absenceStartDate before-start',
    ],
    [
      'a return before the absence',
      group({ absenceStartDate: '2026-03-05', returnToWorkDate: '2026-03-04' }),
      '/eventGroups/0/returnToWorkDate before-start',
    ],
    [
      'a date of death of the living',
      group({ dateOfDeath: '2026-03-05' }),
      '/eventGroups/0/dateOfDeath not-allowed',
    ],
    ['minus one day', group({ daysAway: -1 }), '/eventGroups/0/daysAway out-of-range'],
    ['half a day', group({ daysRestricted: 0.5 }), '/eventGroups/0/daysRestricted invalid-format'],
    ['25 o’clock', group({ timeStartedWork: '25:00' }), '/eventGroups/0/timeStartedWork invalid-format'],
    ['an unknown treatment', group({ treatment: 'prayer' }), '/eventGroups/0/treatment invalid-enum'],
    [
      'an unknown scheme',
      group({ natureOfInjury: { scheme: 'icd', code: '1' } }),
      '/eventGroups/0/natureOfInjury/scheme invalid-enum',
    ],
    [
      'a code of 11 characters',
      group({ natureOfInjury: { scheme: 'custom', code: 'x'.repeat(11) } }),
      '/eventGroups/0/natureOfInjury/code too-long',
    ],
    [
      'an unknown side',
      group({ bodyParts: [{ scheme: 'custom', code: 'A', side: 'top' }] }),
      '/eventGroups/0/bodyParts/0/side invalid-enum',
    ],
    [
      'an OSHA outcome that is none',
      group({ osha: { outcome: 'fine' } }),
      '/eventGroups/0/osha/outcome invalid-enum',
    ],
    [
      'a log description of 256',
      group({ osha: { logDescription: 'x'.repeat(256) } }),
      '/eventGroups/0/osha/logDescription too-long',
    ],
    [
      'a RIDDOR category that is none',
      group({ riddor: { category: 'bad' } }),
      '/eventGroups/0/riddor/category invalid-enum',
    ],
    [
      'an accident kind that is none',
      group({ riddor: { accidentKind: 'bad' } }),
      '/eventGroups/0/riddor/accidentKind invalid-enum',
    ],
    [
      'a cost without currency',
      group({ propertyDamage: { description: 'x', estimatedCost: 1 } }),
      '/eventGroups/0/propertyDamage/currency required',
    ],
    [
      'an unknown medium',
      group({ environmental: { substance: 'x', medium: 'fire' } }),
      '/eventGroups/0/environmental/medium invalid-enum',
    ],
    ['an unknown member of a group', group({ colour: 'red' }), '/eventGroups/0/colour unknown-field'],
  ])('422: %s', async (_, changes, expected) => {
    expect(faults(await post(changes))).toEqual({ status: 422, faults: [expected] });
  });

  it('403 permission-denied: no right to create at a place in sight; 422 out of sight', async () => {
    const reader = await member({ permissions: ['events.read'] });
    expect(outcome(await post({}, reader))).toEqual({ status: 403, code: 'permission-denied' });
    const elsewhere = await addPlace(api, admin.companyId);
    const local = await member({ role: 'employee', orgStructureIds: [elsewhere.id] });
    expect(faults(await post({}, local)).faults).toEqual(['/orgStructureId not-found']);
  });

  it('422 no-approver-available: nobody may approve there, at first or after a move', async () => {
    const { admin: owner, place: there } = await addCompany(api);
    const beyond = await addPlace(api, owner.companyId);
    await addMember(api, owner.companyId, { role: 'eventManager', orgStructureIds: [there.id] });
    const reporter = await addMember(api, owner.companyId, { role: 'employee' });
    const none = { status: 422, code: 'no-approver-available' };
    expect(outcome(await reporter.post('/events/requireapproval', eventAt(beyond)))).toEqual(none);
    const { id } = (await reporter.post('/events/requireapproval', eventAt(there))).body;
    expect(outcome(await reporter.put(`/events/${id}/requireapproval`, eventAt(beyond)))).toEqual(none);
    await select(
      api,
      owner.companyId,
      "UPDATE events SET status = 'rejected', org_structure_id = $2 WHERE id = $1",
      [id, beyond.id],
    );
    expect(outcome(await step(id, 'submit', reporter))).toEqual(none);
  });

  it('409 duplicate: an external id in use', async () => {
    const externalId = randomUUID();
    await added({ externalId });
    expect(outcome(await post({ externalId }))).toEqual({ status: 409, code: 'duplicate' });
    const { id } = await added();
    const taken = eventAt(place, { externalId });
    expect(outcome(await author.put(`/events/${id}/requireapproval`, taken))).toEqual({
      status: 409,
      code: 'duplicate',
    });
  });

  it('200: a repeated request with an id of the client; 409 duplicate with another body', async () => {
    const id = randomUUID().replace(/^(.{14})./, '$17');
    const [first, second] = [await post({ id }), await post({ id })];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    expect(outcome(await post({ id, title: 'Another' }))).toEqual({ status: 409, code: 'duplicate' });
  });
});

describe('/events', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('405 with Allow: %s', async (method) => {
    const headers = { authorization: `Bearer ${admin.token}`, 'x-company-context': admin.companyId };
    const answer = await api.send(method, '/events', { headers });
    expect({ ...outcome(answer), allow: answer.headers.get('allow') }).toEqual({
      status: 405,
      code: 'method-not-allowed',
      allow: 'GET, HEAD',
    });
  });

  it('200: lists by every filter and sort', async () => {
    const { admin: owner, place: there } = await addCompany(api);
    const below = await addPlace(api, owner.companyId, { parent: there });
    const manager = await addMember(api, owner.companyId, { role: 'eventManager' });
    const personId = await addPerson(api, owner.companyId);
    const make = async (at: TestPlace, changes: object) => {
      const { id } = (await owner.post('/events/requireapproval', eventAt(at, changes))).body;
      expect((await step(id, 'approve', manager)).status).toBe(200);
      return id;
    };
    const first = await make(there, { occurredAt: '2026-01-01T00:00:00Z', tags: ['belt'], title: 'Alpha' });
    const second = await make(below, {
      occurredAt: '2026-01-02T00:00:00Z',
      eventType: 'nearMiss',
      actualSeverity: 'minor',
      reportedByPersonnelId: personId,
      reportedAt: '2026-01-05T00:00:00Z',
      eventGroups: [{ groupType: 'nearMiss' }],
    });
    const third = await make(there, {
      occurredAt: '2026-01-03T00:00:00Z',
      supervisorPersonnelId: personId,
      eventGroups: [injury({ personInjuredName: null, personInjuredPersonnelId: personId, daysAway: 8 })],
    });
    const list = async (query: string) => idsIn(await owner.get(`/events?${query}`));
    expect(await list('')).toEqual([third, second, first]);
    expect(await list('sort=occurredAt&limit=2')).toEqual([first, second]);
    expect(await list('sort=reference')).toEqual([first, second, third]);
    expect(await list('sort=reportedAt')).toEqual([second, first, third]);
    expect(await list('eventType=nearMiss')).toEqual([second]);
    expect(await list('actualSeverity=minor,major')).toEqual([second]);
    expect(await list(`orgStructureId=${there.id}`)).toHaveLength(3);
    expect(await list(`orgStructureId=${there.id}&includeDescendants=false`)).toEqual([third, first]);
    expect(await list('occurredFrom=2026-01-02T00:00:00Z&occurredTo=2026-01-03T00:00:00Z')).toEqual([second]);
    expect(await list('reportedFrom=2026-01-05T00:00:00Z&reportedTo=2026-01-06T00:00:00Z')).toEqual([second]);
    expect(await list(`reportedByPersonnelId=${personId}`)).toEqual([second]);
    expect(await list(`supervisorPersonnelId=${personId}`)).toEqual([third]);
    expect(await list(`personInjuredPersonnelId=${personId}`)).toEqual([third]);
    expect(await list('groupType=nearMiss,fire')).toEqual([second]);
    expect(await list('oshaRecordable=true')).toEqual([third]);
    expect(await list('riddorReportable=false')).toEqual([second, first]);
    expect(await list('tag=belt')).toEqual([first]);
    expect(await list('q=alph')).toEqual([first]);
    expect(await list('status=open')).toHaveLength(3);
    expect(await list('status=closed')).toEqual([]);
    expect((await owner.get('/events?status=rejected')).status).toBe(400);
    const asked = async (query: string) => idsIn(await owner.get(`/events/approvalData?${query}`));
    expect(await asked('approvalState=approved')).toHaveLength(3);
    expect(await asked('approvalState=pending')).toEqual([]);
    expect(await asked(`approverUserId=${manager.userId}`)).toHaveLength(3);
    expect(await asked('submittedTo=2020-01-01T00:00:00Z')).toEqual([]);
    expect(idsIn(await owner.get('/events/includerequireapproval?requireApproval=true'))).toEqual([]);
  });
});

describe('populations', () => {
  it('200: who sees what waits', async () => {
    const { id } = await added();
    const other = await member({ role: 'employee' });
    const manager = await member({ role: 'manager' });
    const seen = async (caller: TestCaller, path: string) => idsIn(await caller.get(`${path}?ids=${id}`));
    for (const caller of [author, manager, approver]) {
      expect(await seen(caller, '/events/approvalData')).toEqual([id]);
      expect(await seen(caller, '/events/includerequireapproval')).toEqual([id]);
      expect(await seen(caller, '/events')).toEqual([]);
    }
    expect(await seen(other, '/events/approvalData')).toEqual([]);
    expect(await seen(other, '/events/includerequireapproval')).toEqual([]);
    for (const path of ['', '/approvalData', '/audit'])
      expect((await other.get(`/events/${id}${path}`)).status).toBe(path === '/audit' ? 403 : 404);
  });

  it('200: a revision leaves what was approved as it is; rejected, it is gone', async () => {
    const { id } = await approved({ title: 'As approved' });
    const editor = await member({ role: 'eventManager' });
    await editor.put(`/events/${id}/requireapproval`, eventAt(place, { title: 'As revised' }));
    const reader = await member({ role: 'readOnly' });
    for (const caller of [reader, admin])
      expect((await caller.get(`/events/${id}`)).body).toMatchObject({
        title: 'As approved',
        status: 'open',
        hasPendingRevision: true,
      });
    const list = `/events/includerequireapproval?ids=${id}`;
    expect((await reader.get(list)).body.data).toMatchObject([{ title: 'As approved' }]);
    expect((await admin.get(list)).body.data).toMatchObject([{ title: 'As revised' }]);
    expect(outcome(await step(id, 'approve', editor))).toEqual({
      status: 403,
      code: 'self-approval-not-allowed',
    });
    const rejected = await step(id, 'reject');
    expect(rejected.body).toMatchObject({
      title: 'As approved',
      status: 'open',
      approval: { state: 'rejected' },
    });
    expect((await admin.get(`/events/${id}`)).body).toMatchObject({
      version: rejected.body.version,
      hasPendingRevision: false,
    });
  });
});

describe('medical detail', () => {
  const medical = {
    treatment: 'hospitalInpatient',
    treatedInEmergencyRoom: true,
    hospitalizedInPatient: true,
    treatmentFacilityName: 'St. James Hospital',
    treatmentFacilityAddress: 'Dublin 8',
    physicianName: 'Dr. Quinn',
  };

  it('null and named in redactedFields without personnel.sensitive, in every answer', async () => {
    const { id } = (await post(group(medical))).body;
    const paths = ['/approvalData', ''].map((path) => `/events/${id}${path}`);
    const lists = ['approvalData', 'includerequireapproval'].map((name) => `/events/${name}?ids=${id}`);
    await step(id, 'approve');
    for (const path of [...paths, ...lists, `/events?ids=${id}`, `/events/${id}/audit`]) {
      const text = JSON.stringify((await approver.get(path)).body);
      expect(text).not.toContain('St. James');
      expect(text).not.toContain('hospitalInpatient');
      expect(text).not.toContain('Dr. Quinn');
    }
    const { body } = await approver.get(`/events/${id}`);
    expect(body.eventGroups[0]).toMatchObject(
      Object.fromEntries(Object.keys(medical).map((name) => [name, null])),
    );
    expect(body.redactedFields).toEqual(Object.keys(medical).map((name) => `/eventGroups/0/${name}`));
    expect((await admin.get(`/events/${id}`)).body).toMatchObject({
      eventGroups: [medical],
      redactedFields: [],
    });
  });

  it('stays when a caller who reads null writes null; an administrator clears it', async () => {
    const { id } = (await post(group(medical))).body;
    const read = (await author.get(`/events/${id}/approvalData`)).body;
    await author.put(`/events/${id}/requireapproval`, { ...read, title: 'Edited' });
    const stored = (await admin.get(`/events/${id}/approvalData`)).body;
    expect(stored).toMatchObject({ title: 'Edited', eventGroups: [medical] });
    const [first] = stored.eventGroups;
    const cleared = { ...stored, eventGroups: [{ ...first, physicianName: null }] };
    const { body } = await admin.put(`/events/${id}/requireapproval`, cleared);
    expect(body.eventGroups[0]).toMatchObject({
      id: first.id,
      physicianName: null,
      treatment: 'hospitalInpatient',
    });
  });

  it('the log description of Form 300 is proposed from the codes', async () => {
    const labelled = (label: string) => ({ scheme: 'custom', code: 'X', label });
    const { body } = await post(
      group({
        natureOfInjury: labelled('Fracture'),
        bodyParts: [labelled('Hand')],
        sourceOfInjury: labelled('Conveyor'),
        osha: {},
      }),
    );
    expect(body.eventGroups[0].osha.logDescription).toBe('Fracture, Hand, Conveyor');
  });
});

describe('POST /events/{id}/transitions', () => {
  it('422 required: an injury without its nature is not approved', async () => {
    const { id } = await added(group({ natureOfInjury: null }));
    expect(faults(await step(id, 'approve'))).toEqual({
      status: 422,
      faults: ['/eventGroups/0/natureOfInjury required'],
    });
  });

  it.each(['reject', 'requestChanges'])('422 required: %s without a comment', async (transition) => {
    const { id } = await added();
    expect(faults(await step(id, transition, approver, null)).faults).toEqual(['/comment required']);
  });

  it('409: an open accident is not closed without an investigation', async () => {
    const { id } = await approved();
    expect(outcome(await step(id, 'close'))).toEqual({ status: 409, code: 'invalid-state' });
  });

  it('409: a near miss that could have been grave is not either', async () => {
    const { id } = await approved({
      eventType: 'nearMiss',
      potentialSeverity: 'catastrophic',
      eventGroups: [{ groupType: 'nearMiss' }],
    });
    expect(outcome(await step(id, 'close'))).toEqual({ status: 409, code: 'invalid-state' });
  });

  it('409 open-actions: a mandatory action is open; 200 once it is done', async () => {
    const { id } = await approved({ actualSeverity: 'major' });
    const action = (
      await admin.post('/actions', {
        title: 'A guard',
        actionType: 'corrective',
        sourceType: 'event',
        sourceId: id,
        assigneeUserId: approver.userId,
        dueDate: '2020-01-01',
      })
    ).body;
    expect(action.orgStructureId).toBe(place.id);
    const started = await step(id, 'startInvestigation');
    expect(started.body).toMatchObject({
      status: 'underInvestigation',
      investigation: { leadUserId: approver.userId, completedAt: null },
      action: { total: 1, open: 1, overdue: 1, items: [{ id: action.id }] },
      openActionCount: 1,
      overdueActionCount: 1,
    });
    const completed = await step(id, 'completeInvestigation');
    expect(completed.body.status).toBe('actionsPending');
    expect(completed.body.investigation.completedAt).not.toBeNull();
    expect(outcome(await step(id, 'close'))).toEqual({ status: 409, code: 'open-actions' });
    await admin.post(`/actions/${action.id}/transitions`, { transition: 'complete', comment: 'Done.' });
    expect((await step(id, 'close')).body).toMatchObject({ status: 'closed', action: { total: 1, open: 0 } });
    expect((await admin.get(`/events?status=closed&ids=${id}`)).body.data).toHaveLength(1);
    expect(faults(await admin.post('/actions', { ...action, id: undefined })).faults).toEqual([
      '/sourceId not-allowed',
    ]);
  });

  it('412, 428 and 409 archived', async () => {
    const { id } = await added();
    const path = `/events/${id}/transitions`;
    const wrong = { headers: { 'if-match': '"9"' } };
    expect(outcome(await approver.post(path, { transition: 'approve' }, wrong))).toMatchObject({
      status: 412,
    });
    const strict = await member({ role: 'eventManager', requireIfMatch: true });
    expect(outcome(await strict.post(path, { transition: 'approve' }))).toMatchObject({ status: 428 });
    await step(id, 'reject');
    expect((await admin.delete(`/events/${id}`)).status).toBe(204);
    expect(outcome(await step(id, 'submit', author))).toEqual({ status: 409, code: 'archived' });
  });

  it('two approvers at once: one decision wins', async () => {
    const second = await member({ role: 'eventManager' });
    const { id } = await added();
    const answers = await Promise.all([
      step(id, 'approve'),
      step(id, 'reject', second),
      step(id, 'requestChanges', admin),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('DELETE /events/{id} and PUT /events/{id}/restore', () => {
  it('409 while it waits; 204 and 200, each twice the same', async () => {
    const { id } = await added();
    expect(outcome(await admin.delete(`/events/${id}`))).toEqual({ status: 409, code: 'invalid-state' });
    await step(id, 'approve');
    for (let times = 0; times < 2; times++) expect((await admin.delete(`/events/${id}`)).status).toBe(204);
    expect(idsIn(await admin.get(`/events?ids=${id}`))).toEqual([]);
    expect((await admin.get(`/events?ids=${id}&includeArchived=only`)).body.data).toMatchObject([
      { archived: true, version: 3 },
    ]);
    for (let times = 0; times < 2; times++)
      expect((await admin.put(`/events/${id}/restore`)).body).toMatchObject({ archived: false, version: 4 });
    expect(outcome(await approver.delete(`/events/${id}`))).toMatchObject({ status: 403 });
  });
});

describe('references', () => {
  it('422: associates, people, users, places and hazards of another company', async () => {
    const foreign = await addCompany(api);
    const personnelId = await addPerson(api, foreign.admin.companyId);
    const user = await addMember(api, foreign.admin.companyId);
    const hazard = (await foreign.admin.post('/hazards', hazardAt(foreign.place))).body;
    const associate = {
      company_id: foreign.admin.companyId,
      id: randomUUID(),
      version: 1,
      display_name: 'Acme',
      associate_type: 'contractor',
      archived: false,
    };
    await seedRows(api.database.serviceUrl, 'associates', [associate]);
    const before = await select(api, admin.companyId, 'SELECT count(*) FROM events', []);
    for (const [changes, pointer] of [
      [{ orgStructureId: foreign.place.id }, '/orgStructureId'],
      [{ reportedByPersonnelId: personnelId }, '/reportedByPersonnelId'],
      [{ supervisorPersonnelId: personnelId }, '/supervisorPersonnelId'],
      [{ relatedHazardIds: [hazard.id] }, '/relatedHazardIds/0'],
      [{ witnesses: [{ personnelId }] }, '/witnesses/0/personnelId'],
      [{ witnesses: [{ associateId: associate.id }] }, '/witnesses/0/associateId'],
      [
        group({ personInjuredName: null, personInjuredPersonnelId: personnelId }),
        '/eventGroups/0/personInjuredPersonnelId',
      ],
      [
        group({ personInjuredName: null, personInjuredAssociateId: associate.id }),
        '/eventGroups/0/personInjuredAssociateId',
      ],
      [
        { investigation: { leadUserId: user.userId, method: 'other', startedAt: '2026-03-03T00:00:00Z' } },
        '/investigation/leadUserId',
      ],
    ] as const)
      expect(faults(await post(changes))).toEqual({ status: 422, faults: [`${pointer} not-found`] });
    expect(await select(api, admin.companyId, 'SELECT count(*) FROM events', [])).toEqual(before);
  });

  it('404, and nothing changed: every path with an event of another company or out of reach', async () => {
    const foreign = await addCompany(api);
    const theirs = (await foreign.admin.post('/events/requireapproval', eventAt(foreign.place))).body.id;
    const elsewhere = await addPlace(api, admin.companyId);
    const local = await member({ orgStructureIds: [elsewhere.id] });
    const mine = (await approved()).id;
    const rows = async () => [
      ...(await select(api, foreign.admin.companyId, 'SELECT * FROM events ORDER BY id', [])),
      ...(await select(api, admin.companyId, 'SELECT * FROM events ORDER BY id', [])),
    ];
    const before = await rows();
    for (const [caller, id] of [
      [admin, theirs],
      [local, mine],
    ] as const)
      for (const answer of [
        await caller.get(`/events/${id}`),
        await caller.get(`/events/${id}/approvalData`),
        await caller.get(`/events/${id}/audit`),
        await caller.put(`/events/${id}/requireapproval`, eventAt(place)),
        await step(id, 'approve', caller),
        await step(id, 'startInvestigation', caller),
        await caller.delete(`/events/${id}`),
        await caller.put(`/events/${id}/restore`),
      ])
        expect(outcome(answer)).toEqual({ status: 404, code: 'not-found' });
    expect(await rows()).toEqual(before);
    for (const [caller, id] of [
      [admin, theirs],
      [local, mine],
    ] as const)
      for (const path of ['', '/approvalData', '/includerequireapproval'])
        expect(idsIn(await caller.get(`/events${path}?ids=${id}`))).toEqual([]);
  });
});
