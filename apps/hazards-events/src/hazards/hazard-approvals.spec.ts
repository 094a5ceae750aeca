import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Answer, TestCaller } from '@safety/testing';
import { faultsOf, idsIn, only, outcome, startHazardScene } from '../testing/hazard-scene.js';
import {
  addCompany,
  addMember,
  addPerson,
  addPlace,
  addStandIn,
  assessed,
  hazardAt,
  select,
} from '../testing/hazards-under-test.js';

const { api, admin, place, author, approver, member, body, submit, decide } = await startHazardScene();

describe('named approvers', () => {
  const named = (approverUserIds: string[], more: object = {}) =>
    author.post('/hazards/approval', body({ approval: { approverUserIds, ...more } }));
  const faults = (answer: Answer) => faultsOf(answer).faults;

  it('201: event managers of the place alone; 422 for anybody else', async () => {
    const elsewhere = await addPlace(api, admin.companyId);
    const local = await member({ role: 'eventManager', orgStructureIds: [elsewhere.id] });
    const foreign = await addMember(api, randomUUID(), { role: 'eventManager' });
    for (const wrong of [local, author, foreign]) {
      const answer = await named([approver.userId, wrong.userId]);
      expect({ status: answer.status, faults: faults(answer) }).toEqual({
        status: 422,
        faults: ['/approval/approverUserIds/1 not-allowed'],
      });
    }
    const { body: added } = await named([approver.userId]);
    expect(added.approval).toMatchObject({ mode: 'named', approverUserIds: [approver.userId] });
  });

  it('403 not-an-approver: an event manager who is not named', async () => {
    const other = await member({ role: 'eventManager' });
    const { id } = (await named([approver.userId])).body;
    const refused = await decide(id, 'approve', {}, other);
    expect(outcome(refused)).toEqual({ status: 403, code: 'not-an-approver' });
    expect((await decide(id, 'approve')).body.status).toBe('approved');
  });

  it('403 not-an-approver: a named one who is no event manager any more', async () => {
    const { id } = (await named([approver.userId])).body;
    const demoted = await addMember(api, admin.companyId, { permissions: ['hazards.read'] });
    const text = 'UPDATE hazards SET approver_user_ids = ARRAY[$2::uuid] WHERE id = $1';
    await select(api, admin.companyId, text, [id, demoted.userId]);
    const refused = await decide(id, 'approve', {}, demoted);
    expect(outcome(refused)).toEqual({ status: 403, code: 'not-an-approver' });
  });

  it('422 out-of-range: more approvals than approvers', async () => {
    const answer = await named([approver.userId], { requiredApprovals: 2 });
    expect(faults(answer)).toEqual(['/approval/requiredApprovals out-of-range']);
  });

  it('422 out-of-range: the submitter is no approver, unless the company allows self-approval', async () => {
    const own = (caller: TestCaller, others: string[], requiredApprovals: number) =>
      caller.post(
        '/hazards/approval',
        body({ approval: { approverUserIds: [caller.userId, ...others], requiredApprovals } }),
      );
    const refused = ['/approval/requiredApprovals out-of-range'];
    expect(faults(await own(approver, [], 1))).toEqual(refused);
    const other = await member({ role: 'eventManager' });
    expect(faults(await own(approver, [other.userId], 2))).toEqual(refused);
    expect((await own(approver, [other.userId], 1)).status).toBe(201);
    const free = await member({ role: 'eventManager', allowSelfApproval: true });
    expect((await own(free, [other.userId], 2)).status).toBe(201);
  });

  it('200: approved once enough have approved; nobody counts twice', async () => {
    const second = await member({ role: 'eventManager' });
    const { id } = (await named([approver.userId, second.userId], { requiredApprovals: 2 })).body;
    expect((await decide(id, 'approve')).body).toMatchObject({
      status: 'pendingApproval',
      approval: { state: 'pending', decisions: [{ userId: approver.userId, decision: 'approve' }] },
    });
    expect(outcome(await decide(id, 'approve'))).toEqual({ status: 409, code: 'invalid-state' });
    expect((await admin.get(`/hazards/${id}`)).status).toBe(404);
    const last = await decide(id, 'approve', {}, second);
    expect(last.body).toMatchObject({ status: 'approved', approval: { state: 'approved' } });
    expect(last.body.approval.decisions).toHaveLength(2);
    expect((await admin.get(`/hazards/${id}`)).status).toBe(200);
  });

  it('200: approvals of an earlier submission count no more', async () => {
    const second = await member({ role: 'eventManager' });
    const approval = { approverUserIds: [approver.userId, second.userId], requiredApprovals: 2 };
    const { id } = (await author.post('/hazards/approval', body({ approval }))).body;
    await decide(id, 'approve');
    await author.put('/hazards/approval', { id, ...body({ title: 'Other', approval }) });
    const { body: waiting } = await decide(id, 'approve', {}, second);
    expect(waiting.status).toBe('pendingApproval');
    expect((await decide(id, 'approve')).body.status).toBe('approved');
  });
});

describe('PUT /hazards/approval', () => {
  it('403 self-approval-not-allowed; 200 where the company allows it', async () => {
    const { id } = await submit({}, approver);
    expect(outcome(await decide(id, 'approve'))).toEqual({ status: 403, code: 'self-approval-not-allowed' });
    const trusted = await member({ role: 'eventManager', allowSelfApproval: true });
    const own = await submit({}, trusted);
    expect((await decide(own.id, 'approve', {}, trusted)).body.status).toBe('approved');
  });

  it('403: an approver who edits approves own words; 200 for those who need no approval, and what was read sent back', async () => {
    const { id } = await submit();
    const read = (await approver.get(`/hazards/${id}/approvalData`)).body;
    const step = { ...read.approval, step: 'approve' };
    const edited = await approver.put('/hazards/approval', { ...read, title: 'Mine', approval: step });
    expect(outcome(edited)).toEqual({ status: 403, code: 'self-approval-not-allowed' });
    const asRead = await approver.put('/hazards/approval', { ...read, approval: step });
    expect({ status: asRead.status, now: asRead.body.status }).toEqual({ status: 200, now: 'approved' });
    const other = await submit();
    const byAdmin = await admin.put('/hazards/approval', {
      id: other.id,
      ...body({ title: 'Mine', approval: { step: 'approve' } }),
    });
    expect(byAdmin.body).toMatchObject({ status: 'approved', title: 'Mine' });
  });

  it('200: an assessment sent back without its time is the one that there is; 403 for another one', async () => {
    const { id } = await submit();
    const { riskAssessment: before } = (await approver.get(`/hazards/${id}/approvalData`)).body;
    const approval = { step: 'approve' };
    const other = { riskAssessment: { ...assessed.riskAssessment, initial: { likelihood: 4, severity: 5 } } };
    const edited = await approver.put('/hazards/approval', { id, ...body({ ...other, approval }) });
    expect(outcome(edited)).toEqual({ status: 403, code: 'self-approval-not-allowed' });
    const asWritten = await approver.put('/hazards/approval', { id, ...body({ approval }) });
    expect(asWritten.body).toMatchObject({ status: 'approved', riskAssessment: before });
    const moved = await admin.put(`/hazards/${id}/requireapproval`, body(other));
    expect(moved.body.riskAssessment.residual).toEqual(before.residual);
    expect(moved.body.riskAssessment.initial.assessedAt).not.toBe(before.initial.assessedAt);
  });

  it('200: a default approver sends back what was read; 403 for any edit of it, 422 for no manager', async () => {
    const defaultApproverUserIds: string[] = [];
    const options = { companyId: admin.companyId, defaultApproverUserIds };
    const stand = await addStandIn(api, admin.companyId, place, defaultApproverUserIds);
    const lacking = await member({ role: 'readOnly' });
    defaultApproverUserIds.push(lacking.userId);
    const reporter = await api.caller({ ...options, role: 'employee' });
    const wrong = body({ approval: { approverUserIds: [lacking.userId] } });
    expect(faultsOf(await reporter.post('/hazards/approval', wrong))).toEqual({
      status: 422,
      faults: ['/approval/approverUserIds/0 not-allowed'],
    });
    const approval = { approverUserIds: [stand.userId] };
    const { id } = (await reporter.post('/hazards/approval', body({ approval }))).body;
    const read = (await stand.get(`/hazards/${id}/approvalData`)).body;
    const send = (changes: object) =>
      stand.put('/hazards/approval', { ...read, ...changes, approval: { step: 'approve' } });
    expect(outcome(await send({ title: 'Mine' }))).toEqual({ status: 403, code: 'permission-denied' });
    expect((await send({})).body.status).toBe('approved');
  });

  it.each(['reject', 'requestChanges'])('422 required: %s without a comment', async (step) => {
    const { id } = await submit();
    const { status, body: refused } = await approver.put('/hazards/approval', { id, approval: { step } });
    expect({ status, errors: refused.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer: '/approval/comment', code: 'required' }],
    });
  });

  it.each<[string, object, string, string]>([
    ['an unknown step', { approval: { step: 'applaud' } }, '/approval/step', 'invalid-enum'],
    [
      'an unknown member of approval',
      { approval: { step: 'approve', colour: 1 } },
      '/approval/colour',
      'unknown-field',
    ],
    ['a step without the content it needs', { approval: { step: 'submit' } }, '/title', 'required'],
    [
      'some of the content',
      { title: 'Only this', approval: { step: 'approve' } },
      '/description',
      'required',
    ],
    [
      'content without an initial risk',
      hazardAt(place, { approval: { step: 'approve' } }),
      '/riskAssessment/initial',
      'required',
    ],
    [
      'six required approvals',
      { approval: { step: 'approve', requiredApprovals: 6 } },
      '/approval/requiredApprovals',
      'out-of-range',
    ],
    [
      'eleven approvers',
      { approval: { step: 'approve', approverUserIds: Array.from({ length: 11 }, () => randomUUID()) } },
      '/approval/approverUserIds',
      'too-long',
    ],
    [
      'an unknown suggestion',
      { approval: { step: 'approve' }, suggestedActions: [{ id: randomUUID() }] },
      '/suggestedActions/0/id',
      'not-found',
    ],
    [
      'a suggestion without description',
      { approval: { step: 'approve' }, suggestedActions: [{}] },
      '/suggestedActions/0/description',
      'required',
    ],
    [
      '51 suggestions',
      {
        approval: { step: 'approve' },
        suggestedActions: Array.from({ length: 51 }, () => ({ description: 'x' })),
      },
      '/suggestedActions',
      'too-long',
    ],
    [
      'an unknown assignee',
      {
        approval: { step: 'approve' },
        suggestedActions: [{ description: 'x', suggestedAssigneePersonnelId: randomUUID() }],
      },
      '/suggestedActions/0/suggestedAssigneePersonnelId',
      'not-found',
    ],
  ])('422: %s', async (_, wrong, pointer, code) => {
    const { id } = await submit();
    const caller = JSON.stringify(wrong).includes('submit') ? author : approver;
    const { status, body: refused } = await caller.put('/hazards/approval', { id, ...wrong });
    expect(status).toBe(422);
    expect(refused.errors[0]).toMatchObject({ pointer, code });
  });

  it('200: the whole way of a draft, with its dates and decisions', async () => {
    const { id } = await submit({ approval: { step: 'saveDraft', dueDate: '2020-01-01', comment: 'Soon' } });
    expect(idsIn(await approver.get(`/hazards/approvalData?ids=${id}`))).toEqual([]);
    expect(idsIn(await author.get(`/hazards/approvalData?ids=${id}&approvalState=draft`))).toEqual([id]);
    const submitted = await author.put('/hazards/approval', {
      id,
      ...body({ approval: { dueDate: '2020-01-01' } }),
    });
    expect(submitted.body.approval).toMatchObject({ state: 'pending', dueDate: '2020-01-01', overdue: true });
    expect((await decide(id, 'requestChanges')).body).toMatchObject({
      status: 'changesRequested',
      requireApproval: true,
      approval: { state: 'changesRequested', overdue: false },
    });
    await author.put('/hazards/approval', { id, ...body() });
    const done = (await decide(id, 'approve')).body;
    expect(done.approval.decisions).toMatchObject([
      { decision: 'requestChanges', comment: 'Seen.', userId: approver.userId },
      { decision: 'approve' },
    ]);
    expect(done).toMatchObject({ approvedByUserId: approver.userId, requireApproval: false });
  });
});

describe('words of an approver', () => {
  const own = { status: 403, code: 'self-approval-not-allowed' };
  const again = async (id: string, changes: object = {}) =>
    only(await author.put(`/hazards/${id}/requireapproval`, body(changes)), 200);
  const suggestion = { description: 'A guard.', controlType: 'engineering' };

  it.each<[string, object]>([
    ['content', body({ title: 'Mine' })],
    ['a suggestion of their own', { suggestedActions: [{ description: 'Mine' }] }],
  ])('403: requested changes with %s and approved it once the author has submitted it', async (_, words) => {
    const { id } = await submit();
    only(await decide(id, 'requestChanges', words), 200);
    await again(id);
    expect(outcome(await decide(id, 'approve'))).toEqual(own);
    expect((await decide(id, 'approve', {}, admin)).status).toBe(200);
  });

  it('200: rejected with a suggestion, which the author reads; 403 to approve it later', async () => {
    const { id } = await submit();
    const { body: rejected } = await decide(id, 'reject', { suggestedActions: [suggestion] });
    expect(rejected).toMatchObject({
      status: 'rejected',
      suggestedActions: [{ ...suggestion, suggestedByUserId: approver.userId }],
    });
    await again(id);
    expect(outcome(await decide(id, 'approve'))).toEqual(own);
  });

  it.each(['reject', 'withdraw'])(
    '422 not-found: %s of a revision with an unknown suggestion',
    async (step) => {
      const { id } = await submit();
      only(await decide(id, 'approve'), 200);
      const editor = await member({ role: 'eventManager' });
      only(await editor.put(`/hazards/${id}/requireapproval`, body({ title: 'Other' })), 200);
      const unknown = { suggestedActions: [{ id: randomUUID(), description: 'x' }] };
      const refused = await decide(id, step, unknown, step === 'reject' ? admin : editor);
      expect(faultsOf(refused)).toEqual({ status: 422, faults: ['/suggestedActions/0/id not-found'] });
    },
  );

  it('403: rewrote a suggestion; 200 who accepted one, with its assignee and due date', async () => {
    const suggestedAssigneePersonnelId = await addPerson(api, admin.companyId);
    const accepted = {
      disposition: 'accepted',
      suggestedDueDate: '2030-01-01',
      suggestedAssigneePersonnelId,
    };
    for (const [change, expected] of [
      [{ description: 'Mine' }, 403],
      [{ controlType: 'ppe' }, 403],
      [accepted, 200],
    ] as const) {
      const { id, suggestedActions } = await submit({ suggestedActions: [suggestion] });
      const changes = { suggestedActions: [{ id: suggestedActions[0].id, ...change }] };
      only(await decide(id, 'requestChanges', changes), 200);
      await again(id);
      expect((await decide(id, 'approve')).status).toBe(expected);
    }
  });

  describe('accepted with the approval that ends the process', () => {
    const accepted = async () => ({
      ...suggestion,
      disposition: 'accepted',
      suggestedDueDate: '2030-01-01',
      suggestedAssigneePersonnelId: await addPerson(api, admin.companyId),
    });
    const state = async (id: string) => (await author.get(`/hazards/${id}/approvalData`)).body;

    it.each<[string, object, boolean]>([
      ['a suggestion of their own', {}, true],
      ['one that they rewrote', { description: 'Mine' }, false],
      ['one whose control they changed', { controlType: 'ppe' }, false],
    ])('403: %s; nothing is written, and 200 for those who need no approval', async (_, words, isNew) => {
      const { id, suggestedActions: made } = await submit({ suggestedActions: [suggestion] });
      const given = { ...(await accepted()), ...words, ...(!isNew && { id: made[0].id }) };
      expect(outcome(await decide(id, 'approve', { suggestedActions: [given] }))).toEqual(own);
      expect(await state(id)).toMatchObject({ version: 1, actions: [], suggestedActions: made });
      const byAdmin = await decide(id, 'approve', { suggestedActions: [given] }, admin);
      expect(byAdmin.body).toMatchObject({ status: 'approved', actions: [{ status: 'open' }] });
    });

    it('200: a suggestion of their own that they do not accept is declined', async () => {
      const { id } = await submit();
      const { body: done } = await decide(id, 'approve', { suggestedActions: [suggestion] });
      expect(done).toMatchObject({
        status: 'approved',
        actions: [],
        suggestedActions: [{ disposition: 'declined' }],
      });
    });

    it('200: before others, who have to approve the suggestion as well', async () => {
      const { id } = await submit({ approval: { requiredApprovals: 2 } });
      only(await decide(id, 'approve', {}, admin), 200);
      const given = { suggestedActions: [await accepted()] };
      expect((await decide(id, 'approve', given)).body.status).toBe('pendingApproval');
      expect(await state(id)).toMatchObject({ actions: [] });
      expect(outcome(await decide(id, 'approve'))).toEqual(own);
      const { body: done } = await decide(id, 'approve', {}, admin);
      expect(done).toMatchObject({ status: 'approved', actions: [{ status: 'open' }] });
    });
  });

  it('200: with a suggestion that waits: others, who have approved without it, are asked again', async () => {
    const { id } = await submit({ approval: { requiredApprovals: 2 } });
    only(await decide(id, 'approve', {}, admin), 200);
    const { body: waiting } = await decide(id, 'approve', { suggestedActions: [suggestion] });
    expect(waiting).toMatchObject({ status: 'pendingApproval', suggestedActions: [suggestion] });
    expect((await decide(id, 'approve', {}, admin)).body.status).toBe('approved');
  });

  it('403: edited with the first of two approvals, which a later submission voids', async () => {
    const { id } = await submit({ approval: { requiredApprovals: 2 } });
    const content = body({ title: 'Mine' });
    const first = await admin.put('/hazards/approval', { id, ...content, approval: { step: 'approve' } });
    expect(first.body.status).toBe('pendingApproval');
    await again(id, { title: 'Mine' });
    expect(outcome(await decide(id, 'approve', {}, admin))).toEqual(own);
    expect((await decide(id, 'approve')).body.status).toBe('approved');
  });

  describe('by the only one', () => {
    const none = { status: 422, code: 'no-approver-available' };
    const scene = async () => {
      const { admin: owner, place: there } = await addCompany(api);
      const sole = await addMember(api, owner.companyId, { role: 'eventManager' });
      const reporter = await addMember(api, owner.companyId, { role: 'employee' });
      const { id } = only(await reporter.post('/hazards/requireapproval', hazardAt(there, assessed)), 201);
      const edit = hazardAt(there, { ...assessed, title: 'Mine' });
      const resubmit = () => reporter.put(`/hazards/${id}/requireapproval`, hazardAt(there, assessed));
      return { companyId: owner.companyId, id, sole, edit, resubmit };
    };

    it.each([
      ['reject', 'an edit'],
      ['reject', 'a suggestion'],
      ['requestChanges', 'an edit'],
      ['requestChanges', 'a suggestion'],
    ])('422 no-approver-available: %s with %s; nothing is written, and 200 without', async (step, words) => {
      const { sole, id, edit, resubmit } = await scene();
      const changes = words === 'an edit' ? edit : { suggestedActions: [suggestion] };
      expect(outcome(await decide(id, step, changes, sole))).toEqual(none);
      const { body: read } = await sole.get(`/hazards/${id}/approvalData`);
      expect(read).toMatchObject({ version: 1, status: 'pendingApproval' });
      expect((await decide(id, step, {}, sole)).status).toBe(200);
      expect((await resubmit()).status).toBe(200);
      expect((await decide(id, 'approve', {}, sole)).status).toBe(200);
    });

    it('422 no-approver-available: where the submitter is the only other one', async () => {
      const { companyId, id, sole, edit } = await scene();
      const other = await addMember(api, companyId, { role: 'eventManager' });
      const submitted = await other.get(`/hazards/${id}/approvalData`);
      only(await other.put(`/hazards/${id}/requireapproval`, submitted.body), 200);
      expect(outcome(await decide(id, 'requestChanges', edit, sole))).toEqual(none);
    });
  });
});

describe('suggested actions', () => {
  it('200: accepted ones become actions, the others are declined', async () => {
    const personId = await addPerson(api, admin.companyId);
    const { id, suggestedActions } = await submit({
      suggestedActions: [
        { description: 'Mount a fixed guard.\nBefore the next shift.', controlType: 'engineering' },
        { description: 'Put up a sign.', disposition: 'accepted' },
        { description: 'Paint the floor.' },
      ],
    });
    expect(suggestedActions).toMatchObject([
      { disposition: 'pending', actionId: null, suggestedByUserId: author.userId },
      { disposition: 'pending' },
      { disposition: 'pending' },
    ]);
    const [guard, sign] = suggestedActions;
    const { body: done } = await decide(id, 'approve', {
      suggestedActions: [
        {
          id: guard.id,
          disposition: 'accepted',
          suggestedAssigneePersonnelId: personId,
          suggestedDueDate: '2020-01-31',
        },
        { id: sign.id, disposition: 'declined', dispositionComment: 'There is one.' },
      ],
    });
    expect(done.suggestedActions).toMatchObject([
      { disposition: 'accepted', description: guard.description },
      { disposition: 'declined', dispositionComment: 'There is one.', actionId: null },
      { disposition: 'declined' },
    ]);
    expect(done.actions).toMatchObject([
      {
        id: done.suggestedActions[0].actionId,
        title: 'Mount a fixed guard.',
        status: 'open',
        sourceType: 'hazard',
        sourceId: id,
        sourceSuggestedActionId: guard.id,
        assigneePersonnelId: personId,
        orgStructureId: place.id,
        controlType: 'engineering',
        dueDate: '2020-01-31',
        originalDueDate: '2020-01-31',
        overdue: true,
      },
    ]);
    expect(done).toMatchObject({ openActionCount: 1, overdueActionCount: 1 });
    expect(done.actions[0].reference).toMatch(/^ACT-\d{4}-\d{6}$/);
    expect(idsIn(await admin.get(`/hazards?hasOpenActions=true&ids=${id}`))).toEqual([id]);
    expect(idsIn(await admin.get(`/hazards?hasOpenActions=false&ids=${id}`))).toEqual([]);
  });

  it('200: an author who rewrites an accepted one, or submits it again, takes the acceptance back', async () => {
    const personId = await addPerson(api, admin.companyId, { userId: author.userId });
    const ready = { suggestedAssigneePersonnelId: personId, suggestedDueDate: '2030-01-01' };
    for (const rewritten of [
      { description: 'Another guard.' },
      { suggestedDueDate: '2031-01-01' },
      { suggestedAssigneePersonnelId: await addPerson(api, admin.companyId, { userId: author.userId }) },
      { controlType: 'ppe' },
      {},
    ]) {
      const { id, suggestedActions } = await submit({
        suggestedActions: [{ description: 'A guard.', ...ready }],
      });
      const suggestion = suggestedActions[0].id;
      await decide(id, 'requestChanges', {
        suggestedActions: [{ id: suggestion, disposition: 'accepted', dispositionComment: 'Fine.' }],
      });
      const again = body({ suggestedActions: [{ id: suggestion, ...rewritten }] });
      expect((await author.put('/hazards/approval', { id, ...again })).body.suggestedActions).toMatchObject([
        { id: suggestion, disposition: 'pending', dispositionComment: null, ...rewritten },
      ]);
      const { body: done } = await decide(id, 'approve');
      expect(done).toMatchObject({ actions: [], suggestedActions: [{ disposition: 'declined' }] });
    }
  });

  it('200: content without suggestedActions has none that are pending, but with a decision', async () => {
    const left = async (step: string, more: object, caller?: TestCaller) => {
      const { id } = await submit({ suggestedActions: [{ description: 'A guard.' }] });
      return (await decide(id, step, more, caller)).body.suggestedActions;
    };
    for (const step of ['submit', 'withdraw']) expect(await left(step, body(), author)).toEqual([]);
    for (const step of ['requestChanges', 'reject', 'approve'])
      expect(await left(step, body())).toHaveLength(1);
    expect(await left('withdraw', {}, author)).toHaveLength(1);
  });

  it('200: PUT /hazards/{id}/requireapproval takes acceptances back as well', async () => {
    const { id, suggestedActions } = await submit({ suggestedActions: [{ description: 'A guard.' }] });
    const accepted = [{ id: suggestedActions[0].id, disposition: 'accepted' }];
    await decide(id, 'requestChanges', { suggestedActions: accepted });
    await author.put(`/hazards/${id}/requireapproval`, body());
    const { body: read } = await author.get(`/hazards/${id}/approvalData`);
    expect(read.suggestedActions).toMatchObject([{ disposition: 'pending' }]);
  });

  it('200: titles of actions are what PUT and PATCH /actions/{id} take', async () => {
    const personId = await addPerson(api, admin.companyId);
    const texts = ['first\tpart', 'ab\u202ecd', 'one\rtwo', 'one\u2028two'];
    const { id } = await submit({ suggestedActions: texts.map((description) => ({ description })) });
    const { suggestedActions } = (await author.get(`/hazards/${id}/approvalData`)).body;
    const { body: done } = await decide(id, 'approve', {
      suggestedActions: suggestedActions.map((suggestion: { id: string }) => ({
        id: suggestion.id,
        ...{
          disposition: 'accepted',
          suggestedDueDate: '2030-01-01',
          suggestedAssigneePersonnelId: personId,
        },
      })),
    });
    const titles = done.actions.map(({ title }: { title: string }) => title).sort();
    expect(titles).toEqual(['ab cd', 'first part', 'one', 'one']);
    for (const action of done.actions) {
      const { body: read } = await admin.get(`/actions/${action.id}`);
      expect((await admin.put(`/actions/${action.id}`, read)).status).toBe(200);
      expect((await admin.patch(`/actions/${action.id}`, { priority: 'high' })).status).toBe(200);
    }
  });

  it.each([
    ['archived-reference', 'archived = true'],
    ['not-allowed', "employment_status = 'terminated'"],
  ])('422 %s: accepted for somebody who is gone since; nothing is written', async (code, gone) => {
    const personId = await addPerson(api, admin.companyId, { userId: author.userId });
    const suggestion = {
      description: 'A guard.',
      suggestedAssigneePersonnelId: personId,
      suggestedDueDate: '2030-01-01',
    };
    const { id, suggestedActions } = await submit({ suggestedActions: [suggestion] });
    await select(api, admin.companyId, `UPDATE personnel SET ${gone} WHERE id = $1`, [personId]);
    const accepted = [{ id: suggestedActions[0].id, disposition: 'accepted' }];
    expect(faultsOf(await decide(id, 'approve', { suggestedActions: accepted }))).toEqual({
      status: 422,
      faults: [`/suggestedActions/0/suggestedAssigneePersonnelId ${code}`],
    });
    expect((await author.get(`/hazards/${id}/approvalData`)).body).toMatchObject({ version: 1, actions: [] });
  });

  describe('of two approvals', () => {
    const waiting = async () => {
      const accepted = {
        disposition: 'accepted',
        suggestedAssigneePersonnelId: await addPerson(api, admin.companyId),
        suggestedDueDate: '2030-01-01',
      };
      const second = await member({ role: 'eventManager' });
      const approval = { approverUserIds: [approver.userId, second.userId], requiredApprovals: 2 };
      const { id, suggestedActions } = await submit({
        approval,
        suggestedActions: [{ description: 'A sign.' }],
      });
      const first = (changes: object) =>
        decide(id, 'approve', { suggestedActions: [{ id: suggestedActions[0].id, ...changes }] });
      return { id, second, first, accepted };
    };

    it('422 required: the first accepts without assignee or due date; 200 with them, and by the second', async () => {
      const { id, second, first, accepted } = await waiting();
      const suggested = (member: string) => `/suggestedActions/0/suggested${member} required`;
      expect(faultsOf(await first({ disposition: 'accepted' }))).toEqual({
        status: 422,
        faults: [suggested('AssigneePersonnelId'), suggested('DueDate')],
      });
      expect(faultsOf(await first({ ...accepted, suggestedDueDate: null }))).toEqual({
        status: 422,
        faults: [suggested('DueDate')],
      });
      expect((await first(accepted)).body).toMatchObject({ status: 'pendingApproval', actions: [] });
      const { body: done } = await decide(id, 'approve', {}, second);
      const { suggestedAssigneePersonnelId: assigneePersonnelId } = accepted;
      expect(done).toMatchObject({ status: 'approved', actions: [{ assigneePersonnelId }] });
    });

    it('422 required: once for each suggestion that was accepted without them before', async () => {
      const { id, second, first, accepted } = await waiting();
      expect((await first(accepted)).status).toBe(200);
      const incomplete = `UPDATE hazards
        SET suggested_actions = jsonb_set(suggested_actions, '{0,suggestedDueDate}', 'null') WHERE id = $1
        RETURNING suggested_actions->0->>'id' AS id`;
      const [suggestion] = await select(api, admin.companyId, incomplete, [id]);
      const refused = await decide(id, 'approve', {}, second);
      expect(faultsOf(refused)).toEqual({ status: 422, faults: ['/suggestedActions required'] });
      expect(refused.body.errors[0].detail).toContain(suggestion?.['id']);
    });
  });

  it('422 required: accepted without assignee and due date; nothing is written', async () => {
    const { id, suggestedActions } = await submit({ suggestedActions: [{ description: 'A sign.' }] });
    const { status, body: refused } = await decide(id, 'approve', {
      suggestedActions: [{ id: suggestedActions[0].id, disposition: 'accepted' }],
    });
    expect({ status, errors: refused.errors }).toMatchObject({
      status: 422,
      errors: [
        { pointer: '/suggestedActions/0/suggestedAssigneePersonnelId', code: 'required' },
        { pointer: '/suggestedActions/0/suggestedDueDate', code: 'required' },
      ],
    });
    expect((await author.get(`/hazards/${id}/approvalData`)).body).toMatchObject({ version: 1, actions: [] });
  });

  it('200: a submission removes the pending ones that it leaves out', async () => {
    const { id, suggestedActions } = await submit({
      suggestedActions: [{ description: 'One' }, { description: 'Two' }],
    });
    const [first] = suggestedActions;
    const { body: again } = await author.put('/hazards/approval', {
      id,
      ...body({ suggestedActions: [{ id: first.id, controlType: 'ppe' }, { description: 'Three' }] }),
    });
    expect(again.suggestedActions).toMatchObject([
      { id: first.id, description: 'One', controlType: 'ppe' },
      { description: 'Three' },
    ]);
  });

  it('two approvers at once: one decision wins, and no action is made twice', async () => {
    const personId = await addPerson(api, admin.companyId);
    const second = await member({ role: 'eventManager' });
    for (let round = 0; round < 5; round++) {
      const { id, suggestedActions } = await submit({ suggestedActions: [{ description: 'A guard.' }] });
      const accept = {
        suggestedActions: [
          {
            id: suggestedActions[0].id,
            disposition: 'accepted',
            suggestedAssigneePersonnelId: personId,
            suggestedDueDate: '2027-01-01',
          },
        ],
      };
      const answers = await Promise.all([
        decide(id, 'approve', accept),
        decide(id, 'approve', accept, second),
        decide(id, round % 2 === 0 ? 'reject' : 'requestChanges', {}, admin),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const winner = answers.find(({ status }) => status === 200);
      const actions = (await admin.get(`/actions?sourceId=${id}`)).body.data;
      expect(actions).toHaveLength(winner?.body.status === 'approved' ? 1 : 0);
    }
  });
});
