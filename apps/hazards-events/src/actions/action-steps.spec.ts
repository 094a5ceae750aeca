import { describe, expect, it } from '@jest/globals';
import { actionStatuses, actionTransitions } from '@safety/contracts';
import { describeTransitions } from '@safety/testing';
import { startActionScene } from '../testing/action-scene.js';
import { outcome } from '../testing/hazard-scene.js';
import { addMember, assessed, hazardAt } from '../testing/hazards-under-test.js';

const { api, admin, place, worker, personId, standalone, added, step } = await startActionScene();

const comment = 'As agreed.';

describeTransitions('/actions/{id}/transitions', {
  table: actionTransitions,
  statuses: actionStatuses,
  make: async (status) => {
    const { id } = await added();
    const way = {
      open: [],
      inProgress: ['start'],
      completed: ['complete'],
      verified: ['complete', 'verify'],
      cancelled: ['cancel'],
    }[status];
    const verifier = await api.caller({ companyId: admin.companyId });
    for (const transition of way)
      await step(
        id,
        transition,
        transition === 'start' ? {} : { comment },
        transition === 'verify' ? verifier : admin,
      );
    return id;
  },
  step: async (id, transition) =>
    step(
      id,
      transition,
      { comment },
      transition === 'verify' ? await api.caller({ companyId: admin.companyId }) : admin,
    ),
});

describe('POST /actions/{id}/transitions', () => {
  it.each(['complete', 'cancel'])('422 required: %s without a comment', async (transition) => {
    const { id } = await added();
    expect((await step(id, transition)).body.errors).toMatchObject([
      { pointer: '/comment', code: 'required' },
    ]);
  });

  it('422 not-allowed: an effectiveness that nobody has verified', async () => {
    const { id } = await added();
    const { body } = await step(id, 'complete', { comment, effectiveness: 'effective' });
    expect(body.errors).toMatchObject([{ pointer: '/effectiveness', code: 'not-allowed' }]);
  });

  it('200: assignees start and complete their own, with no permission but to read', async () => {
    const { id } = await added({ assigneeUserId: null, assigneePersonnelId: personId });
    expect((await step(id, 'start', {}, worker)).body.status).toBe('inProgress');
    const done = await step(id, 'complete', { comment }, worker);
    expect(done.body).toMatchObject({
      status: 'completed',
      completedByUserId: worker.userId,
      completionComment: comment,
    });
    const other = await added();
    expect(outcome(await step(other.id, 'start', {}, worker))).toEqual({
      status: 403,
      code: 'permission-denied',
    });
    expect(outcome(await step(id, 'verify', {}, worker))).toEqual({ status: 403, code: 'permission-denied' });
  });

  it('403 self-approval-not-allowed: whoever completed it does not verify it', async () => {
    const { id } = await added();
    await step(id, 'complete', { comment });
    expect(outcome(await step(id, 'verify'))).toEqual({ status: 403, code: 'self-approval-not-allowed' });
    const verifier = await api.caller({ companyId: admin.companyId, role: 'eventManager' });
    const verified = await step(id, 'verify', { effectiveness: 'partiallyEffective' }, verifier);
    expect(verified.body).toMatchObject({
      status: 'verified',
      verifiedByUserId: verifier.userId,
      effectiveness: 'partiallyEffective',
    });
    expect(outcome(await step(id, 'reopen', { comment }, verifier))).toEqual({
      status: 403,
      code: 'permission-denied',
    });
    expect((await step(id, 'reopen', { comment })).body).toMatchObject({
      status: 'inProgress',
      completedAt: null,
      verifiedAt: null,
      effectiveness: null,
    });
  });
});

describe('who verifies', () => {
  const verifier = () => addMember(api, admin.companyId, { role: 'eventManager' });

  it('403: not the assignee, whoever completed it', async () => {
    const assignee = await verifier();
    const { id } = await added({ assigneeUserId: assignee.userId });
    await step(id, 'complete', { comment });
    expect(outcome(await step(id, 'verify', {}, assignee))).toEqual({
      status: 403,
      code: 'self-approval-not-allowed',
    });
  });

  it('403: nobody but the verifier whom the action names', async () => {
    const [named, other] = [await verifier(), await verifier()];
    const { id } = await added({ verifierUserId: named.userId });
    await step(id, 'complete', { comment });
    for (const transition of ['verify', 'rejectCompletion'])
      expect(outcome(await step(id, transition, { comment }, other))).toEqual({
        status: 403,
        code: 'permission-denied',
      });
    expect((await step(id, 'verify', {}, named)).body.verifiedByUserId).toBe(named.userId);
    const changed = await admin.put(`/actions/${id}`, standalone({ dueDate: '2031-01-01' }));
    expect(changed).toMatchObject({
      status: 409,
      body: { code: 'invalid-state', allowedTransitions: ['reopen'] },
    });
  });
});

describe('actions of what is closed', () => {
  it('409 invalid-state: none is to be done again; 200 once the source is open', async () => {
    const hazard = (await admin.post('/hazards', hazardAt(place, assessed))).body;
    const of = { sourceType: 'hazard', sourceId: hazard.id };
    const [cancelled, completed, archived, optional] = [
      await added(of),
      await added(of),
      await added(of),
      await added({ ...of, mandatory: false }),
    ];
    await step(cancelled.id, 'cancel', { comment });
    await step(completed.id, 'complete', { comment });
    await admin.delete(`/actions/${archived.id}`);
    const close = { transition: 'close', closureReason: 'eliminated' };
    expect((await admin.post(`/hazards/${hazard.id}/transitions`, close)).status).toBe(200);
    const again = () =>
      Promise.all([
        step(cancelled.id, 'reopen', { comment }),
        step(completed.id, 'rejectCompletion', { comment }),
        admin.put(`/actions/${archived.id}/restore`),
        admin.patch(`/actions/${optional.id}`, { mandatory: true }),
        admin.put(`/actions/${optional.id}`, { ...optional, mandatory: true }),
      ]);
    for (const answer of await again())
      expect(outcome(answer)).toEqual({ status: 409, code: 'invalid-state' });
    await admin.post(`/hazards/${hazard.id}/transitions`, { transition: 'reopen', comment });
    for (const answer of await again()) expect(answer.status).toBe(200);
  });
});
