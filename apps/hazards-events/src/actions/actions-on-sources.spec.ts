import { describe, expect, it } from '@jest/globals';
import { builtInRoles } from '@safety/contracts';
import type { TestCaller } from '@safety/testing';
import { startActionScene } from '../testing/action-scene.js';
import { outcome } from '../testing/hazard-scene.js';
import { addMemberOf, addPlace, assessed, eventAt, hazardAt, select } from '../testing/hazards-under-test.js';

const { api, admin, place, post, added } = await startActionScene();
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

/** All of them have more bytes than a page of a list. */
const LARGE = `UPDATE actions SET custom_fields = jsonb_build_object('note', repeat('x', 50000)) WHERE source_id = $1`;

const makers = {
  hazard: async () => (await admin.post('/hazards', hazardAt(place, assessed))).body.id,
  event: async () => {
    const nearMiss = { eventType: 'nearMiss', eventGroups: [{ groupType: 'nearMiss' }] };
    const { id } = (await admin.post('/events/requireapproval', eventAt(place, nearMiss))).body;
    await closer.post(`/events/${id}/transitions`, { transition: 'approve' });
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
    expect((await patch(theirs, { orgStructureId: further.id, mandatory: false })).status).toBe(200);
    expect((await close(sourceId)).status).toBe(200);
  });

  it('409 invalid-state: more than 200, also at once or restored; 201 once one is archived', async () => {
    const sourceId = await makers[sourceType]();
    const first = await added({ sourceType, sourceId });
    await select(api, admin.companyId, COPIES, [first.id, 198]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => post({ sourceType, sourceId })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    const full = { status: 409, code: 'invalid-state' };
    expect(outcome(await post({ sourceType, sourceId, mandatory: false }))).toEqual(full);
    expect((await admin.delete(`/actions/${first.id}`)).status).toBe(204);
    expect((await post({ sourceType, sourceId })).status).toBe(201);
    expect(outcome(await admin.put(`/actions/${first.id}/restore`, {}))).toEqual(full);
    const shown = async () => {
      const data = (await admin.get(`/${sourceType}s/${sourceId}/approvalData`)).body;
      return (data.actions ?? data.action.items).length;
    };
    expect(await shown()).toBe(200);
    await select(api, admin.companyId, LARGE, [sourceId]);
    expect(await shown()).toBe(200);
  });
});
