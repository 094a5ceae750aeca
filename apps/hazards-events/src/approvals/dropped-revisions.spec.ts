import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApi, TestCaller } from '@safety/testing';
import { v7 as newId } from 'uuid';
import { ForgottenDrafts } from '../hazards/forgotten-drafts.js';
import { type EventScene, eventScene } from '../testing/event-scene.js';
import { type HazardScene, hazardScene, idsIn, only, outcome } from '../testing/hazard-scene.js';
import { addPlace, eventAt, select, startHazardsEvents } from '../testing/hazards-under-test.js';
import { putRevision } from '../testing/put-revision.js';

let api: TestApi;
let hazards: HazardScene;
let events: EventScene;
let manager: TestCaller;
/** Read what is approved, alone. */
let ofHazards: TestCaller;
let ofEvents: TestCaller;

beforeAll(async () => {
  api = await startHazardsEvents();
  hazards = await hazardScene(api);
  events = await eventScene(api);
  manager = await hazards.member({ role: 'eventManager' });
  ofHazards = await hazards.member({ role: 'employee' });
  ofEvents = await events.member({ role: 'employee' });
});

afterAll(() => api.close());

const SECRET = 'Not for everyone';
const revision = () =>
  hazards.body({
    title: SECRET,
    suggestedActions: [{ description: SECRET }],
    approval: { step: 'submit', comment: SECRET },
  });
const ending = { step: 'reject', comment: SECRET };
const action = (id: string) => ({
  title: 'A guard',
  actionType: 'corrective',
  sourceType: 'hazard',
  sourceId: id,
  assigneeUserId: hazards.approver.userId,
  dueDate: '2030-01-01',
});

/** Filters find a row by the approval that it shows. */
async function expectFiltersAsShown(
  caller: TestCaller,
  path: string,
  id: string,
  approverUserId: string,
): Promise<void> {
  const found = async (filter: string) =>
    idsIn(await caller.get(`${path}/approvalData?ids=${id}&${filter}`)).length;
  const { submittedAt } = (await caller.get(`${path}/${id}/approvalData`)).body.approval;
  const after = new Date(Date.parse(submittedAt) + 1).toISOString();
  const between = `submittedFrom=${submittedAt}&submittedTo=${after}`;
  const asked = `approverUserId=${approverUserId}`;
  const filters = ['approvalState=approved', between, `approvalState=approved&${between}`, asked];
  for (const filter of filters) expect([filter, await found(filter)]).toEqual([filter, 1]);
  for (const filter of [`submittedFrom=${after}`, `submittedTo=${submittedAt}`, 'approvalState=pending'])
    expect([filter, await found(filter)]).toEqual([filter, 0]);
}

describe('a revision that is dropped', () => {
  it.each([
    ['reject', () => hazards.approver],
    ['withdraw', () => manager],
  ] as const)('leaves nothing in a hazard for readers of what is approved: %s', async (step, by) => {
    const { id } = await hazards.approved();
    const before = (await ofHazards.get(`/hazards/${id}/approvalData`)).body;
    expect((await manager.put('/hazards/approval', { id, ...revision() })).status).toBe(200);
    expect((await by().put('/hazards/approval', { id, approval: { ...ending, step } })).status).toBe(200);
    const { body } = await ofHazards.get(`/hazards/${id}/approvalData`);
    expect(body).toMatchObject({ ...changeless(before) });
    for (const path of [`/hazards/${id}`, `/hazards?ids=${id}`, `/hazards/approvalData?ids=${id}`])
      expect(JSON.stringify((await ofHazards.get(path)).body)).not.toContain(SECRET);
    const state = step === 'reject' ? 'rejected' : 'withdrawn';
    const asked = `/hazards/approvalData?ids=${id}&approvalState=${state}`;
    expect(idsIn(await ofHazards.get(asked))).toEqual([]);
    await expectFiltersAsShown(ofHazards, '/hazards', id, hazards.approver.userId);
    expect((await manager.get(asked)).body.data).toMatchObject([
      { id, approval: { state, comment: SECRET } },
    ]);
  });

  it('leaves nothing in a hazard that is closed later', async () => {
    const { id } = await hazards.approved();
    const before = (await ofHazards.get(`/hazards/${id}/approvalData`)).body;
    await manager.put('/hazards/approval', { id, ...revision() });
    await hazards.approver.put('/hazards/approval', { id, approval: ending });
    const close = { transition: 'close', closureReason: 'eliminated' };
    expect((await manager.post(`/hazards/${id}/transitions`, close)).status).toBe(200);
    const { body } = await ofHazards.get(`/hazards/${id}/approvalData`);
    expect(body).toMatchObject({ status: 'closed', approval: before.approval, suggestedActions: [] });
  });

  it('leaves nothing in an event', async () => {
    const { id } = await events.approved();
    const before = (await ofEvents.get(`/events/${id}/approvalData`)).body;
    await events.admin.put(`/events/${id}/requireapproval`, eventAt(events.place, { title: SECRET }));
    expect((await events.step(id, 'reject', events.approver, SECRET)).status).toBe(200);
    const { body } = await ofEvents.get(`/events/${id}/approvalData`);
    expect(body).toMatchObject({ ...changeless(before) });
    for (const path of [`/events/${id}`, `/events?ids=${id}`, `/events/approvalData?ids=${id}`])
      expect(JSON.stringify((await ofEvents.get(path)).body)).not.toContain(SECRET);
    await expectFiltersAsShown(ofEvents, '/events', id, events.approver.userId);
    const { data } = (await events.admin.get(`/events/approvalData?ids=${id}&approvalState=rejected`)).body;
    expect(data[0].approval.decisions.at(-1)).toMatchObject({ decision: 'reject', comment: SECRET });
  });

  /** Without the members that a write may have changed although its content is gone. */
  const changeless = ({
    version: _,
    modifiedAt: __,
    modifiedByUserId: ___,
    ...rest
  }: object & {
    version?: number;
    modifiedAt?: string;
    modifiedByUserId?: string;
  }) => rest;
});

describe('a report does not vanish', () => {
  it('403: an editor makes no draft of a report of somebody else', async () => {
    const { id } = await hazards.submit();
    expect((await manager.put('/hazards/approval', { id, ...revision() })).status).toBe(200);
    const withdrawn = await manager.put('/hazards/approval', { id, approval: { step: 'withdraw' } });
    expect(withdrawn).toMatchObject({
      status: 403,
      body: { code: 'permission-denied', currentStatus: 'pendingApproval' },
    });
    expect(withdrawn.body.allowedTransitions).not.toContain('withdraw');
    expect((await hazards.admin.get(`/hazards/${id}/approvalData`)).body.status).toBe('pendingApproval');
  });

  it('409 in-use: authors do not withdraw what somebody has made an action or an event of', async () => {
    const { id } = await hazards.submit();
    const { id: named } = await hazards.submit();
    const { id: actionId } = only(await manager.post('/actions', action(id)), 201);
    const related = eventAt(hazards.place, { relatedHazardIds: [named] });
    expect((await manager.post('/events/requireapproval', related)).status).toBe(201);
    // The event is not the author's to read.
    for (const [used, references] of [
      [id, [{ resource: 'actions', id: actionId }]],
      [named, []],
    ])
      expect(
        await hazards.author.put('/hazards/approval', { id: used, approval: { step: 'withdraw' } }),
      ).toMatchObject({ status: 409, body: { code: 'in-use', references } });
  });

  it('409 in-use: authors do not withdraw what an approved event names, though its revision does not', async () => {
    const { id: named } = await hazards.submit();
    const related = eventAt(hazards.place, { relatedHazardIds: [named] });
    const { id } = only(await manager.post('/events/requireapproval', related), 201);
    const approve = { transition: 'approve', comment: null };
    expect((await hazards.approver.post(`/events/${id}/transitions`, approve)).status).toBe(200);
    const without = eventAt(hazards.place, { relatedHazardIds: [] });
    expect((await putRevision(api, manager, `/events/${id}/requireapproval`, without)).status).toBe(200);
    expect(
      await hazards.author.put('/hazards/approval', { id: named, approval: { step: 'withdraw' } }),
    ).toMatchObject({ status: 409, body: { code: 'in-use', references: [{ resource: 'events', id }] } });
  });

  it('422 not-allowed: an event of its author that names a draft', async () => {
    const { id } = await hazards.submit();
    await hazards.author.put('/hazards/approval', { id, approval: { step: 'withdraw' } });
    const related = eventAt(hazards.place, { relatedHazardIds: [id] });
    const { status, body } = await hazards.author.post('/events/requireapproval', related);
    expect([status, body.errors]).toMatchObject([
      422,
      [{ pointer: '/relatedHazardIds/0', code: 'not-allowed' }],
    ]);
  });

  it('an event that names a hazard, while its author withdraws it: one of the two is refused', async () => {
    const outcomes: string[] = [];
    for (let pair = 0; pair < 10; pair++) {
      const { id } = await hazards.submit();
      const related = eventAt(hazards.place, { relatedHazardIds: [id] });
      const answers = await Promise.all([
        manager.post('/events/requireapproval', related),
        hazards.author.put('/hazards/approval', { id, approval: { step: 'withdraw' } }),
      ]);
      outcomes.push(answers.map(({ status }) => status).join(' '));
    }
    expect(outcomes.filter((both) => both !== '201 409' && both !== '422 200')).toEqual([]);
  });

  it('409 in-use: authors do not remove a draft that somebody has decided on; 204 any other', async () => {
    const { author } = hazards;
    const withdraw = (id: string) => author.put('/hazards/approval', { id, approval: { step: 'withdraw' } });
    const decided = await hazards.submit();
    await hazards.decide(decided.id, 'requestChanges');
    expect((await author.put('/hazards/approval', { id: decided.id, ...hazards.body() })).status).toBe(200);
    const { id } = await hazards.submit();
    for (const draft of [decided.id, id]) expect((await withdraw(draft)).status).toBe(200);
    expect(outcome(await author.delete(`/hazards/${decided.id}`))).toEqual({ status: 409, code: 'in-use' });
    expect((await author.delete(`/hazards/${id}`)).status).toBe(204);
  });
});

describe('a poll for changes', () => {
  const SINCE = 'modifiedSince=2026-01-01T00:00:00Z';
  const polled = async (caller: TestCaller, path: string, id: string, more = '') =>
    only(await caller.get(`${path}?${SINCE}&ids=${id}${more}`), 200).data;
  const withdraw = (id: string, more: object = {}) =>
    hazards.author.put('/hazards/approval', { id, approval: { step: 'withdraw' }, ...more });

  it.each([
    [
      'hazards',
      () => hazards,
      async () => (await hazards.submit()).id,
      (id: string) => hazards.decide(id, 'reject'),
    ],
    [
      'events',
      () => events,
      async () => (await events.added()).id,
      (id: string) => events.step(id, 'reject'),
    ],
  ])('tells of %s that were rejected at first, all who could read them', async (name, scene, add, reject) => {
    const id = await add();
    const list = `/${name}/includerequireapproval`;
    only(await reject(id), 200);
    for (const caller of [scene().approver, scene().author, scene().admin])
      expect(await polled(caller, list, id)).toMatchObject([
        { id, status: 'rejected', requireApproval: false },
      ]);
    expect(await polled(scene().approver, list, id, '&requireApproval=true')).toEqual([]);
    expect(idsIn(await scene().approver.get(`${list}?ids=${id}`))).toEqual([]);
    const stranger = await scene().member({ role: 'employee' });
    expect(await polled(stranger, list, id)).toEqual([]);
  });

  it('tells of hazards that were withdrawn, as they were when they waited', async () => {
    const target = await addPlace(api, hazards.admin.companyId);
    const there = await hazards.member({ role: 'eventManager', orgStructureIds: [target.id] });
    const here = await hazards.member({ role: 'eventManager', orgStructureIds: [hazards.place.id] });
    const { id } = await hazards.submit({ title: 'As it was submitted' });
    const draft = hazards.body({
      title: SECRET,
      orgStructureId: target.id,
      suggestedActions: [{ description: SECRET }],
    });
    only(await withdraw(id, draft), 200);
    only(
      await hazards.author.put('/hazards/approval', { id, ...draft, approval: { step: 'saveDraft' } }),
      200,
    );
    const known = { id, status: 'draft', requireApproval: false, title: 'As it was submitted' };
    for (const path of ['/hazards/approvalData', '/hazards/includerequireapproval']) {
      for (const caller of [hazards.approver, here]) {
        const [seen] = await polled(caller, path, id);
        expect(seen).toMatchObject({ ...known, orgStructureId: hazards.place.id });
        expect(JSON.stringify(seen)).not.toContain(SECRET);
        expect(await polled(caller, path, id, `&q=${encodeURIComponent(SECRET)}`)).toEqual([]);
        expect(await polled(caller, path, id, `&orgStructureId=${target.id}`)).toEqual([]);
        expect(idsIn(await caller.get(`${path}?ids=${id}`))).toEqual([]);
      }
      for (const caller of [there, ofHazards]) expect(await polled(caller, path, id)).toEqual([]);
    }
    expect(await polled(hazards.approver, '/hazards/approvalData', id)).toMatchObject([
      { approval: { state: 'withdrawn' }, suggestedActions: [] },
    ]);
    for (const path of ['/hazards/approvalData', '/hazards/includerequireapproval'])
      expect(await polled(hazards.author, path, id)).toMatchObject([{ id, status: 'draft', title: SECRET }]);
    expect((await hazards.approver.get(`/hazards/${id}/approvalData`)).status).toBe(404);
    only(await hazards.author.put('/hazards/approval', { id, ...hazards.body({ title: 'Anew' }) }), 200);
    expect(await polled(hazards.approver, '/hazards/approvalData', id)).toMatchObject([
      { status: 'pendingApproval', title: 'Anew' },
    ]);
  });

  const lists = ['/hazards/approvalData', '/hazards/includerequireapproval'];

  it('tells those who knew it of a withdrawn hazard that was deleted, and nobody else', async () => {
    const target = await addPlace(api, hazards.admin.companyId);
    const there = await hazards.member({ role: 'eventManager', orgStructureIds: [target.id] });
    const externalId = randomUUID();
    const { id } = await hazards.submit({ title: 'As it was submitted', externalId });
    const draft = hazards.body({ title: SECRET, orgStructureId: target.id, externalId });
    only(await withdraw(id, draft), 200);
    const { version } = (await hazards.author.get(`/hazards/${id}/approvalData`)).body;
    const first = await hazards.author.delete(`/hazards/${id}`);
    const again = await hazards.author.delete(`/hazards/${id}`);
    expect([first.status, again.status]).toEqual([204, 204]);
    for (const path of lists) {
      for (const caller of [hazards.approver, hazards.author]) {
        const [seen] = await polled(caller, path, id);
        expect(seen).toMatchObject({ id, status: 'draft', archived: true, title: 'As it was submitted' });
        expect(seen).toMatchObject({ version: version + 1, orgStructureId: hazards.place.id });
        expect(JSON.stringify(seen)).not.toContain(SECRET);
        expect(await polled(caller, path, id, '&q=submitted')).toEqual([]);
        for (const archived of ['true', 'only', 'false'])
          expect(idsIn(await caller.get(`${path}?ids=${id}&includeArchived=${archived}`))).toEqual([]);
      }
      for (const caller of [there, ofHazards]) expect(await polled(caller, path, id)).toEqual([]);
    }
    for (const caller of [hazards.author, hazards.approver, hazards.admin])
      expect((await caller.get(`/hazards/${id}/approvalData`)).status).toBe(404);
    expect((await hazards.admin.put(`/hazards/${id}/restore`, {})).status).toBe(404);
    expect((await hazards.approver.delete(`/hazards/${id}`)).status).toBe(404);
    expect((await hazards.author.get(`/hazards/${id}/audit`)).body.data[0].operation).toBe('deleted');
    only(await hazards.author.post('/hazards/approval', hazards.body({ externalId })), 201);
  });

  it('tells of a deleted draft for 30 days; then nothing of it is left', async () => {
    const { companyId } = hazards.admin;
    const ids: string[] = [];
    for (const days of [31, 29]) {
      const { id } = await hazards.submit();
      only(await withdraw(id), 200);
      expect((await hazards.author.delete(`/hazards/${id}`)).status).toBe(204);
      const age = "UPDATE hazards SET archived_at = archived_at - $2 * interval '1 day' WHERE id = $1";
      const due =
        "UPDATE drafts_to_forget SET forget_at = forget_at - $2 * interval '1 day' WHERE hazard_id = $1";
      for (const text of [age, due]) await select(api, companyId, text, [id, days]);
      for (const path of lists)
        expect((await polled(hazards.approver, path, id)).length).toBe(days === 29 ? 1 : 0);
      ids.push(id);
    }
    await api.app.get(ForgottenDrafts).remove();
    const left = [{ id: ids[1] }];
    expect(await select(api, companyId, 'SELECT id FROM hazards WHERE id = ANY($1)', [ids])).toEqual(left);
    const noted = 'SELECT hazard_id AS id FROM drafts_to_forget WHERE hazard_id = ANY($1)';
    expect(await select(api, companyId, noted, [ids])).toEqual(left);
  });

  it('409 duplicate: the id of a withdrawn draft that was deleted stays in use', async () => {
    const id = newId();
    const wanted = hazards.body({ id });
    only(await hazards.author.post('/hazards/approval', wanted), 201);
    only(await withdraw(id), 200);
    expect((await hazards.author.delete(`/hazards/${id}`)).status).toBe(204);
    for (const caller of [hazards.author, hazards.approver]) {
      const { status, body: refused } = await caller.post('/hazards/approval', wanted);
      expect({ status, conflictingId: refused.conflictingId }).toEqual({ status: 409, conflictingId: null });
    }
  });

  it('tells nobody who reported a hazard that became anonymous in the draft', async () => {
    const { id } = await hazards.submit({ reportedByName: SECRET });
    only(await withdraw(id, hazards.body({ anonymous: true })), 200);
    for (const path of ['/hazards/approvalData', '/hazards/includerequireapproval']) {
      const [seen] = await polled(hazards.approver, path, id);
      expect(seen).toMatchObject({ anonymous: true, reportedByName: null, createdByUserId: null });
      expect(JSON.stringify(seen)).not.toContain(hazards.author.userId);
    }
    expect((await hazards.author.delete(`/hazards/${id}`)).status).toBe(204);
    for (const path of lists) {
      const [seen] = await polled(hazards.approver, path, id);
      expect(seen).toMatchObject({ archived: true, anonymous: true, reportedByName: null });
      expect(JSON.stringify(seen)).not.toContain(hazards.author.userId);
    }
  });
});
