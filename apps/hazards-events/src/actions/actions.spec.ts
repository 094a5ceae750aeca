import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { seedWithin } from '@safety/persistence';
import { describeResource } from '@safety/testing';
import { startActionScene } from '../testing/action-scene.js';
import { faultsOf, idsIn, outcome } from '../testing/hazard-scene.js';
import {
  addCompany,
  addMember,
  addPerson,
  addPlace,
  assessed,
  eventAt,
  hazardAt,
  select,
} from '../testing/hazards-under-test.js';

const { api, admin, place, worker, personId, standalone, post, added, step } = await startActionScene();
const places = new Map([[admin.companyId, place]]);
const assignees = new Map([[admin.companyId, worker.userId]]);

describeResource(() => api, {
  path: '/actions',
  prepare: async ({ companyId }) => {
    places.set(companyId, await addPlace(api, companyId));
    assignees.set(companyId, (await addMember(api, companyId, { role: 'employee' })).userId);
  },
  body: ({ companyId }, changes) =>
    standalone({
      orgStructureId: places.get(companyId)?.id,
      assigneeUserId: assignees.get(companyId),
      ...changes,
    }),
  text: { member: 'title', values: ['Alpha', 'Bravo'] },
  required: 'actionType',
  sorts: ['dueDate', 'priority'],
  filter: { name: 'priority', none: 'critical' },
  clientMadeIds: true,
  elsewhere: async ({ companyId }) => ({ orgStructureIds: [(await addPlace(api, companyId)).id] }),
});

const verifier = (orgStructureIds: string[] = []) =>
  addMember(api, admin.companyId, { role: 'eventManager', orgStructureIds });

describe('POST /actions', () => {
  const invited = async () => {
    const { userId: verifierUserId } = await verifier();
    const never = 'UPDATE company_users SET accepted = false WHERE id = $1';
    await select(api, admin.companyId, never, [verifierUserId]);
    return { verifierUserId };
  };

  it('201: with a reference and its first due date', async () => {
    const body = await added();
    expect(body).toMatchObject({
      status: 'open',
      priority: 'medium',
      mandatory: true,
      originalDueDate: '2030-01-01',
      orgStructurePath: place.path,
      overdue: false,
      sourceSuggestedActionId: null,
      completedAt: null,
    });
    expect(body.reference).toMatch(/^ACT-\d{4}-\d{6}$/);
  });

  it('201: the place of the hazard it comes from, and of a training the course', async () => {
    const hazard = (await admin.post('/hazards', hazardAt(place, assessed))).body;
    const ofHazard = await added({ sourceType: 'hazard', sourceId: hazard.id, orgStructureId: undefined });
    expect(ofHazard.orgStructureId).toBe(place.id);
    expect((await admin.get(`/hazards/${hazard.id}`)).body).toMatchObject({
      openActionCount: 1,
      overdueActionCount: 0,
    });
    const course = {
      company_id: admin.companyId,
      id: randomUUID(),
      version: 1,
      name: 'Guards',
      archived: false,
    };
    await api.database.transaction('service', (client) => seedWithin(client, 'courses', [course]));
    expect((await post({ sourceType: 'training', sourceId: course.id })).status).toBe(201);
  });

  it.each<[string, () => object | Promise<object>, string]>([
    ['no assignee', () => ({ assigneeUserId: null }), '/assigneePersonnelId required'],
    ['two assignees', () => ({ assigneePersonnelId: personId }), '/assigneeUserId mutually-exclusive'],
    ['an unknown assignee', () => ({ assigneeUserId: randomUUID() }), '/assigneeUserId not-found'],
    [
      'an unknown person',
      () => ({ assigneeUserId: null, assigneePersonnelId: randomUUID() }),
      '/assigneePersonnelId not-found',
    ],
    ['an assignee who verifies', () => ({ verifierUserId: admin.userId }), '/verifierUserId not-allowed'],
    [
      'a person whose user verifies',
      () => ({ assigneeUserId: null, assigneePersonnelId: personId, verifierUserId: worker.userId }),
      '/verifierUserId not-allowed',
    ],
    [
      'a verifier of another company',
      async () => ({ verifierUserId: (await addMember(api, randomUUID())).userId }),
      '/verifierUserId not-found',
    ],
    [
      'a verifier without actions.verify',
      () => ({ verifierUserId: worker.userId }),
      '/verifierUserId not-allowed',
    ],
    [
      'a verifier who may not read actions',
      async () => ({
        verifierUserId: (await addMember(api, admin.companyId, { permissions: ['actions.verify'] })).userId,
      }),
      '/verifierUserId not-allowed',
    ],
    ['a verifier who was invited and never came', invited, '/verifierUserId not-allowed'],
    ['a standalone one with a source', () => ({ sourceId: randomUUID() }), '/sourceId not-allowed'],
    ['a hazard without its id', () => ({ sourceType: 'hazard' }), '/sourceId required'],
    ['an unknown hazard', () => ({ sourceType: 'hazard', sourceId: randomUUID() }), '/sourceId not-found'],
    ['an unknown event', () => ({ sourceType: 'event', sourceId: randomUUID() }), '/sourceId not-found'],
    ['an unknown course', () => ({ sourceType: 'training', sourceId: randomUUID() }), '/sourceId not-found'],
    ['no place', () => ({ orgStructureId: undefined }), '/orgStructureId required'],
    ['an unknown place', () => ({ orgStructureId: randomUUID() }), '/orgStructureId not-found'],
    ['a cost without currency', () => ({ cost: 10 }), '/currency required'],
    ['a currency without cost', () => ({ currency: 'EUR' }), '/cost required'],
    ['a negative cost', () => ({ cost: -1, currency: 'EUR' }), '/cost out-of-range'],
    ['a currency in words', () => ({ cost: 1, currency: 'euro' }), '/currency invalid-format'],
    ['no dueDate', () => ({ dueDate: undefined }), '/dueDate required'],
    ['an unknown priority', () => ({ priority: 'now' }), '/priority invalid-enum'],
    ['an unknown actionType', () => ({ actionType: 'punitive' }), '/actionType invalid-enum'],
    ['an unknown source', () => ({ sourceType: 'audit' }), '/sourceType invalid-enum'],
    [
      'attachments, which there are none of yet',
      () => ({ attachmentIds: [] }),
      '/attachmentIds unknown-field',
    ],
  ])('422: %s', async (_, changes, expected) => {
    const { status, body } = await post(await changes());
    const faults = body.errors?.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`);
    expect({ status, faults }).toEqual({ status: 422, faults: [expected] });
  });

  it('422: a hazard of another company, out of reach, in draft, or closed', async () => {
    const foreign = await addCompany(api);
    const theirs = (await foreign.admin.post('/hazards', hazardAt(foreign.place, assessed))).body;
    const mine = (await admin.post('/hazards', hazardAt(place, assessed))).body;
    const closed = (await admin.post('/hazards', hazardAt(place, assessed))).body;
    await admin.post(`/hazards/${closed.id}/transitions`, {
      transition: 'close',
      closureReason: 'duplicate',
    });
    const elsewhere = await addPlace(api, admin.companyId);
    const local = await addMember(api, admin.companyId, { orgStructureIds: [elsewhere.id] });
    const draft = (
      await admin.post('/hazards/approval', hazardAt(place, { approval: { step: 'saveDraft' } }))
    ).body;
    const refused = async (id: string, caller = admin) =>
      (await post({ sourceType: 'hazard', sourceId: id, orgStructureId: elsewhere.id }, caller)).body
        .errors?.[0];
    expect(await refused(theirs.id)).toMatchObject({ pointer: '/sourceId', code: 'not-found' });
    expect(await refused(mine.id, local)).toMatchObject({ pointer: '/sourceId', code: 'not-found' });
    expect(await refused(draft.id)).toMatchObject({ pointer: '/sourceId', code: 'not-allowed' });
    expect(await refused(closed.id)).toMatchObject({ pointer: '/sourceId', code: 'not-allowed' });
  });

  it('403 permission-denied: no actions.write at a place in sight', async () => {
    expect(outcome(await post({}, worker))).toEqual({ status: 403, code: 'permission-denied' });
  });
});

describe('PUT /actions/{id}', () => {
  it('200: the first due date stays, the source never changes', async () => {
    const action = await added();
    const later = await admin.put(`/actions/${action.id}`, { ...action, dueDate: '2031-01-01' });
    expect(later.body).toMatchObject({ dueDate: '2031-01-01', originalDueDate: '2030-01-01' });
    const hazard = (await admin.post('/hazards', hazardAt(place))).body;
    const moved = await admin.put(`/actions/${action.id}`, {
      ...action,
      sourceType: 'hazard',
      sourceId: hazard.id,
    });
    expect(moved.body.errors).toMatchObject([
      { pointer: '/sourceType', code: 'not-allowed' },
      { pointer: '/sourceId', code: 'not-allowed' },
    ]);
  });

  it('200: without a place, that of its source; PATCH keeps it; 422 required for a standalone one', async () => {
    const elsewhere = await addPlace(api, admin.companyId);
    const { id: sourceId } = (await admin.post('/hazards', hazardAt(place, assessed))).body;
    const from = { sourceType: 'hazard', sourceId };
    const { id } = await added({ ...from, orgStructureId: elsewhere.id });
    const patched = await admin.patch(`/actions/${id}`, { title: 'Other' });
    expect(patched.body.orgStructureId).toBe(elsewhere.id);
    const put = (one: string, changes: object) =>
      admin.put(`/actions/${one}`, standalone({ ...changes, orgStructureId: undefined }));
    expect((await put(id, from)).body.orgStructureId).toBe(place.id);
    const { id: own } = await added();
    expect(faultsOf(await put(own, {}))).toEqual({ status: 422, faults: ['/orgStructureId required'] });
  });
});

describe('the verifier of an action', () => {
  it('422 not-allowed: who may not verify where it is or goes to; one who lost the right stays', async () => {
    const elsewhere = await addPlace(api, admin.companyId);
    const named = await verifier([place.id]);
    const verifierUserId = named.userId;
    const refused = { status: 422, faults: ['/verifierUserId not-allowed'] };
    expect(faultsOf(await post({ orgStructureId: elsewhere.id, verifierUserId }))).toEqual(refused);
    const { id } = await added({ verifierUserId });
    const patch = (changes: object) => admin.patch(`/actions/${id}`, changes);
    expect(faultsOf(await patch({ orgStructureId: elsewhere.id }))).toEqual(refused);
    await select(api, admin.companyId, "UPDATE company_users SET assignments = '[]' WHERE id = $1", [
      verifierUserId,
    ]);
    expect((await patch({ title: 'Other' })).body).toMatchObject({ title: 'Other', verifierUserId });
    const { id: other } = await added();
    expect(faultsOf(await admin.patch(`/actions/${other}`, { verifierUserId }))).toEqual(refused);
  });

  it('200: who has become the assignee stays, without the right to verify; 422 for a new pair', async () => {
    const named = await verifier();
    const [assigneePersonnelId, other] = [
      await addPerson(api, admin.companyId),
      await addPerson(api, admin.companyId, { userId: named.userId }),
    ];
    const given = { assigneeUserId: null, assigneePersonnelId, verifierUserId: named.userId };
    const { id } = await added(given);
    const link = 'UPDATE personnel SET user_id = $2 WHERE id = $1';
    await select(api, admin.companyId, link, [other, null]);
    await select(api, admin.companyId, link, [assigneePersonnelId, named.userId]);
    const patch = (changes: object) => admin.patch(`/actions/${id}`, changes);
    expect((await patch({ title: 'Other' })).body).toMatchObject({ title: 'Other', ...given });
    expect(outcome(await step(id, 'complete', { comment: 'Done.' }))).toMatchObject({ status: 200 });
    expect(outcome(await step(id, 'verify', { effectiveness: 'effective' }, named)).status).toBe(403);
    expect(faultsOf(await post(given))).toEqual({ status: 422, faults: ['/verifierUserId not-allowed'] });
  });

  it('422 not-allowed: an assignee who has left; 200: who has it already', async () => {
    const leaving = await addPerson(api, admin.companyId);
    const given = { assigneeUserId: null, assigneePersonnelId: leaving };
    const { id } = await added(given);
    const leave = "UPDATE personnel SET employment_status = 'terminated' WHERE id = $1";
    await select(api, admin.companyId, leave, [leaving]);
    const refused = { status: 422, faults: ['/assigneePersonnelId not-allowed'] };
    expect(faultsOf(await post(given))).toEqual(refused);
    expect((await admin.patch(`/actions/${id}`, { priority: 'high' })).status).toBe(200);
    const { id: other } = await added();
    expect(faultsOf(await admin.patch(`/actions/${other}`, given))).toEqual(refused);
  });

  it('201: the caller, who may verify there', async () => {
    const caller = await api.caller({ companyId: admin.companyId });
    const { status, body } = await post(
      { assigneeUserId: worker.userId, verifierUserId: caller.userId },
      caller,
    );
    expect({ status, verifierUserId: body.verifierUserId }).toEqual({
      status: 201,
      verifierUserId: caller.userId,
    });
  });
});

describe('actions of what the caller may not see', () => {
  it('404, and no list: of a hazard or event that waits; 200 for its assignee and once it is approved', async () => {
    const hazard = (
      await admin.post('/hazards/requireapproval', hazardAt(place, { ...assessed, title: 'Waits' }))
    ).body;
    const event = (await admin.post('/events/requireapproval', eventAt(place))).body;
    const assignee = await addMember(api, admin.companyId, { role: 'employee' });
    const reader = await addMember(api, admin.companyId, { role: 'readOnly' });
    const approver = await verifier();
    for (const [sourceType, sourceId] of [
      ['hazard', hazard.id],
      ['event', event.id],
    ]) {
      const { id } = await added({ sourceType, sourceId, assigneeUserId: assignee.userId, title: 'Hidden' });
      expect((await reader.get(`/actions/${id}`)).status).toBe(404);
      const { modifiedAt, version } = (await admin.get(`/actions/${id}`)).body;
      for (const query of [`sourceId=${sourceId}`, 'q=Hidden', `ids=${id}`])
        expect(idsIn(await reader.get(`/actions?${query}`))).not.toContain(id);
      for (const caller of [assignee, approver])
        expect((await caller.get(`/actions/${id}`)).status).toBe(200);
      await (sourceType === 'hazard'
        ? approver.put('/hazards/approval', { id: sourceId, approval: { step: 'approve' } })
        : approver.post(`/events/${sourceId}/transitions`, { transition: 'approve' }));
      expect(idsIn(await reader.get(`/actions?sourceId=${sourceId}`))).toEqual([id]);
      // Polls of readers who have asked before have it as well.
      const known = (await reader.get(`/actions/${id}`)).body;
      expect(known.version).toBe(version);
      expect(Date.parse(known.modifiedAt)).toBeGreaterThan(Date.parse(modifiedAt));
      expect(idsIn(await reader.get(`/actions?modifiedSince=${known.modifiedAt}`))).toContain(id);
    }
  });
});

describe('GET /actions', () => {
  it('200: overdue in the time zone of the company, filtered and sorted', async () => {
    const { admin: owner, place: there } = await addCompany(api);
    const own = (changes: object) =>
      owner.post(
        '/actions',
        standalone({ orgStructureId: there.id, assigneeUserId: owner.userId, ...changes }),
      );
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Dublin' }).format(new Date());
    const past = (await own({ dueDate: '2020-01-01', priority: 'low' })).body;
    const now = (await own({ dueDate: today, priority: 'critical' })).body;
    const done = (await own({ dueDate: '2020-01-02', priority: 'high' })).body;
    await step(done.id, 'complete', { comment: 'As agreed.' }, owner);
    expect([past.overdue, now.overdue]).toEqual([true, false]);
    // The day is in it: tomorrow it is another one.
    expect((await owner.get(`/actions/${now.id}`)).headers.get('etag')).toMatch(/^"1\.[\w-]{43}"$/);
    const list = async (query: string) => idsIn(await owner.get(`/actions?${query}`));
    expect(await list('overdue=true')).toEqual([past.id]);
    expect(await list('overdue=false')).toEqual([done.id, now.id]);
    expect(await list('sort=priority')).toEqual([past.id, done.id, now.id]);
    expect(await list('sort=-priority&limit=2')).toEqual([now.id, done.id]);
    const { nextCursor } = (await owner.get('/actions?sort=-priority&limit=2')).body.page;
    expect(await list(`sort=-priority&limit=2&cursor=${nextCursor}`)).toEqual([past.id]);
    expect(await list('status=completed')).toEqual([done.id]);
    expect(await list('priority=critical,low')).toEqual([past.id, now.id]);
    expect(await list(`dueFrom=${today}`)).toEqual([now.id]);
    expect(await list('dueTo=2020-01-02')).toEqual([past.id]);
    expect(await list('assigneeUserId=me')).toHaveLength(3);
    expect(await list(`assigneeUserId=${randomUUID()}`)).toEqual([]);
    expect(await list('sourceType=hazard')).toEqual([]);
    expect(await list(`sourceId=${randomUUID()}`)).toEqual([]);
    expect(await list(`orgStructureId=${there.id}`)).toHaveLength(3);
  });

  it('200: assigneeUserId=me by the personnel record too', async () => {
    const { id } = await added({ assigneeUserId: null, assigneePersonnelId: personId });
    expect(idsIn(await worker.get(`/actions?assigneeUserId=me&ids=${id}`))).toEqual([id]);
    expect(idsIn(await admin.get(`/actions?assigneeUserId=me&ids=${id}`))).toEqual([]);
    expect(idsIn(await admin.get(`/actions?assigneePersonnelId=${personId}&ids=${id}`))).toEqual([id]);
  });

  it('200: assigneeUserId=me by each personnel record of the caller, archived ones too', async () => {
    const rehired = await addMember(api, admin.companyId, { role: 'employee' });
    const of = { userId: rehired.userId };
    const before = await addPerson(api, admin.companyId, of);
    const { id } = await added({ assigneeUserId: null, assigneePersonnelId: before });
    await select(api, admin.companyId, 'UPDATE personnel SET archived = true WHERE id = $1', [before]);
    const now = await addPerson(api, admin.companyId, of);
    const { id: later } = await added({ assigneeUserId: null, assigneePersonnelId: now });
    expect(idsIn(await rehired.get('/actions?assigneeUserId=me')).sort()).toEqual([id, later].sort());
    expect(outcome(await step(id, 'complete', { comment: 'Done.' }, rehired)).status).toBe(200);
  });
});
