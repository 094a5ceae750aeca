import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { builtInRoles } from '@safety/contracts';
import type { TestCaller } from '@safety/testing';
import { v7 as newId } from 'uuid';
import { faultsOf, idsIn, only, outcome, startHazardScene } from '../testing/hazard-scene.js';
import {
  addCompany,
  addMember,
  addPlace,
  addStandIn,
  assessed,
  eventAt,
  giveRoles,
  hazardAt,
  select,
} from '../testing/hazards-under-test.js';

const { api, admin, author, approver, member, body, submit, decide, approved } = await startHazardScene();

describe('403 permission-denied of a step', () => {
  it('PUT /hazards/{id}/requireapproval: names the permission that would do', async () => {
    const { id } = await approved();
    expect(await author.put(`/hazards/${id}/requireapproval`, body())).toMatchObject({
      status: 403,
      body: { code: 'permission-denied', requiredPermission: 'hazards.update', currentStatus: 'approved' },
    });
  });

  it('PUT /hazards/approval: names none where the step is for the own people of the hazard alone', async () => {
    const { id } = await submit();
    const denied = async (step: string) => {
      const { status, body: refused } = await decide(id, step, {}, admin);
      return [status, refused.code, refused.requiredPermission];
    };
    expect(await denied('withdraw')).toEqual([403, 'permission-denied', undefined]);
    await decide(id, 'reject');
    expect(await denied('submit')).toEqual([403, 'permission-denied', undefined]);
  });
});

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

  it.each([[undefined], [{}], [{ initial: null }]])('422 required: %j for a risk', async (riskAssessment) => {
    const answer = await author.post('/hazards/requireapproval', body({ riskAssessment, title: '' }));
    expect(faultsOf(answer)).toEqual({
      status: 422,
      faults: ['/title required', '/riskAssessment/initial required'],
    });
  });

  it('422 unknown-field: members of the process, as of POST /hazards', async () => {
    const process = {
      suggestedActions: [{ description: 'A guard.' }],
      approval: { requiredApprovals: 2 },
      actions: [],
    };
    for (const answer of [
      await author.post('/hazards/requireapproval', body(process)),
      await admin.post('/hazards', body(process)),
    ])
      expect(faultsOf(answer)).toEqual({
        status: 422,
        faults: Object.keys(process).map((member) => `/${member} unknown-field`),
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

  describe('by the only event manager of the place', () => {
    type Stand = 'sole' | 'stand' | 'lacking' | 'blind';
    const byTheOnlyOne = async (isDefault: Stand[], allowSelfApproval = false) => {
      const { admin: owner, place: there } = await addCompany(api);
      const stand = await addStandIn(api, owner.companyId, there, []);
      const lacking = await addMember(api, owner.companyId, { permissions: ['hazards.approve'] });
      const elsewhere = [(await addPlace(api, owner.companyId)).id];
      const blind = await addMember(api, owner.companyId, {
        role: 'eventManager',
        orgStructureIds: elsewhere,
      });
      // Approves here, and reads nothing.
      await addMember(api, owner.companyId, { permissions: ['hazards.approve', 'events.approve'] });
      const defaultApproverUserIds: string[] = [];
      const options = { role: 'eventManager', defaultApproverUserIds, allowSelfApproval } as const;
      const sole = await addMember(api, owner.companyId, options);
      defaultApproverUserIds.push(...isDefault.map((name) => ({ sole, stand, lacking, blind })[name].userId));
      const answers = [
        await sole.post('/hazards/requireapproval', hazardAt(there, assessed)),
        await sole.post('/hazards/approval', hazardAt(there, assessed)),
        await sole.post('/events/requireapproval', eventAt(there)),
      ];
      return { answers, stand, blind, sole, there };
    };

    it.each<[string, Stand[]]>([
      ['there is no default approver', []],
      ['is the only default approver too', ['sole']],
      ['the default approver is no event manager anywhere', ['lacking']],
      ['the default approver reads nothing at the place', ['blind']],
    ])('422 no-approver-available: %s', async (_, isDefault) => {
      const { answers } = await byTheOnlyOne(isDefault);
      const none = { status: 422, code: 'no-approver-available' };
      expect(answers.map(outcome)).toEqual([none, none, none]);
    });

    it('201: the default approver is asked', async () => {
      const { answers, stand } = await byTheOnlyOne(['sole', 'lacking', 'blind', 'stand']);
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(answers[1]?.body.approval).toMatchObject({ mode: 'queue', approverUserIds: [stand.userId] });
      const { data } = (await stand.get('/hazards/approvalData?approverUserId=me')).body;
      expect(data).toHaveLength(2);
      expect((await stand.get('/events/approvalData?approverUserId=me')).body.data).toHaveLength(1);
    });

    it('422 not-allowed: names a default approver who reads nothing at the place', async () => {
      const { blind, sole, there } = await byTheOnlyOne(['blind', 'stand']);
      const approval = { approverUserIds: [blind.userId] };
      expect(
        faultsOf(await sole.post('/hazards/approval', hazardAt(there, { ...assessed, approval }))),
      ).toEqual({ status: 422, faults: ['/approval/approverUserIds/0 not-allowed'] });
    });

    it('201: nobody else is needed where the company allows self-approval', async () => {
      const { answers } = await byTheOnlyOne([], true);
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    });
  });

  it('422 out-of-range: more approvals than event managers of the place', async () => {
    const asked = (requiredApprovals: number, caller = author) =>
      caller.post('/hazards/approval', body({ approval: { requiredApprovals } }));
    const refused = { status: 422, faults: ['/approval/requiredApprovals out-of-range'] };
    expect(faultsOf(await asked(5))).toEqual(refused);
    expect(faultsOf(await asked(2, approver))).toEqual(refused);
    expect((await asked(2)).status).toBe(201);
  });

  describe('of which roles end while it waits', () => {
    const roles = 'UPDATE company_users SET assignments = $2 WHERE id = $1';
    const scene = async (requiredApprovals = 1) => {
      const { admin: owner, place: there } = await addCompany(api);
      const { companyId } = owner;
      const manager = { role: 'eventManager' } as const;
      const [named, second] = [
        await addMember(api, companyId, manager),
        await addMember(api, companyId, manager),
      ];
      const other = await addMember(api, companyId, manager);
      const reporter = await addMember(api, companyId, { role: 'employee' });
      const approval = { approverUserIds: [named.userId, second.userId], requiredApprovals };
      const wanted = hazardAt(there, { ...assessed, approval });
      const { id } = only(await reporter.post('/hazards/approval', wanted), 201);
      const end = ({ userId }: TestCaller) => select(api, companyId, roles, [userId, '[]']);
      const found = async () => idsIn(await other.get('/hazards/approvalData?approverUserId=me'));
      return { companyId, id, named, second, other, reporter, wanted, end, found };
    };
    const refused = { status: 403, code: 'not-an-approver' };

    it('403 for other event managers while a named approver is left; 200 once none is', async () => {
      const { id, named, second, other, end, found } = await scene();
      await end(named);
      expect(outcome(await decide(id, 'approve', {}, other))).toEqual(refused);
      expect(await found()).toEqual([]);
      await end(second);
      expect(await found()).toEqual([id]);
      expect((await decide(id, 'approve', {}, other)).body.status).toBe('approved');
    });

    it('approverUserId finds no named approver whose role has ended, and nobody for what is their own', async () => {
      const { companyId, named, second, other, wanted, end, id } = await scene();
      const { id: own } = only(await named.post('/hazards/approval', wanted), 201);
      const owner = await addMember(api, companyId, { role: 'admin' });
      const found = async ({ userId }: TestCaller) =>
        idsIn(await owner.get(`/hazards/approvalData?approverUserId=${userId}`)).sort();
      expect(await found(named)).toEqual([id]);
      expect(await found(second)).toEqual([id, own].sort());
      await end(second);
      expect(await found(second)).toEqual([]);
      expect(await found(named)).toEqual([id]);
      expect(await found(other)).toEqual([own]);
      await end(named);
      expect(await found(named)).toEqual([]);
    });

    it('an administrator finds and decides what a queue asked of event managers who are all gone', async () => {
      const { admin: owner, place: there } = await addCompany(api);
      const { companyId } = owner;
      const manager = await addMember(api, companyId, { role: 'eventManager', orgStructureIds: [there.id] });
      const reporter = await addMember(api, companyId, { role: 'employee' });
      const { id } = only(await reporter.post('/hazards/requireapproval', hazardAt(there, assessed)), 201);
      const keeper = await addMember(api, companyId, { role: 'admin' });
      await select(api, companyId, roles, [manager.userId, '[]']);
      expect(idsIn(await keeper.get('/hazards/approvalData?approverUserId=me'))).toEqual([id]);
      expect(idsIn(await keeper.get('/hazards/approvalData?approvalState=pending'))).toEqual([id]);
      expect((await decide(id, 'approve', {}, keeper)).body.status).toBe('approved');
    });

    it('200: two approvals, by the named approver who is left and an event manager', async () => {
      const { id, named, second, other, end, found } = await scene(2);
      expect((await decide(id, 'approve', {}, named)).body.status).toBe('pendingApproval');
      await end(named);
      expect(await found()).toEqual([]);
      expect(outcome(await decide(id, 'approve', {}, other))).toEqual(refused);
      await end(second);
      expect(await found()).toEqual([id]);
      expect((await decide(id, 'approve', {}, other)).body.status).toBe('approved');
    });

    it('200: a named approver who has written a part of it is none', async () => {
      const { id, named, second, other, reporter, wanted, end, found } = await scene();
      const suggestedActions = [{ description: 'Mount a fixed guard' }];
      only(await decide(id, 'requestChanges', { suggestedActions }, named), 200);
      only(await reporter.put('/hazards/approval', { ...wanted, id }), 200);
      expect(outcome(await decide(id, 'approve', {}, other))).toEqual(refused);
      await end(second);
      expect(await found()).toEqual([id]);
      expect((await decide(id, 'approve', {}, other)).body.status).toBe('approved');
    });

    it('200: a named approver who has submitted it is none', async () => {
      const { second, other, wanted, end, found, named } = await scene();
      const { id } = only(await named.post('/hazards/approval', wanted), 201);
      expect(outcome(await decide(id, 'approve', {}, other))).toEqual(refused);
      await end(second);
      expect(await found()).toContain(id);
      expect((await decide(id, 'approve', {}, other)).body.status).toBe('approved');
    });

    it('200: a named approver who cannot read there any more is none', async () => {
      const { companyId, id, named, second, other, end, found } = await scene();
      await end(second);
      const blind = [{ permissions: ['hazards.approve', 'events.approve'], orgStructureIds: [] }];
      await select(api, companyId, roles, [named.userId, JSON.stringify(blind)]);
      expect(await found()).toEqual([id]);
      expect((await decide(id, 'approve', {}, other)).body.status).toBe('approved');
    });

    it('404 for a default approver who cannot read there any more; 200 for an event manager', async () => {
      const { admin: owner, place: there } = await addCompany(api);
      const defaultApproverUserIds: string[] = [];
      const stand = await addStandIn(api, owner.companyId, there, defaultApproverUserIds);
      const options = { companyId: owner.companyId, defaultApproverUserIds };
      const reporter = await api.caller({ ...options, role: 'employee' });
      const hazard = only(await reporter.post('/hazards/requireapproval', hazardAt(there, assessed)), 201);
      const event = only(await reporter.post('/events/requireapproval', eventAt(there)), 201);
      const elsewhere = await addPlace(api, owner.companyId);
      await giveRoles(api, stand, [[elsewhere, builtInRoles.eventManager]], defaultApproverUserIds);
      expect((await decide(hazard.id, 'approve', {}, stand)).status).toBe(404);
      const transition = { transition: 'approve' };
      expect((await stand.post(`/events/${event.id}/transitions`, transition)).status).toBe(404);
      const manager = await addMember(api, owner.companyId, { role: 'eventManager' });
      for (const list of ['hazards', 'events'])
        expect((await manager.get(`/${list}/approvalData?approverUserId=me`)).body.data).toHaveLength(1);
      expect((await decide(hazard.id, 'approve', {}, manager)).body.status).toBe('approved');
      expect((await manager.post(`/events/${event.id}/transitions`, transition)).body.status).toBe('open');
    });
  });

  describe('an event manager who was invited and never came', () => {
    const uninvited = async () => {
      const { admin: owner, place: there } = await addCompany(api);
      const manager = await addMember(api, owner.companyId, { role: 'eventManager' });
      const accept = (accepted: boolean) =>
        select(api, owner.companyId, 'UPDATE company_users SET accepted = $2 WHERE id = $1', [
          manager.userId,
          accepted,
        ]);
      return { owner, there, manager, accept };
    };

    it('201: is not asked, but the default approver; 422 not-allowed for naming them', async () => {
      const { owner, there, manager, accept } = await uninvited();
      await accept(false);
      const defaultApproverUserIds: string[] = [];
      const stand = await addStandIn(api, owner.companyId, there, defaultApproverUserIds);
      const options = { companyId: owner.companyId, role: 'employee', defaultApproverUserIds } as const;
      const reporter = await api.caller(options);
      const post = (approval: object) =>
        reporter.post('/hazards/approval', hazardAt(there, { ...assessed, approval }));
      const asked = { mode: 'queue', approverUserIds: [stand.userId] };
      expect((await post({})).body.approval).toMatchObject(asked);
      const refused = await post({ approverUserIds: [stand.userId, reporter.userId, manager.userId] });
      expect({ status: refused.status, errors: refused.body.errors }).toMatchObject({
        status: 422,
        errors: [
          { pointer: '/approval/approverUserIds/1', code: 'not-allowed', detail: /no event manager/ },
          { pointer: '/approval/approverUserIds/2', code: 'not-allowed', detail: /accepted the invitation/ },
        ].map((error) => ({ ...error, detail: expect.stringMatching(error.detail) })),
      });
      only(await reporter.post('/events/requireapproval', eventAt(there)), 201);
      expect((await stand.get('/events/approvalData?approverUserId=me')).body.data).toHaveLength(1);
      await accept(true);
      expect((await post({})).body.approval).toMatchObject({ mode: 'queue', approverUserIds: [] });
    });

    it('200: another one decides in their place, and finds what waits', async () => {
      const { owner, there, manager, accept } = await uninvited();
      const other = await addMember(api, owner.companyId, { role: 'eventManager' });
      const approval = { approverUserIds: [manager.userId] };
      const hazard = hazardAt(there, { ...assessed, approval });
      const { id } = only(await owner.post('/hazards/approval', hazard), 201);
      const found = async () => idsIn(await other.get('/hazards/approvalData?approverUserId=me'));
      expect(await found()).toEqual([]);
      await accept(false);
      expect(await found()).toEqual([id]);
      expect(idsIn(await other.get(`/hazards/approvalData?approverUserId=${manager.userId}`))).toEqual([]);
      expect((await decide(id, 'approve', {}, other)).body.status).toBe('approved');
    });
  });

  it('200: sent back as it was read, it stays in the queue, for event managers to come too', async () => {
    const { admin: owner, place: there } = await addCompany(api);
    const defaultApproverUserIds: string[] = [];
    const stand = await addStandIn(api, owner.companyId, there, defaultApproverUserIds);
    const options = { companyId: owner.companyId, role: 'employee', defaultApproverUserIds } as const;
    const reporter = await api.caller(options);
    const { id } = only(await reporter.post('/hazards/requireapproval', hazardAt(there, assessed)), 201);
    only(await decide(id, 'requestChanges', {}, stand), 200);
    const { body: read } = await reporter.get(`/hazards/${id}/approvalData`);
    const queue = { mode: 'queue', approverUserIds: [stand.userId] };
    expect(read.approval).toMatchObject(queue);
    const edited = only(await reporter.put('/hazards/approval', { ...read, title: 'Another title' }), 200);
    expect(edited.approval).toMatchObject({ ...queue, state: 'pending' });
    const manager = await addMember(api, owner.companyId, { role: 'eventManager' });
    expect((await decide(id, 'approve', {}, manager)).body.status).toBe('approved');
  });

  it('200: a default approver decides who is an event manager elsewhere; 403 once of no place', async () => {
    const { admin: owner, place: there } = await addCompany(api);
    const defaultApproverUserIds: string[] = [];
    const stand = await addStandIn(api, owner.companyId, there, defaultApproverUserIds);
    const demoted = await api.caller({
      companyId: owner.companyId,
      permissions: ['hazards.read', 'hazards.readPending', 'hazards.approve'],
      defaultApproverUserIds,
    });
    defaultApproverUserIds.push(demoted.userId);
    const reporter = await api.caller({
      companyId: owner.companyId,
      role: 'employee',
      defaultApproverUserIds,
    });
    const { id } = (await reporter.post('/hazards/requireapproval', hazardAt(there, assessed))).body;
    const asked = 'UPDATE hazards SET approver_user_ids = $2 WHERE id = $1';
    await select(api, owner.companyId, asked, [id, defaultApproverUserIds]);
    expect(outcome(await decide(id, 'approve', {}, demoted))).toEqual({
      status: 403,
      code: 'not-an-approver',
    });
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

  it.each(['reject', 'withdraw'])('200: %s leaves no suggestion of the revision', async (step) => {
    const { id, suggestedActions } = await submit({ suggestedActions: [{ description: 'A guard.' }] });
    const kept = (await decide(id, 'approve')).body.suggestedActions;
    expect(kept).toMatchObject([{ id: suggestedActions[0].id, disposition: 'declined' }]);
    const editor = await member({ role: 'eventManager' });
    const revised = [{ id: kept[0].id, description: 'Another guard.' }, { description: 'Not approved.' }];
    await editor.put('/hazards/approval', { id, ...body({ suggestedActions: revised }) });
    const { body: ended } = await decide(id, step, {}, step === 'withdraw' ? editor : approver);
    expect(ended.suggestedActions).toEqual(kept);
    const reader = await member({ role: 'readOnly' });
    const read = JSON.stringify((await reader.get(`/hazards/${id}/approvalData`)).body);
    for (const hidden of ['Another guard', 'Not approved']) expect(read).not.toContain(hidden);
  });

  it('200: hazards.update alone is enough; 403 with neither that nor hazards.create', async () => {
    const { id } = await approved();
    const editor = await member({ permissions: ['hazards.read', 'hazards.update'] });
    const path = `/hazards/${id}/requireapproval`;
    expect((await editor.put(path, body())).body.status).toBe('pendingApproval');
    const reader = await member({ role: 'readOnly' });
    const other = await approved();
    expect(outcome(await reader.put(`/hazards/${other.id}/requireapproval`, body()))).toEqual({
      status: 403,
      code: 'permission-denied',
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

  it('422 not-allowed: a new suggestion and a step, which belong to PUT /hazards/approval', async () => {
    const { id } = await submit({ suggestedActions: [{ description: 'A guard.' }] });
    const read = (await author.get(`/hazards/${id}/approvalData`)).body;
    const answer = await author.put(`/hazards/${id}/requireapproval`, {
      ...read,
      suggestedActions: [...read.suggestedActions, { description: 'A sign.' }],
      approval: { ...read.approval, step: 'submit' },
    });
    expect(faultsOf(answer)).toEqual({
      status: 422,
      faults: ['/suggestedActions/1 not-allowed', '/approval/step not-allowed'],
    });
    expect((await author.get(`/hazards/${id}/approvalData`)).body.version).toBe(read.version);
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

  it('200: the reporter stays where it is left out; null names nobody, in PATCH too', async () => {
    const { id } = (await admin.post('/hazards', body({ reportedByName: 'A visitor' }))).body;
    const put = async (changes: object) =>
      (await admin.put('/hazards', { id, ...body(changes) })).body.reportedByName;
    expect(await put({})).toBe('A visitor');
    expect(await put({ reportedByName: null })).toBeNull();
    expect(await put({ reportedByName: 'Another' })).toBe('Another');
    expect((await admin.patch(`/hazards/${id}`, { title: 'Edited' })).body.reportedByName).toBe('Another');
    expect((await admin.patch(`/hazards/${id}`, { reportedByName: null })).body.reportedByName).toBeNull();
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
    for (const refused of [
      await admin.put('/hazards', { id, ...body() }),
      await admin.patch(`/hazards/${id}`, { title: 'New' }),
    ])
      expect(refused).toMatchObject({
        status: 409,
        body: {
          code: 'invalid-state',
          currentStatus: 'pendingApproval',
          allowedTransitions: ['submit', 'approve', 'reject', 'requestChanges'],
        },
      });
  });
});

describe('POST /hazards with the id of a hazard that waits', () => {
  it('409 duplicate: the same body does not make it count; 200 once it does', async () => {
    const id = newId();
    const added = await admin.post('/hazards/requireapproval', body({ id }));
    expect(added.status).toBe(201);
    const again = await admin.post('/hazards', body({ id }));
    expect(again).toMatchObject({ status: 409, body: { code: 'duplicate', conflictingId: id } });
    await decide(id, 'approve');
    expect((await admin.post('/hazards', body({ id }))).body).toMatchObject({ id, status: 'approved' });
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
