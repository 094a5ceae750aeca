import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, CallerOptions, TestApi, TestCaller } from '@safety/testing';
import {
  addCompany,
  addMember,
  addPerson,
  addPlace,
  assessed,
  hazardAt,
  select,
  startHazardsEvents,
  type TestPlace,
} from '../testing/hazards-under-test.js';

let api: TestApi;
let place: TestPlace;
let admin: TestCaller;
let author: TestCaller;
let approver: TestCaller;

beforeAll(async () => {
  api = await startHazardsEvents();
  ({ admin, place } = await addCompany(api));
  author = await addMember(api, admin.companyId, { role: 'employee' });
  approver = await addMember(api, admin.companyId, { role: 'eventManager' });
});

afterAll(() => api.close());

const body = (changes: object = {}) => hazardAt(place, { ...assessed, ...changes });
const outcome = ({ status, body: { code } }: Answer) => ({ status, code });
const idsIn = ({ body: { data } }: Answer): string[] => data.map(({ id }: { id: string }) => id);
const submit = async (changes: object = {}, caller = author) => {
  const answer = await caller.post('/hazards/approval', body(changes));
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const decide = (id: string, step: string, more: object = {}, caller = approver) =>
  caller.put('/hazards/approval', { id, approval: { step, comment: 'Seen.' }, ...more });
const approved = async (changes: object = {}) => {
  const { id } = await submit(changes);
  const answer = await decide(id, 'approve');
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const member = (options: CallerOptions) => addMember(api, admin.companyId, options);

describe('POST /hazards/requireapproval', () => {
  it('201: pending in the queue of the event managers, with its Location', async () => {
    const { status, headers, body: added } = await author.post('/hazards/requireapproval', body());
    expect({ status, location: headers.get('location') }).toEqual({
      status: 201,
      location: `http://localhost:8080/api/hazards/${added.id}/approvalData`,
    });
    expect(added).toMatchObject({
      status: 'pendingApproval',
      requireApproval: true,
      hasPendingRevision: false,
      approvedAt: null,
      version: 1,
    });
    expect(added.approval).toBeUndefined();
    const { approval } = (await author.get(`/hazards/${added.id}/approvalData`)).body;
    expect(approval).toMatchObject({
      mode: 'queue',
      state: 'pending',
      submittedByUserId: author.userId,
      approverUserIds: [],
      requiredApprovals: 1,
      decisions: [],
      overdue: false,
    });
    expect(approval.submittedAt).toBe(added.createdAt);
  });

  it('422 required: without an initial risk', async () => {
    const { status, body: refused } = await author.post(
      '/hazards/requireapproval',
      body({ riskAssessment: undefined }),
    );
    expect({ status, errors: refused.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer: '/riskAssessment/initial', code: 'required' }],
    });
  });

  it('422 no-approver-available: nobody covers the place, and there is no default approver', async () => {
    const { admin: owner, place: there } = await addCompany(api);
    const elsewhere = await addPlace(api, owner.companyId);
    await addMember(api, owner.companyId, { role: 'eventManager', orgStructureIds: [elsewhere.id] });
    const reporter = await addMember(api, owner.companyId, { role: 'employee' });
    for (const path of ['requireapproval', 'approval'])
      expect(outcome(await reporter.post(`/hazards/${path}`, hazardAt(there, assessed)))).toEqual({
        status: 422,
        code: 'no-approver-available',
      });
  });

  it('200: a default approver without other permissions decides', async () => {
    const { admin: owner, place: there } = await addCompany(api);
    const elsewhere = await addPlace(api, owner.companyId);
    await addMember(api, owner.companyId, { role: 'eventManager', orgStructureIds: [elsewhere.id] });
    const defaultApproverUserIds: string[] = [];
    const stand = await api.caller({ companyId: owner.companyId, role: 'readOnly', defaultApproverUserIds });
    defaultApproverUserIds.push(stand.userId);
    const reporter = await api.caller({
      companyId: owner.companyId,
      role: 'employee',
      defaultApproverUserIds: [stand.userId],
    });
    const { id } = (await reporter.post('/hazards/requireapproval', hazardAt(there, assessed))).body;
    expect((await decide(id, 'approve', {}, stand)).body.status).toBe('approved');
  });
});

describe('PUT /hazards/{id}/requireapproval', () => {
  it('200: a revision, and the approved data stay as they are', async () => {
    const { id, version } = await approved({ title: 'As approved' });
    const flagged = await approver.put(`/hazards/${id}/requireapproval`, body({ title: 'As revised' }));
    expect(flagged).toMatchObject({
      status: 200,
      body: {
        status: 'pendingApproval',
        requireApproval: true,
        hasPendingRevision: true,
        title: 'As revised',
      },
    });
    const reader = await member({ role: 'readOnly' });
    for (const caller of [reader, admin]) {
      expect((await caller.get(`/hazards/${id}`)).body).toMatchObject({
        title: 'As approved',
        status: 'approved',
        requireApproval: false,
        hasPendingRevision: true,
        version,
      });
    }
    const list = `/hazards/includerequireapproval?ids=${id}`;
    expect((await reader.get(list)).body.data).toMatchObject([
      { title: 'As approved', requireApproval: false },
    ]);
    expect((await admin.get(list)).body.data).toMatchObject([{ title: 'As revised', requireApproval: true }]);
    expect((await reader.get(`/hazards/${id}/approvalData`)).status).toBe(404);
    expect(outcome(await admin.put('/hazards', { id, ...body() }))).toEqual({
      status: 409,
      code: 'invalid-state',
    });
  });

  it.each(['reject', 'withdraw'])(
    '200: %s takes the working copy back, and its version is the one readers hold',
    async (step) => {
      const externalId = randomUUID();
      const { id } = await approved({ title: 'As approved', externalId });
      const editor = await member({ permissions: ['hazards.read', 'hazards.create', 'hazards.update'] });
      await editor.put(`/hazards/${id}/requireapproval`, body({ title: 'As revised', externalId: null }));
      const ended = await decide(id, step, {}, step === 'withdraw' ? editor : approver);
      expect(ended.body).toMatchObject({
        status: 'approved',
        title: 'As approved',
        externalId,
        approval: { state: step === 'withdraw' ? 'withdrawn' : 'rejected' },
      });
      const { body: read } = await admin.get(`/hazards/${id}`);
      expect(read).toMatchObject({
        title: 'As approved',
        version: ended.body.version,
        hasPendingRevision: false,
      });
      const changed = await admin.put('/hazards', { ...read, title: 'Edited' });
      expect({ status: changed.status, title: changed.body.title }).toEqual({ status: 200, title: 'Edited' });
    },
  );

  it('200: an external id that another hazard has taken over meanwhile is not taken back', async () => {
    const externalId = randomUUID();
    const { id } = await approved({ externalId });
    await approver.put(`/hazards/${id}/requireapproval`, body());
    await admin.post('/hazards', body({ externalId }));
    const second = await member({ role: 'eventManager' });
    expect((await decide(id, 'reject', {}, second)).body).toMatchObject({
      status: 'approved',
      externalId: null,
    });
  });

  it('200: what was read with its approval, edited and sent back', async () => {
    const { id } = await submit({ suggestedActions: [{ description: 'A guard.' }] });
    const read = (await author.get(`/hazards/${id}/approvalData`)).body;
    const answer = await author.put(`/hazards/${id}/requireapproval`, { ...read, title: 'Edited' });
    expect({ status: answer.status, title: answer.body.title }).toEqual({ status: 200, title: 'Edited' });
    const { suggestedActions } = (await author.get(`/hazards/${id}/approvalData`)).body;
    expect(suggestedActions).toEqual(read.suggestedActions);
  });

  it('412 version-mismatch; 428 without a precondition where the company demands one', async () => {
    const { id } = await submit();
    const path = `/hazards/${id}/requireapproval`;
    expect(outcome(await author.put(path, body(), { headers: { 'if-match': '"7"' } }))).toEqual({
      status: 412,
      code: 'version-mismatch',
    });
    const strict = await member({ role: 'eventManager', requireIfMatch: true });
    expect(outcome(await strict.put(path, body()))).toEqual({ status: 428, code: 'precondition-required' });
  });
});

describe('PUT /hazards', () => {
  it('200: working copy and snapshot change together; the status stays', async () => {
    const { body: added } = await admin.post('/hazards', body());
    const changed = await admin.put('/hazards', { ...added, title: 'Edited' });
    expect(changed).toMatchObject({ status: 200, body: { title: 'Edited', status: 'approved', version: 2 } });
    expect((await admin.get(`/hazards/${added.id}`)).body).toEqual(changed.body);
  });

  it('412 version-mismatch: the version of the body counts as If-Match', async () => {
    const { body: added } = await admin.post('/hazards', body());
    expect(outcome(await admin.put('/hazards', { ...added, version: 9 }))).toEqual({
      status: 412,
      code: 'version-mismatch',
    });
  });

  it('422 required: no id', async () => {
    const { status, body: refused } = await admin.put('/hazards', body());
    expect({ status, first: refused.errors[0] }).toMatchObject({ status: 422, first: { pointer: '/id' } });
  });

  it('403 permission-denied: who may update, but not without approval', async () => {
    const { id } = await approved();
    expect(outcome(await approver.put('/hazards', { id, ...body() }))).toEqual({
      status: 403,
      code: 'permission-denied',
    });
    expect(outcome(await approver.patch(`/hazards/${id}`, { title: 'Edited' }))).toMatchObject({
      status: 403,
    });
  });

  it('409 invalid-state: a hazard that was never approved', async () => {
    const { id } = await submit();
    expect(outcome(await admin.put('/hazards', { id, ...body() }))).toEqual({
      status: 409,
      code: 'invalid-state',
    });
    expect(outcome(await admin.patch(`/hazards/${id}`, { title: 'New' }))).toMatchObject({ status: 409 });
  });
});

describe('an external id in use', () => {
  it('409 duplicate: on every write that sets one', async () => {
    const externalId = randomUUID();
    await admin.post('/hazards', body({ externalId }));
    const { id } = await submit();
    const { body: other } = await admin.post('/hazards', body());
    const taken = body({ externalId });
    const answers = [
      await author.post('/hazards/requireapproval', taken),
      await author.post('/hazards/approval', taken),
      await author.put('/hazards/approval', { id, ...taken }),
      await author.put(`/hazards/${id}/requireapproval`, taken),
      await admin.put('/hazards', { id: other.id, ...taken }),
      await admin.patch(`/hazards/${other.id}`, { externalId }),
    ];
    for (const answer of answers) expect(outcome(answer)).toEqual({ status: 409, code: 'duplicate' });
  });
});

describe('a place that nobody covers any more', () => {
  it('422 no-approver-available: for a submission that moves there', async () => {
    const { admin: owner, place: there } = await addCompany(api);
    const beyond = await addPlace(api, owner.companyId);
    await addMember(api, owner.companyId, { role: 'eventManager', orgStructureIds: [there.id] });
    const reporter = await addMember(api, owner.companyId, { role: 'employee' });
    const { id } = (await reporter.post('/hazards/requireapproval', hazardAt(there, assessed))).body;
    const moved = hazardAt(beyond, assessed);
    for (const answer of [
      await reporter.put(`/hazards/${id}/requireapproval`, moved),
      await reporter.put('/hazards/approval', { id, ...moved }),
    ])
      expect(outcome(answer)).toEqual({ status: 422, code: 'no-approver-available' });
  });
});

describe('named approvers', () => {
  const named = (approverUserIds: string[], more: object = {}) =>
    author.post('/hazards/approval', body({ approval: { approverUserIds, ...more } }));
  const faults = ({ body: { errors } }: Answer) =>
    errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);

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

describe('anonymous hazards', () => {
  const nowhere = async (id: string, caller: TestCaller) => {
    for (const path of [
      `/hazards/${id}`,
      `/hazards/${id}/approvalData`,
      `/hazards/${id}/audit`,
      `/hazards?ids=${id}`,
      `/hazards/approvalData?ids=${id}`,
      `/hazards/includerequireapproval?ids=${id}`,
    ])
      expect(JSON.stringify((await caller.get(path)).body)).not.toContain(author.userId);
  };

  it('200: the reporter is named nowhere, in no state, to nobody but an administrator', async () => {
    const personId = await addPerson(api, admin.companyId, { userId: author.userId });
    const { id } = await submit({ anonymous: true, suggestedActions: [{ description: 'A guard.' }] });
    await nowhere(id, approver);
    await decide(id, 'requestChanges');
    await author.put('/hazards/approval', { id, ...body({ anonymous: true }) });
    await nowhere(id, approver);
    await decide(id, 'approve');
    await nowhere(id, approver);
    expect(
      idsIn(await approver.get(`/hazards/approvalData?ids=${id}&reportedByPersonnelId=${personId}`)),
    ).toEqual([]);
    expect((await admin.get(`/hazards/${id}`)).body.createdByUserId).toBe(author.userId);
    expect(JSON.stringify((await admin.get(`/hazards/${id}/audit`)).body)).toContain(author.userId);
  });

  it('200: who becomes anonymous later is not in the recorded changes either', async () => {
    const { id } = await submit();
    const { reportedByPersonnelId } = (await author.get(`/hazards/${id}/approvalData`)).body;
    await author.put('/hazards/approval', { id, ...body({ anonymous: true }) });
    const changes = JSON.stringify((await approver.get(`/hazards/${id}/audit`)).body);
    expect(changes).not.toContain(author.userId);
    expect(changes).not.toContain(reportedByPersonnelId);
  });

  it('422 not-allowed: nobody but the reporter lifts it', async () => {
    const { id } = await submit({ anonymous: true });
    const { status, body: refused } = await approver.put(`/hazards/${id}/requireapproval`, body());
    expect({ status, errors: refused.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer: '/anonymous', code: 'not-allowed' }],
    });
    expect((await author.put(`/hazards/${id}/requireapproval`, body())).status).toBe(200);
  });
});

describe('GET /hazards/{id}/audit', () => {
  it('403 permission-denied: readPending elsewhere is not enough', async () => {
    const elsewhere = await addPlace(api, admin.companyId);
    const { id } = await approved();
    const caller = await api.caller({ companyId: admin.companyId });
    const role = { id: randomUUID(), roleId: randomUUID(), roleName: 'mixed', isEventManager: false };
    await api.accounts.set(caller.userId, [
      {
        companyId: admin.companyId,
        timeZone: 'Europe/Dublin',
        requireIfMatch: false,
        allowSelfApproval: false,
        defaultApproverUserIds: [],
        assignments: [
          { ...role, permissions: ['hazards.read'], orgStructureIds: [] },
          { ...role, permissions: ['hazards.readPending'], orgStructureIds: [elsewhere.id] },
        ],
      },
    ]);
    expect((await caller.get(`/hazards/${id}`)).status).toBe(200);
    expect(outcome(await caller.get(`/hazards/${id}/audit`))).toEqual({
      status: 403,
      code: 'permission-denied',
    });
  });
});

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

  it('409 open-actions: a mandatory action is open; 200 once it is done', async () => {
    const { id } = await approved();
    const action = (
      await admin.post('/actions', {
        title: 'A guard',
        actionType: 'corrective',
        sourceType: 'hazard',
        sourceId: id,
        assigneeUserId: approver.userId,
        dueDate: '2027-01-01',
      })
    ).body;
    expect(outcome(await close(id))).toEqual({ status: 409, code: 'open-actions' });
    await admin.post(`/actions/${action.id}/transitions`, { transition: 'complete', comment: 'Mounted.' });
    const closed = await close(id);
    expect(closed.body).toMatchObject({
      status: 'closed',
      closureReason: 'eliminated',
      closedByUserId: approver.userId,
    });
    expect((await admin.get(`/hazards?status=closed&ids=${id}`)).body.data).toEqual([closed.body]);
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
});
