import { describe, expect, it } from '@jest/globals';
import { describeChanges } from '@safety/testing';
import { group, startEventScene } from '../testing/event-scene.js';
import { faultsOf as faults, idsIn, outcome } from '../testing/hazard-scene.js';
import { eventAt, select } from '../testing/hazards-under-test.js';
import { putRevision } from '../testing/put-revision.js';

const { api, admin, place, author, approver, member, step, added, approved } = await startEventScene();

const nearMiss = { eventType: 'nearMiss', eventGroups: [{ groupType: 'nearMiss' }] };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Adds an action that keeps an event pending. */
async function addAction(sourceId: string): Promise<void> {
  const action = { title: 'Guard', actionType: 'corrective', sourceType: 'event', sourceId };
  const assigned = { assigneeUserId: approver.userId, dueDate: '2030-01-01' };
  expect((await admin.post('/actions', { ...action, ...assigned })).status).toBe(201);
}

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

  it('403 permission-denied: names the permission to investigate, and none where authors alone submit', async () => {
    const { id } = await approved();
    expect((await step(id, 'startInvestigation', author)).body).toMatchObject({
      code: 'permission-denied',
      requiredPermission: 'events.update',
    });
    const rejected = await added();
    await step(rejected.id, 'reject');
    const { status, body } = await step(rejected.id, 'submit', admin);
    expect([status, body.code, body.requiredPermission]).toEqual([403, 'permission-denied', undefined]);
  });

  it('409: an open accident is not closed without an investigation', async () => {
    const { id } = await approved();
    expect(outcome(await step(id, 'close'))).toEqual({ status: 409, code: 'invalid-state' });
  });

  it.each(['close', 'completeInvestigation'])(
    '409 before 412 and 422: %s with something left to do',
    async (transition) => {
      const { id } = await approved(transition === 'close' ? {} : nearMiss);
      if (transition === 'completeInvestigation') {
        await step(id, 'close');
        await step(id, 'reopen');
        await select(api, admin.companyId, 'UPDATE events SET investigation = NULL WHERE id = $1', [id]);
      }
      const path = `/events/${id}/transitions`;
      const expected = { status: 409, code: 'invalid-state' };
      const stale = { headers: { 'if-match': '"99"' } };
      expect(outcome(await approver.post(path, { transition, comment: 'x' }, stale))).toEqual(expected);
      expect(outcome(await approver.post(path, { transition, comment: 7 }))).toEqual(expected);
    },
  );

  it('409: a near miss that could have been grave is not either', async () => {
    const { id } = await approved({
      eventType: 'nearMiss',
      potentialSeverity: 'catastrophic',
      eventGroups: [{ groupType: 'nearMiss' }],
    });
    expect(outcome(await step(id, 'close'))).toEqual({ status: 409, code: 'invalid-state' });
  });

  it('409 open-actions: while a mandatory action waits for its verifier; 200 without that', async () => {
    const verifier = await member({ role: 'eventManager' });
    const { id } = await approved({ actualSeverity: 'major' });
    const { body: action } = await admin.post('/actions', {
      ...{ title: 'A guard', actionType: 'corrective', sourceType: 'event', sourceId: id },
      ...{ assigneeUserId: approver.userId, verifierUserId: verifier.userId, dueDate: '2030-01-01' },
    });
    await admin.post(`/actions/${action.id}/transitions`, { transition: 'complete', comment: 'Done.' });
    await step(id, 'startInvestigation');
    expect((await step(id, 'completeInvestigation')).body).toMatchObject({
      status: 'actionsPending',
      openActionCount: 0,
    });
    expect(outcome(await step(id, 'close'))).toEqual({ status: 409, code: 'open-actions' });
    expect((await admin.patch(`/actions/${action.id}`, { verifierUserId: null })).status).toBe(200);
    expect((await step(id, 'close')).body.status).toBe('closed');
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

  it('200: a revision that opens the investigation again brings the event back to it', async () => {
    const { id } = await approved({ actualSeverity: 'major' });
    await addAction(id);
    await step(id, 'startInvestigation');
    const { body: pending } = await step(id, 'completeInvestigation');
    expect(pending.status).toBe('actionsPending');
    const investigation = { ...pending.investigation, completedAt: null };
    const revision = eventAt(place, { actualSeverity: 'major', investigation });
    expect((await admin.put(`/events/${id}/requireapproval`, revision)).status).toBe(200);
    expect((await step(id, 'approve')).body.status).toBe('underInvestigation');
    expect((await step(id, 'completeInvestigation')).body).toMatchObject({
      status: 'actionsPending',
      investigation: { completedAt: expect.any(String) },
    });
  });

  it('200: reopened, its investigation is open again and has to be completed', async () => {
    const nearMiss = { eventType: 'nearMiss', eventGroups: [{ groupType: 'nearMiss' }] };
    for (const steps of [['close'], ['startInvestigation', 'completeInvestigation']]) {
      const { id } = await approved(nearMiss);
      for (const transition of steps) await step(id, transition);
      const reopened = (await step(id, 'reopen')).body;
      expect(reopened).toMatchObject({ status: 'underInvestigation', investigation: { completedAt: null } });
      const closed = (await step(id, 'completeInvestigation')).body;
      expect(closed).toMatchObject({ status: 'closed', investigation: { leadUserId: approver.userId } });
      expect(closed.investigation.completedAt).not.toBeNull();
    }
  });

  it('422 required: no revision takes out the investigation that an event has', async () => {
    const nearMiss = { eventType: 'nearMiss', eventGroups: [{ groupType: 'nearMiss' }] };
    const grave = { actualSeverity: 'catastrophic', eventGroups: nearMiss.eventGroups };
    const editor = await member({ role: 'eventManager' });
    for (const steps of [['startInvestigation'], ['close', 'reopen']]) {
      const { id } = await approved(nearMiss);
      for (const transition of steps) await step(id, transition);
      const revise = (changes: object) =>
        putRevision(api, editor, `/events/${id}/requireapproval`, eventAt(place, { ...grave, ...changes }));
      expect(faults(await revise({}))).toEqual({ status: 422, faults: ['/investigation required'] });
      const { investigation } = (await admin.get(`/events/${id}`)).body;
      expect((await revise({ investigation })).status).toBe(200);
      expect((await step(id, 'approve')).body).toMatchObject({ status: 'underInvestigation', investigation });
      expect((await step(id, 'completeInvestigation')).body.investigation.completedAt).not.toBeNull();
    }
  });

  it('200: an investigation that is planned for later does not end before it starts, and is kept', async () => {
    const startedAt = inDays(1);
    const planned = { investigation: { leadUserId: approver.userId, method: 'icam', startedAt } };
    const { id } = await approved({ ...nearMiss, ...planned });
    await addAction(id);
    await step(id, 'startInvestigation');
    const { status, investigation } = (await step(id, 'completeInvestigation')).body;
    expect({ status, investigation }).toMatchObject({
      status: 'actionsPending',
      investigation: { startedAt, completedAt: startedAt },
    });
    const revise = (changes: object) =>
      admin.put(
        `/events/${id}/requireapproval`,
        eventAt(place, { ...nearMiss, investigation: { ...investigation, ...changes } }),
      );
    expect((await revise({})).status).toBe(200);
    expect(faults(await revise({ completedAt: inDays(2) }))).toEqual({
      status: 422,
      faults: ['/investigation/completedAt in-future'],
    });
  });

  it('422 in-future: an investigation to come closes no major event', async () => {
    const major = { ...nearMiss, actualSeverity: 'major' };
    const started = { leadUserId: approver.userId, method: 'icam', startedAt: inDays(-1) };
    const { id } = await approved({ ...major, investigation: started });
    const revise = (completedAt: string) =>
      admin.put(
        `/events/${id}/requireapproval`,
        eventAt(place, { ...major, investigation: { ...started, completedAt } }),
      );
    expect(faults(await revise(inDays(300)))).toEqual({
      status: 422,
      faults: ['/investigation/completedAt in-future'],
    });
    expect(outcome(await step(id, 'close'))).toEqual({ status: 409, code: 'invalid-state' });
    expect((await revise(inDays(0))).status).toBe(200);
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

describeChanges('/events/{id}', {
  verbs: ['DELETE', 'PUT /restore'],
  row: async (verb, options) => {
    const { id } = await approved();
    const at = `/events/${id}`;
    if (verb === 'PUT /restore') await admin.delete(at);
    return { caller: await member(options), at };
  },
});

describeChanges('/events/{id}', {
  verbs: ['PUT /requireapproval', 'POST /transitions'],
  archives: true,
  row: async (verb, options) => {
    const { id } = await approved();
    const body = verb === 'POST /transitions' ? { transition: 'startInvestigation' } : eventAt(place);
    return { caller: await member(options), at: `/events/${id}`, body };
  },
});
