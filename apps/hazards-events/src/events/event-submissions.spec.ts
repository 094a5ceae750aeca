import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { dateIn } from '@safety/platform';
import { group, startEventScene } from '../testing/event-scene.js';
import { faultsOf as faults, outcome } from '../testing/hazard-scene.js';
import {
  addCompany,
  addMember,
  addPerson,
  addPlace,
  eventAt,
  hazardAt,
  injury,
  select,
} from '../testing/hazards-under-test.js';
import { putRevision } from '../testing/put-revision.js';

const { api, admin, place, author, approver, member, post, step, added } = await startEventScene();

const DAY_MS = 24 * 60 * 60 * 1000;

/** A reporter with a personnel record, and an event of somebody whose line manager the reporter may read. */
async function reportOfManaged() {
  const { admin: owner } = await addCompany(api);
  const there = await addPlace(api, owner.companyId);
  const zone = 'UPDATE org_structures SET time_zone = $2 WHERE id = $1';
  await select(api, owner.companyId, zone, [there.id, 'Asia/Almaty']);
  await addMember(api, owner.companyId, { role: 'eventManager' });
  const reporter = await addMember(api, owner.companyId, { role: 'manager' });
  const reporterId = await addPerson(api, owner.companyId, { userId: reporter.userId });
  const managerId = await addPerson(api, owner.companyId);
  const injuredId = await addPerson(api, owner.companyId);
  const manages = 'UPDATE personnel SET line_manager_id = $2 WHERE id = $1';
  await select(api, owner.companyId, manages, [injuredId, managerId]);
  const body = (changes: object = {}, ofGroup: object = {}) => ({
    ...eventAt(there, group({ personInjuredName: null, personInjuredPersonnelId: injuredId, ...ofGroup })),
    ...changes,
  });
  return { reporter, reporterId, managerId, body };
}

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
      regulatory: { oshaRecordable: null, riddorReportable: false, riddorCategory: null, reportDueAt: null },
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
    const { reporter, reporterId, managerId, body } = await reportOfManaged();
    const answer = await reporter.post('/events/requireapproval', body());
    expect(answer.body).toMatchObject({
      reportedByPersonnelId: reporterId,
      supervisorPersonnelId: managerId,
      timeZone: 'Asia/Almaty',
      eventGroups: [{ personType: 'employee' }],
    });
  });

  it('201: null in place of a default stays null, and sent back as it was read it is no edit', async () => {
    const { reporter, managerId, body } = await reportOfManaged();
    const nobody = { reportedByPersonnelId: null, supervisorPersonnelId: null };
    const { body: event } = await reporter.post(
      '/events/requireapproval',
      body(nobody, { personType: null }),
    );
    const kept = { ...nobody, eventGroups: [{ personType: null }] };
    expect(event).toMatchObject(kept);
    const path = `/events/${event.id}/requireapproval`;
    expect(await putRevision(api, reporter, path, event)).toMatchObject({ status: 200, body: kept });
    expect((await putRevision(api, reporter, path, body())).body).toMatchObject({
      reportedByPersonnelId: null,
      supervisorPersonnelId: managerId,
    });
  });

  it('200: a change without the reporter keeps it; null names nobody', async () => {
    const reportedByPersonnelId = await addPerson(api, admin.companyId);
    const { id } = (await post({ reportedByPersonnelId }, admin)).body;
    const reporterAfter = async (changes: object) =>
      (await admin.put(`/events/${id}/requireapproval`, eventAt(place, changes))).body.reportedByPersonnelId;
    expect(await reporterAfter({})).toBe(reportedByPersonnelId);
    expect(await reporterAfter({ reportedByPersonnelId: null })).toBeNull();
  });

  it('200: a change without timeZone has that of its org structure, or of the nearest one above', async () => {
    const country = await addPlace(api, admin.companyId);
    const there = await addPlace(api, admin.companyId, { parent: country });
    const hall = await addPlace(api, admin.companyId, { parent: there });
    const line = await addPlace(api, admin.companyId, { parent: hall });
    const zone = 'UPDATE org_structures SET time_zone = $2 WHERE id = $1';
    await select(api, admin.companyId, zone, [country.id, 'Asia/Qyzylorda']);
    await select(api, admin.companyId, zone, [there.id, 'Asia/Almaty']);
    const { id } = await added({ timeZone: 'Europe/London' });
    const change = async (body: object) =>
      (await putRevision(api, author, `/events/${id}/requireapproval`, body)).body;
    for (const one of [there, hall, line]) expect((await change(eventAt(one))).timeZone).toBe('Asia/Almaty');
    expect((await change(eventAt(country))).timeZone).toBe('Asia/Qyzylorda');
    expect((await change(eventAt(place))).timeZone).toBe('Europe/Dublin');
  });

  it('200: a report that was made is due no more; a due time that an earlier release stored is no edit', async () => {
    const dangerous = { groupType: 'dangerousOccurrence', personInjuredName: null };
    const riddor = { reportedAt: '2026-03-03T00:00:00Z' };
    const { id } = await added({ eventType: 'dangerousOccurrence', ...group(dangerous) });
    const read = async () => (await author.get(`/events/${id}/approvalData`)).body;
    const before = await read();
    expect(before.regulatory.reportDueAt).not.toBeNull();
    const flag = (body: object, caller = author) =>
      putRevision(api, caller, `/events/${id}/requireapproval`, body);
    const reported = { ...before, version: undefined, ...group({ ...dangerous, riddor }) };
    expect((await flag(reported)).body.regulatory).toMatchObject({
      riddorReportable: true,
      riddorCategory: 'dangerousOccurrence',
      reportDueAt: null,
    });
    const stored = 'UPDATE events SET report_due_at = now() WHERE id = $1';
    await select(api, admin.companyId, stored, [id]);
    for (const caller of [approver, author])
      expect((await flag({ ...(await read()), version: undefined }, caller)).status).toBe(200);
    expect((await step(id, 'approve')).body.status).toBe('open');
  });

  it('200: a report to come that an earlier release took stays; 422 in-future: that of another group', async () => {
    const { id } = (await post(group({ riddor: { reportedAt: '2026-03-03T00:00:00Z' } }), admin)).body;
    const stored = `UPDATE events SET event_groups =
      jsonb_set(event_groups, '{0,riddor,reportedAt}', '"2199-01-01T00:00:00.000Z"') WHERE id = $1`;
    await select(api, admin.companyId, stored, [id]);
    const [known] = (await admin.get(`/events/${id}/approvalData`)).body.eventGroups;
    const write = (one: object) =>
      admin.put(`/events/${id}/requireapproval`, eventAt(place, { eventGroups: [one] }));
    const { status, body } = await write(known);
    expect([status, body.eventGroups[0].riddor.reportedAt]).toEqual([200, '2199-01-01T00:00:00.000Z']);
    expect(faults(await write({ ...known, id: undefined }))).toEqual({
      status: 422,
      faults: ['/eventGroups/0/riddor/reportedAt in-future'],
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
    ['a report to come', { reportedAt: '2100-01-01T00:00:00Z' }, '/reportedAt in-future'],
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
      'an investigation that ends in the future',
      {
        investigation: {
          ...investigation,
          leadUserId: approver.userId,
          completedAt: '2100-01-01T00:00:00Z',
        },
      },
      '/investigation/completedAt in-future',
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
      'an absence on the day before, where the event was',
      { ...group({ absenceStartDate: '2026-03-02' }), occurredAt: '2026-03-03T00:30:00Z' },
      '/eventGroups/0/absenceStartDate before-start',
    ],
    [
      'a return on the day before, where the event was',
      {
        ...group({ returnToWorkDate: '2026-03-02' }),
        occurredAt: '2026-03-02T19:30:00Z',
        timeZone: 'Asia/Almaty',
      },
      '/eventGroups/0/returnToWorkDate before-start',
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
    [
      'a return after death',
      group({ outcome: 'fatality', dateOfDeath: '2026-03-05', returnToWorkDate: '2026-03-10' }),
      '/eventGroups/0/dateOfDeath before-start',
    ],
    [
      'an absence that begins after death',
      group({ outcome: 'fatality', dateOfDeath: '2026-03-05', absenceStartDate: '2026-03-06' }),
      '/eventGroups/0/dateOfDeath before-start',
    ],
    [
      'a death on the day before, where the event was',
      {
        ...group({ outcome: 'fatality', dateOfDeath: '2026-03-02' }),
        occurredAt: '2026-03-03T00:30:00Z',
      },
      '/eventGroups/0/dateOfDeath before-start',
    ],
    [
      'a date of death to come',
      group({ outcome: 'fatality', dateOfDeath: '2199-01-01' }),
      '/eventGroups/0/dateOfDeath in-future',
    ],
    [
      'a date of death tomorrow, where the event was',
      {
        ...group({
          outcome: 'fatality',
          dateOfDeath: dateIn('Europe/Dublin', new Date(Date.now() + DAY_MS)),
        }),
        timeZone: 'Europe/Dublin',
      },
      '/eventGroups/0/dateOfDeath in-future',
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
      'a report to the authority to come',
      group({ riddor: { reportedAt: '2100-01-01T00:00:00Z' } }),
      '/eventGroups/0/riddor/reportedAt in-future',
    ],
    [
      'a report to the authority before the event',
      group({ riddor: { reportedAt: '2026-03-01T00:00:00Z' } }),
      '/eventGroups/0/riddor/reportedAt before-start',
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

  it('422 before-start: a change that leaves reportedAt before occurredAt; 200 with another', async () => {
    const reportedAt = '2026-03-03T08:00:00.000Z';
    const { id } = await added({ reportedAt });
    const change = (changes: object) =>
      putRevision(api, author, `/events/${id}/requireapproval`, eventAt(place, changes));
    expect((await change({})).body.reportedAt).toBe(reportedAt);
    const later = { occurredAt: '2026-03-10T08:00:00Z' };
    const expected = { status: 422, faults: ['/reportedAt before-start'] };
    expect(faults(await change(later))).toEqual(expected);
    expect(faults(await change({ ...later, reportedAt }))).toEqual(expected);
    const changed = await change({ ...later, reportedAt: '2026-03-11T08:00:00Z' });
    expect(changed.status).toBe(200);
    expect((await change(changed.body)).status).toBe(200);
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
    expect(
      outcome(await putRevision(api, reporter, `/events/${id}/requireapproval`, eventAt(beyond))),
    ).toEqual(none);
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
    expect(outcome(await putRevision(api, author, `/events/${id}/requireapproval`, taken))).toEqual({
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
