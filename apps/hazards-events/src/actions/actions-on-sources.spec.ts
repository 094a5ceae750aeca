import { describe, expect, it } from '@jest/globals';
import { builtInRoles } from '@safety/contracts';
import type { TestCaller } from '@safety/testing';
import { startActionScene } from '../testing/action-scene.js';
import { outcome } from '../testing/hazard-scene.js';
import {
  addMember,
  addMemberOf,
  addPlace,
  assessed,
  eventAt,
  hazardAt,
  select,
} from '../testing/hazards-under-test.js';

const { api, admin, place, post, added, step } = await startActionScene();
/** Decides on what the administrator submits. */
const approver = await addMember(api, admin.companyId, { role: 'eventManager' });
const elsewhere = await addPlace(api, admin.companyId);
/** Manages events where the hazards and events are, and reads nothing of the other place. */
const closer = await addMemberOf(api, admin.companyId, [[place, builtInRoles.eventManager]]);
const further = await addPlace(api, admin.companyId);
/** Reads what is there, and manages actions at other places alone. */
const neighbour = await addMemberOf(api, admin.companyId, [
  [place, ['hazards.read', 'events.read', 'actions.read']],
  [elsewhere, builtInRoles.manager],
  [further, builtInRoles.manager],
]);

/** As many actions like one. */
const COPIES = `
  INSERT INTO actions (company_id, id, reference, title, action_type, source_type, source_id, org_structure_id,
    assignee_user_id, assignee_personnel_id, priority, mandatory, due_date, original_due_date, status, tags)
  SELECT company_id, gen_random_uuid(), reference || '-' || n, title, action_type, source_type, source_id, org_structure_id,
    assignee_user_id, assignee_personnel_id, priority, mandatory, due_date, original_due_date, status, tags
  FROM actions, generate_series(1, $2::int) AS n WHERE id = $1`;

/** A hundred of them have more bytes than a page of a list. */
const large = (keys = 50) =>
  `UPDATE actions SET custom_fields = (SELECT jsonb_object_agg('k' || n, repeat('x', 1000))
    FROM generate_series(1, ${keys}) AS n) WHERE source_id = $1`;

const SUGGESTED = 'UPDATE actions SET source_suggested_action_id = gen_random_uuid() WHERE id = $1';

const makers = {
  hazard: async (at = place) => (await admin.post('/hazards', hazardAt(at, assessed))).body.id,
  event: async (at = place) => {
    const nearMiss = { eventType: 'nearMiss', eventGroups: [{ groupType: 'nearMiss' }] };
    const { id } = (await admin.post('/events/requireapproval', eventAt(at, nearMiss))).body;
    await approver.post(`/events/${id}/transitions`, { transition: 'approve' });
    return id;
  },
};

describe.each(['hazard', 'event'] as const)('actions of one %s', (sourceType) => {
  const close = (id: string, caller: TestCaller = closer) =>
    caller.post(`/${sourceType}s/${id}/transitions`, {
      transition: 'close',
      ...(sourceType === 'hazard' && { closureReason: 'eliminated' }),
    });

  it('409 open-actions: names those that the caller may read, and counts the others', async () => {
    const sourceId = await makers[sourceType]();
    const open = 'Mandatory actions are still open: ';
    const hidden = await added({ sourceType, sourceId, orgStructureId: elsewhere.id });
    const unread = await close(sourceId);
    expect(outcome(unread)).toEqual({ status: 409, code: 'open-actions' });
    expect(unread.body.detail).toBe(`${open}1 that you may not read. Ask an administrator.`);
    const shown = await added({ sourceType, sourceId });
    expect((await close(sourceId)).body.detail).toBe(`${open}${shown.reference} and 1 more.`);
    expect((await close(sourceId, admin)).body.detail).toBe(
      `${open}${hidden.reference}, ${shown.reference}.`,
    );
  });

  it('409 open-actions: no assignee makes way for what the verifier has not seen', async () => {
    const sourceId = await makers[sourceType]();
    const assignee = await addMember(api, admin.companyId, { role: 'manager' });
    const of = { sourceType, sourceId, assigneeUserId: assignee.userId, verifierUserId: approver.userId };
    const { id, version: _, ...body } = await added(of);
    const at = `/actions/${id}`;
    const ways = async () => [
      await assignee.patch(at, { mandatory: false }),
      await assignee.put(at, { ...body, mandatory: false }),
      await assignee.patch(at, { verifierUserId: null }),
      await assignee.delete(at),
    ];
    for (const answer of await ways())
      expect(outcome(answer)).toEqual({ status: 403, code: 'self-approval-not-allowed' });
    await step(id, 'complete', { comment: 'Done.' }, assignee);
    for (const answer of await ways())
      expect(outcome(answer)).toEqual({ status: 409, code: 'invalid-state' });
    expect(outcome(await close(sourceId))).toEqual({ status: 409, code: 'open-actions' });
    expect((await admin.patch(at, { verifierUserId: null })).status).toBe(200);
    expect((await close(sourceId)).status).toBe(200);
  });

  it('201: where it is, though the place is archived by now; 422 archived-reference: at another such place', async () => {
    const left = await addPlace(api, admin.companyId);
    const sourceId = await makers[sourceType](left);
    const archive = 'UPDATE org_structures SET archived = true WHERE id = ANY($1)';
    const other = await addPlace(api, admin.companyId);
    await select(api, admin.companyId, archive, [[left.id, other.id]]);
    expect(await added({ sourceType, sourceId, orgStructureId: undefined })).toMatchObject({
      orgStructureId: left.id,
    });
    const { id } = await added({ sourceType, sourceId, orgStructureId: place.id });
    const { orgStructureId: _, ...moved } = (await admin.get(`/actions/${id}`)).body;
    expect((await admin.put(`/actions/${id}`, moved)).body).toMatchObject({ orgStructureId: left.id });
    for (const { id: orgStructureId } of [place, left])
      expect((await admin.patch(`/actions/${id}`, { orgStructureId })).body).toMatchObject({
        orgStructureId,
      });
    const refused = await post({ sourceType, sourceId, orgStructureId: other.id });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ code: 'archived-reference' }] } });
  });

  it('403 permission-denied: a mandatory one without actions.write where it is to be done about', async () => {
    const sourceId = await makers[sourceType]();
    const assigneeUserId = neighbour.userId;
    const wanted = { sourceType, sourceId, assigneeUserId, orgStructureId: elsewhere.id };
    const denied = { status: 403, body: { code: 'permission-denied', requiredPermission: 'actions.write' } };
    expect(await post(wanted, neighbour)).toMatchObject(denied);
    const { status, body: own } = await post({ ...wanted, mandatory: false }, neighbour);
    expect(status).toBe(201);
    const { id: theirs } = await added(wanted);
    const patch = (id: string, changes: object) => neighbour.patch(`/actions/${id}`, changes);
    expect(await patch(own.id, { mandatory: true })).toMatchObject(denied);
    expect(await patch(theirs, { orgStructureId: further.id })).toMatchObject(denied);
    expect((await patch(own.id, { orgStructureId: further.id })).status).toBe(200);
    expect((await patch(theirs, { title: 'Other' })).status).toBe(200);
    expect((await neighbour.delete(`/actions/${theirs}`)).status).toBe(204);
    expect(await neighbour.put(`/actions/${theirs}/restore`)).toMatchObject(denied);
    expect((await admin.put(`/actions/${theirs}/restore`)).status).toBe(200);
    expect((await patch(theirs, { orgStructureId: further.id, mandatory: false })).status).toBe(200);
    expect((await close(sourceId)).status).toBe(200);
  });

  it('409 invalid-state: more than 200, also at once or restored; 201 once one is archived', async () => {
    const sourceId = await makers[sourceType]();
    const first = await added({ sourceType, sourceId });
    await select(api, admin.companyId, COPIES, [first.id, 198]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => post({ sourceType, sourceId })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    const currentStatus = sourceType === 'hazard' ? 'approved' : 'open';
    expect(await post({ sourceType, sourceId, mandatory: false })).toMatchObject({
      status: 409,
      body: { code: 'invalid-state', currentStatus, allowedTransitions: [] },
    });
    expect((await admin.delete(`/actions/${first.id}`)).status).toBe(204);
    expect((await post({ sourceType, sourceId })).status).toBe(201);
    expect(await admin.put(`/actions/${first.id}/restore`, {})).toMatchObject({
      status: 409,
      body: {
        code: 'invalid-state',
        currentStatus: 'open',
        // An archived one takes no step.
        allowedTransitions: [],
      },
    });
    const shown = async () => {
      const data = (await admin.get(`/${sourceType}s/${sourceId}/approvalData`)).body;
      return (data.actions ?? data.action.items).length;
    };
    expect(await shown()).toBe(200);
    await select(api, admin.companyId, large(), [sourceId]);
    expect(await shown()).toBe(200);
  });

  it('409 invalid-state: more than 50 of another place, by who may write actions there alone', async () => {
    const sourceId = await makers[sourceType]();
    const wanted = { sourceType, sourceId, orgStructureId: elsewhere.id, mandatory: false };
    const assigned = { ...wanted, assigneeUserId: neighbour.userId };
    const { body: first } = await post(assigned, neighbour);
    await select(api, admin.companyId, COPIES, [first.id, 48]);
    const { status, body: last } = await post(assigned, neighbour);
    expect(status).toBe(201);
    const full = { code: 'invalid-state', detail: expect.stringContaining('at other places') };
    const refused = { status: 409, body: full };
    expect(await post(assigned, neighbour)).toMatchObject(refused);
    expect((await post(wanted)).status).toBe(201);
    expect((await post({ sourceType, sourceId })).status).toBe(201);
    expect((await neighbour.delete(`/actions/${last.id}`)).status).toBe(204);
    expect(await neighbour.put(`/actions/${last.id}/restore`, {})).toMatchObject(refused);
    await select(api, admin.companyId, large(), [sourceId]);
    const patched = await neighbour.patch(`/actions/${first.id}`, { description: 'More of it.' });
    expect(patched).toMatchObject(refused);
    expect((await admin.patch(`/actions/${first.id}`, { description: 'More of it.' })).status).toBe(200);
  });

  it('201: as many beside those of suggestions, which are restored beside them too', async () => {
    const sourceId = await makers[sourceType]();
    const suggested = await added({ sourceType, sourceId });
    await select(api, admin.companyId, COPIES, [suggested.id, 199]);
    await select(api, admin.companyId, SUGGESTED, [suggested.id]);
    expect((await post({ sourceType, sourceId })).status).toBe(201);
    expect((await post({ sourceType, sourceId })).status).toBe(409);
    expect((await admin.delete(`/actions/${suggested.id}`)).status).toBe(204);
    expect((await admin.put(`/actions/${suggested.id}/restore`, {})).status).toBe(200);
  });

  it('409 invalid-state: more than 4 MiB, also restored or by a change that makes it larger', async () => {
    const sourceId = await makers[sourceType]();
    const first = await added({ sourceType, sourceId });
    const second = await added({ sourceType, sourceId });
    await select(api, admin.companyId, COPIES, [first.id, 98]);
    await select(api, admin.companyId, large(), [sourceId]);
    const refusal = { code: 'invalid-state', detail: expect.stringContaining('4 MiB') };
    const full = { status: 409, body: { ...refusal, currentStatus: 'open' } };
    expect(await post({ sourceType, sourceId })).toMatchObject({ status: 409, body: refusal });
    const patch = (changes: object) => admin.patch(`/actions/${first.id}`, changes);
    expect(await patch({ description: 'More of it.' })).toMatchObject(full);
    expect((await patch({ title: 'Less' })).status).toBe(200);
    expect((await step(first.id, 'complete', { comment: 'Done.' })).status).toBe(200);
    expect((await admin.delete(`/actions/${second.id}`)).status).toBe(204);
    expect(await admin.put(`/actions/${second.id}/restore`, {})).toMatchObject(full);
    await select(api, admin.companyId, large(30), [sourceId]);
    expect((await patch({ description: 'More of it.' })).status).toBe(200);
    expect((await admin.put(`/actions/${second.id}/restore`, {})).status).toBe(200);
  });

  it('200: a page of approval data ends before a row with which its actions have more than 4 MiB', async () => {
    const ids: string[] = [];
    for (const keys of [50, 50, 0, 0]) {
      const sourceId = await makers[sourceType]();
      ids.push(sourceId);
      const { id } = await added({ sourceType, sourceId });
      await select(api, admin.companyId, COPIES, [id, 99]);
      if (keys > 0) await select(api, admin.companyId, large(keys), [sourceId]);
    }
    const query = `/${sourceType}s/approvalData?ids=${ids.join(',')}&sort=reference&limit=60`;
    const pages: string[][] = [];
    for (let cursor = ''; ; ) {
      const { data, page } = (await admin.get(query + cursor)).body;
      pages.push(data.map(({ id }: { id: string }) => id));
      for (const { actions, action } of data) expect((actions ?? action.items).length).toBe(100);
      expect(page).toMatchObject({ limit: 60, hasMore: pages.length < 3 });
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(pages).toEqual([[ids[0]], [ids[1]], ids.slice(2)]);
    const { body } = await admin.get(`/actions?sourceId=${ids[0]}&limit=200`);
    expect(body.page.hasMore).toBe(true);
  });
});
