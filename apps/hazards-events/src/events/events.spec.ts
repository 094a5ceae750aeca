import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { TestCaller } from '@safety/testing';
import { group, startEventScene } from '../testing/event-scene.js';
import { faultsOf, idsIn, only, outcome } from '../testing/hazard-scene.js';
import {
  addCompany,
  addMember,
  addPerson,
  addPlace,
  eventAt,
  injury,
  select,
  type TestPlace,
} from '../testing/hazards-under-test.js';
import { putRevision } from '../testing/put-revision.js';

const { api, admin, place, author, approver, member, post, step, added, approved } = await startEventScene();

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
      expect((await other.get(`/events/${id}${path}`)).status).toBe(404);
  });

  it('200: a revision leaves what was approved as it is; rejected, it is gone', async () => {
    const { id } = await approved({ title: 'As approved' });
    const editor = await member({ role: 'eventManager' });
    await putRevision(api, editor, `/events/${id}/requireapproval`, eventAt(place, { title: 'As revised' }));
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
    expect(body.redactedFields).toEqual([
      ...Object.keys(medical).map((name) => `/eventGroups/0/${name}`),
      '/regulatory/oshaRecordable',
      '/regulatory/reportDueAt',
    ]);
    expect((await admin.get(`/events/${id}`)).body).toMatchObject({
      eventGroups: [medical],
      redactedFields: [],
    });
  });

  it('is not told by what follows from it: regulatory members and their filters', async () => {
    const { id: admitted } = (await post(group({ ...medical, personType: 'visitor' }))).body;
    const { id: unharmed } = (await post(group({ personType: 'visitor' }))).body;
    const { id: away } = (await post(group({ outcome: 'daysAway', daysAway: 1 }))).body;
    for (const id of [admitted, unharmed, away]) await step(id, 'approve');
    const seenBy = async (caller: TestCaller, id: string) => {
      const { regulatory, redactedFields } = (await caller.get(`/events/${id}`)).body;
      return { regulatory, hidden: redactedFields.filter((name: string) => name.includes('regulatory')) };
    };
    const seen = await seenBy(approver, admitted);
    expect(seen).toEqual(await seenBy(approver, unharmed));
    expect(seen.regulatory).toEqual({
      oshaRecordable: false,
      riddorReportable: null,
      riddorCategory: null,
      reportDueAt: null,
    });
    expect(seen.hidden).toEqual(
      ['riddorReportable', 'riddorCategory', 'reportDueAt'].map((name) => `/regulatory/${name}`),
    );
    expect((await seenBy(admin, admitted)).regulatory.riddorCategory).toBe('nonWorkerHospital');
    expect((await seenBy(approver, away)).regulatory.oshaRecordable).toBe(true);
    const found = async (caller: TestCaller, filter: string) =>
      idsIn(await caller.get(`/events?ids=${admitted},${unharmed},${away}&${filter}`)).sort();
    expect(await found(admin, 'riddorReportable=true')).toEqual([admitted]);
    for (const value of [true, false])
      expect(await found(approver, `riddorReportable=${value}`)).toEqual(value ? [] : [away]);
    expect(await found(approver, 'oshaRecordable=true')).toEqual([away]);
  });

  it('is not told by the names of changed members in audits and messages, nor in earlier records', async () => {
    const { id: admitted } = (await post(group({ ...medical, personType: 'visitor' }))).body;
    const { id: unharmed } = (await post(group({ personType: 'visitor' }))).body;
    const namesOf = async (id: string, caller: TestCaller) => {
      const { data } = only(await caller.get(`/events/${id}/audit`), 200);
      return data.map(({ members }: { members: { member: string }[] }) =>
        members.map(({ member }) => member),
      );
    };
    const names = await namesOf(unharmed, approver);
    expect(names).toEqual([expect.arrayContaining(['eventGroups', 'occurredAt'])]);
    const member = (name: string) => ({ member: name, from: null, to: null, redacted: true });
    const recorded = ['eventGroups', 'oshaRecordable', 'riddorReportable', 'riddorCategory', 'reportDueAt'];
    const earlier = `INSERT INTO changes (company_id, resource, id, version, operation, members)
      VALUES ($1, 'events', $2, 2, 'changed', $3)`;
    const values = [admin.companyId, admitted, JSON.stringify(recorded.map(member))];
    await select(api, admin.companyId, earlier, values);
    for (const caller of [approver, admin])
      expect(await namesOf(admitted, caller)).toEqual([['eventGroups'], ...names]);
    const published = 'SELECT envelope FROM outbox WHERE envelope::text LIKE $1';
    const [message] = await select(api, admin.companyId, published, [`%${admitted}%`]);
    expect(JSON.stringify(message)).toMatch(/eventGroups/);
    expect(JSON.stringify(message)).not.toMatch(/oshaRecordable|riddor|reportDueAt/);
  });

  it('422: a group that the event does not have, or twice, is no new one', async () => {
    const { id, eventGroups } = (await post(group(medical))).body;
    const [{ id: known }] = eventGroups;
    const put = (ids: string[]) =>
      author.put(
        `/events/${id}/requireapproval`,
        eventAt(place, { eventGroups: ids.map((one) => injury({ id: one })) }),
      );
    const refused = async (ids: string[]) => {
      const { status, body } = await put(ids);
      return [status, body.errors?.map((fault: Record<string, string>) => `${fault.pointer} ${fault.code}`)];
    };
    expect(await refused([known, known])).toEqual([422, ['/eventGroups/1/id duplicate']]);
    expect(await refused([randomUUID()])).toEqual([422, ['/eventGroups/0/id not-found']]);
    expect((await admin.get(`/events/${id}/approvalData`)).body.eventGroups).toMatchObject([medical]);
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

  it.each<[string, object]>([
    ['with medical detail', medical],
    ['without any', {}],
  ])('422 not-allowed: another injured person of a group %s; 200 in a further one', async (_, detail) => {
    const { id } = (await post(group(detail))).body;
    const { eventGroups } = (await author.get(`/events/${id}/approvalData`)).body;
    const personId = await addPerson(api, admin.companyId, { userId: author.userId });
    const put = (changes: object, caller = author, further: object[] = []) =>
      caller.put(
        `/events/${id}/requireapproval`,
        eventAt(place, { eventGroups: [{ ...eventGroups[0], ...changes }, ...further] }),
      );
    const another = { personInjuredName: 'B. Visitor' };
    expect(faultsOf(await put(another))).toEqual({
      status: 422,
      faults: ['/eventGroups/0/personInjuredName not-allowed'],
    });
    expect(faultsOf(await put({ personInjuredName: null, personInjuredPersonnelId: personId }))).toEqual({
      status: 422,
      faults: ['personInjuredPersonnelId', 'personInjuredName'].map(
        (member) => `/eventGroups/0/${member} not-allowed`,
      ),
    });
    only(await put({}, author, [injury(another)]), 200);
    const stored = (await admin.get(`/events/${id}/approvalData`)).body.eventGroups;
    expect(stored).toMatchObject([detail, { ...another, physicianName: null }]);
    expect((await put(another, admin)).status).toBe(200);
  });

  it.each<[string, object]>([
    ['with medical detail', medical],
    ['without any', {}],
  ])('422 not-allowed: a value of it in a group %s; 200 in a further one', async (_, detail) => {
    const { id } = (await post(group(detail))).body;
    const { eventGroups } = (await author.get(`/events/${id}/approvalData`)).body;
    const stored = async () => (await admin.get(`/events/${id}/approvalData`)).body;
    const before = await stored();
    const put = (changes: object, further: object[] = []) =>
      author.put(
        `/events/${id}/requireapproval`,
        eventAt(place, { eventGroups: [{ ...eventGroups[0], ...changes }, ...further] }),
      );
    for (const [member, value] of Object.entries(medical))
      expect(faultsOf(await put({ [member]: value }))).toEqual({
        status: 422,
        faults: [`/eventGroups/0/${member} not-allowed`],
      });
    expect(await stored()).toEqual(before);
    only(await put({}, [injury(medical)]), 200);
    expect((await stored()).eventGroups).toMatchObject([detail, medical]);
  });

  it.each<[string, object, boolean]>([
    ['that waits, with medical detail', medical, false],
    ['that waits, without any', {}, false],
    ['that was approved, with medical detail', medical, true],
  ])('422 required: a group without id in the place of one of an event %s', async (_, detail, isApproved) => {
    const visitor = { ...detail, personType: 'visitor' };
    const { id } = await added({ eventGroups: [injury(visitor), injury()] });
    if (isApproved) only(await step(id, 'approve'), 200);
    const path = `/events/${id}/requireapproval`;
    const put = (eventGroups: object[], by = approver) => by.put(path, eventAt(place, { eventGroups }));
    const stored = async () => only(await admin.get(`/events/${id}/approvalData`), 200);
    const before = await stored();
    const [first, second] = only(await approver.get(`/events/${id}/approvalData`), 200).eventGroups;
    const required = (...indexes: number[]) => ({
      status: 422,
      faults: indexes.map((index) => `/eventGroups/${index}/id required`),
    });
    expect(faultsOf(await put([injury(), injury()]))).toEqual(required(0, 1));
    expect(faultsOf(await put([injury(), second]))).toEqual(required(0));
    expect(await stored()).toEqual(before);
    only(await put([first, second, injury()]), 200);
    const { eventGroups, regulatory } = await stored();
    expect(eventGroups).toMatchObject([visitor, { id: second.id }, { physicianName: null }]);
    expect(regulatory).toEqual(before.regulatory);
    only(await put([second]), 200);
    only(await put([second, injury()]), 200);
    expect((await stored()).eventGroups).toHaveLength(2);
    only(await put([injury()], admin), 200);
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
    const [proposed] = body.eventGroups;
    expect(proposed.osha.logDescription).toBe('Fracture, Hand, Conveyor');
    const sendBack = async (changes: object) => {
      const changed = { ...body, eventGroups: [{ ...proposed, ...changes }] };
      const { body: after } = await admin.put(`/events/${body.id}/requireapproval`, changed);
      return after.eventGroups[0].osha.logDescription;
    };
    expect(await sendBack({ natureOfInjury: labelled('Crush') })).toBe('Crush, Hand, Conveyor');
    expect(await sendBack({ osha: { logDescription: 'As I say' } })).toBe('As I say');
    const oiics = (code: string) => ({ scheme: 'oiics', code });
    const listed = { natureOfInjury: oiics('111'), bodyParts: [oiics('1'), labelled('Chin')] };
    expect(await sendBack({ ...listed, osha: {} })).toBe(
      'Traumatic injuries and disorders, Head, Chin, Conveyor',
    );
  });

  it('a proposed log description that is cut at a blank follows the codes', async () => {
    const labelled = (label: string) => ({ scheme: 'custom', code: 'X', label });
    const long = { natureOfInjury: labelled('n'.repeat(200)), bodyParts: [labelled('b'.repeat(51))] };
    const { body } = await post(group({ ...long, sourceOfInjury: labelled('Conveyor'), osha: {} }));
    const [proposed] = body.eventGroups;
    const changed = { ...body, eventGroups: [{ ...proposed, natureOfInjury: labelled('Crush') }] };
    const { body: after } = await admin.put(`/events/${body.id}/requireapproval`, changed);
    expect(after.eventGroups[0].osha.logDescription).toBe(`Crush, ${'b'.repeat(51)}, Conveyor`);
  });
});
