import { describe, expect, it } from '@jest/globals';
import type { TestCaller } from '@safety/testing';
import { faultsOf, idsIn, outcome, startHazardScene } from '../testing/hazard-scene.js';
import {
  addCompany,
  addMember,
  addPlace,
  assessed,
  hazardAt,
  select,
  type TestPlace,
} from '../testing/hazards-under-test.js';

const { api, admin, author, approver, member, body, submit, decide, approved } = await startHazardScene();

describe('populations', () => {
  it('200: who sees what waits: its author, named approvers, and by permission; a draft its author alone', async () => {
    const { id } = await submit();
    const { id: draft } = await submit({ approval: { step: 'saveDraft' } });
    const other = await member({ role: 'employee' });
    const manager = await member({ role: 'manager' });
    const seen = async (caller: TestCaller, path: string) =>
      idsIn(await caller.get(`${path}?ids=${id},${draft}`)).sort();
    expect(await seen(author, '/hazards/approvalData')).toEqual([id, draft].sort());
    expect(await seen(author, '/hazards/includerequireapproval')).toEqual([id]);
    for (const caller of [manager, approver, admin]) {
      expect(await seen(caller, '/hazards/approvalData')).toEqual([id]);
      expect(await seen(caller, '/hazards/includerequireapproval')).toEqual([id]);
    }
    expect(await seen(other, '/hazards/approvalData')).toEqual([]);
    expect(await seen(other, '/hazards/includerequireapproval')).toEqual([]);
    for (const caller of [author, manager, admin]) expect(await seen(caller, '/hazards')).toEqual([]);
    expect((await admin.get(`/hazards/${draft}/approvalData`)).status).toBe(404);
  });

  it('200: lists of approval data are filtered by state, approver and submission', async () => {
    const { admin: owner, place: there } = await addCompany(api);
    const far = await addPlace(api, owner.companyId);
    const reporter = await addMember(api, owner.companyId, { role: 'employee' });
    const near = await addMember(api, owner.companyId, { role: 'eventManager', orgStructureIds: [there.id] });
    const everywhere = await addMember(api, owner.companyId, { role: 'eventManager' });
    const post = async (at: TestPlace, approval: object) =>
      (await reporter.post('/hazards/approval', hazardAt(at, { ...assessed, approval }))).body.id;
    const here = await post(there, {});
    const beside = await post(far, {});
    const named = await post(there, { approverUserIds: [everywhere.userId] });
    const asked = async (caller: TestCaller, query: string) =>
      idsIn(await caller.get(`/hazards/approvalData?${query}`)).sort();
    expect(await asked(near, 'approverUserId=me')).toEqual([here]);
    expect(await asked(everywhere, 'approverUserId=me')).toEqual([here, beside, named].sort());
    expect(await asked(owner, `approverUserId=${near.userId}`)).toEqual([here]);
    expect(await asked(owner, `approverUserId=${reporter.userId}`)).toEqual([]);
    expect(await asked(owner, 'approvalState=pending&status=pendingApproval')).toHaveLength(3);
    expect(await asked(owner, 'approvalState=approved,rejected')).toEqual([]);
    expect(await asked(owner, 'requireApproval=true')).toHaveLength(3);
    expect(await asked(owner, 'requireApproval=false')).toEqual([]);
    expect(await asked(owner, 'requireApproval=false,true')).toHaveLength(3);
    expect(await asked(owner, 'submittedFrom=2020-01-01T00:00:00Z')).toHaveLength(3);
    expect(await asked(owner, 'submittedTo=2020-01-01T00:00:00Z')).toEqual([]);
    const flagged = '/hazards/includerequireapproval?requireApproval=';
    expect(idsIn(await owner.get(`${flagged}true`))).toHaveLength(3);
    expect(idsIn(await owner.get(`${flagged}false`))).toEqual([]);
    expect(idsIn(await owner.get(`${flagged}true,false&limit=2`))).toHaveLength(2);
  });

  it('Link: GET /hazards/{id} names its approval data', async () => {
    const { id } = await approved();
    const { headers } = await admin.get(`/hazards/${id}`);
    expect(headers.get('link')).toBe(
      `<http://localhost:8080/api/hazards/${id}/approvalData>; rel="alternate"`,
    );
  });
});

describe('closing, archiving and drafts', () => {
  const close = (id: string, more: object = {}) =>
    approver.post(`/hazards/${id}/transitions`, {
      transition: 'close',
      closureReason: 'eliminated',
      ...more,
    });

  it('409 open-actions: a mandatory action is open, or waits for its verifier; 200 once it is verified', async () => {
    const { id } = await approved();
    const verifier = await member({ role: 'eventManager' });
    const action = (
      await admin.post('/actions', {
        title: 'A guard',
        actionType: 'corrective',
        sourceType: 'hazard',
        sourceId: id,
        assigneeUserId: approver.userId,
        verifierUserId: verifier.userId,
        dueDate: '2027-01-01',
      })
    ).body;
    expect(outcome(await close(id))).toEqual({ status: 409, code: 'open-actions' });
    await admin.post(`/actions/${action.id}/transitions`, { transition: 'complete', comment: 'Mounted.' });
    const unverified = await close(id);
    expect(outcome(unverified)).toEqual({ status: 409, code: 'open-actions' });
    expect(unverified.body).toMatchObject({
      detail: `Mandatory actions wait for the verifier whom they name: ${action.reference}; an administrator may name another.`,
      currentStatus: 'approved',
      allowedTransitions: [],
    });
    const verified = await verifier.post(`/actions/${action.id}/transitions`, { transition: 'verify' });
    expect(verified.body.status).toBe('verified');
    const closed = await close(id);
    expect(closed.body).toMatchObject({
      status: 'closed',
      closureReason: 'eliminated',
      closedByUserId: approver.userId,
    });
    expect((await admin.get(`/hazards?status=closed&ids=${id}`)).body.data).toEqual([closed.body]);
  });

  it('409 before 412, 428 and 422: what keeps it open, whatever else the request lacks', async () => {
    const { id } = await approved({ riskAssessment: { initial: { likelihood: 2, severity: 2 } } });
    const careful = await member({ role: 'eventManager', requireIfMatch: true });
    const path = `/hazards/${id}/transitions`;
    const stale = { headers: { 'if-match': '"99"' } };
    const asked = [
      () => approver.post(path, { transition: 'close', closureReason: 'eliminated' }, stale),
      () => approver.post(path, { transition: 'close' }),
      () => careful.post(path, { transition: 'close', closureReason: 'eliminated' }),
    ];
    for (const ask of asked) expect(outcome(await ask())).toEqual({ status: 409, code: 'invalid-state' });
    const action = { title: 'A guard', actionType: 'corrective', sourceType: 'hazard', sourceId: id };
    await admin.post('/actions', { ...action, assigneeUserId: approver.userId, dueDate: '2027-01-01' });
    for (const ask of asked) expect(outcome(await ask())).toEqual({ status: 409, code: 'open-actions' });
  });

  it('409 invalid-state: the residual risk is not assessed', async () => {
    const { id } = await approved({ riskAssessment: { initial: { likelihood: 2, severity: 2 } } });
    expect(outcome(await close(id))).toEqual({ status: 409, code: 'invalid-state' });
  });

  it('422 required: close without a reason, reopen without a comment', async () => {
    const { id } = await approved();
    expect((await close(id, { closureReason: null })).body.errors).toMatchObject([
      { pointer: '/closureReason' },
    ]);
    await close(id);
    const reopen = await approver.post(`/hazards/${id}/transitions`, { transition: 'reopen' });
    expect(reopen.body.errors).toMatchObject([{ pointer: '/comment', code: 'required' }]);
  });

  it('422 not-allowed: reopen with a closureReason', async () => {
    const { id } = await approved();
    await close(id);
    const body = { transition: 'reopen', comment: 'It is back.', closureReason: 'duplicate' };
    expect(faultsOf(await approver.post(`/hazards/${id}/transitions`, body))).toEqual({
      status: 422,
      faults: ['/closureReason not-allowed'],
    });
    expect((await admin.get(`/hazards/${id}`)).body).toMatchObject({
      status: 'closed',
      closureReason: 'eliminated',
    });
  });

  it('409: what waits is not archived; a revision that needs changes is, and shows nothing of it', async () => {
    const { id } = await approved({ title: 'As approved' });
    await approver.put(`/hazards/${id}/requireapproval`, body({ title: 'As revised' }));
    expect(outcome(await admin.delete(`/hazards/${id}`))).toEqual({ status: 409, code: 'invalid-state' });
    await decide(id, 'requestChanges', {}, admin);
    expect((await admin.delete(`/hazards/${id}`)).status).toBe(204);
    expect((await admin.get(`/hazards/${id}`)).body).toMatchObject({ archived: true, title: 'As approved' });
    expect(idsIn(await admin.get(`/hazards?ids=${id}`))).toEqual([]);
    expect((await admin.put(`/hazards/${id}/restore`)).status).toBe(200);
    expect((await admin.get(`/hazards/${id}`)).body).toMatchObject({ archived: false, title: 'As approved' });
    expect(outcome(await author.delete(`/hazards/${id}`))).toMatchObject({ status: 403 });
    expect(outcome(await (await member({ role: 'manager' })).delete(`/hazards/${id}`))).toMatchObject({
      status: 403,
    });
  });

  it('204: authors remove their drafts for good', async () => {
    const { id } = await submit({ approval: { step: 'saveDraft' } });
    expect((await admin.delete(`/hazards/${id}`)).status).toBe(404);
    expect((await author.delete(`/hazards/${id}`)).status).toBe(204);
    expect((await author.get(`/hazards/${id}/approvalData`)).status).toBe(404);
    expect(await select(api, admin.companyId, 'SELECT id FROM hazards WHERE id = $1', [id])).toEqual([]);
  });

  it('204 again: whoever has deleted a draft; 404 anybody else', async () => {
    const { id } = await submit({ approval: { step: 'saveDraft' } });
    const deleted = await Promise.all([1, 2, 3].map(() => author.delete(`/hazards/${id}`)));
    expect(deleted.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await author.delete(`/hazards/${id}`)).status).toBe(204);
    for (const caller of [admin, approver])
      expect(outcome(await caller.delete(`/hazards/${id}`))).toEqual({ status: 404, code: 'not-found' });
  });

  it.each([false, true])('a draft is recorded and published as deleted, anonymous: %s', async (anonymous) => {
    const { id } = await submit({ title: 'A thought', anonymous, approval: { step: 'saveDraft' } });
    await author.delete(`/hazards/${id}`);
    const { data } = (await author.get(`/hazards/${id}/audit`)).body;
    expect(data).toMatchObject([
      {
        ...{ operation: 'deleted', version: 2, actor: 'user', changedByUserId: author.userId },
        members: expect.arrayContaining([
          { member: 'title', from: 'A thought', to: null, redacted: false },
          { member: 'status', from: 'draft', to: null, redacted: false },
        ]),
      },
      { operation: 'added', version: 1 },
    ]);
    expect(outcome(await admin.get(`/hazards/${id}/audit`))).toEqual({ status: 404, code: 'not-found' });
    const published = await select(
      api,
      admin.companyId,
      `SELECT envelope->'payload' AS payload FROM outbox
       WHERE envelope->'payload'->>'id' = $1 ORDER BY outbox.id`,
      [id],
    );
    const by = { resource: 'hazards', id, actorUserId: anonymous ? null : author.userId };
    expect(published.map(({ payload }) => payload)).toMatchObject([
      { ...by, operation: 'added', version: 1 },
      { ...by, operation: 'deleted', version: 2 },
    ]);
  });
});
