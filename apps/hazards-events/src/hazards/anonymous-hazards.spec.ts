import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { builtInRoles } from '@safety/contracts';
import type { TestCaller } from '@safety/testing';
import { actionOn } from '../testing/ground.js';
import { faultsOf, idsIn, only, outcome, startHazardScene } from '../testing/hazard-scene.js';
import {
  addCompany,
  addPerson,
  addStandIn,
  assessed,
  eventAt,
  hazardAt,
  select,
} from '../testing/hazards-under-test.js';

const { api, admin, place, author, approver, member, body, submit, decide } = await startHazardScene();

const { components } = JSON.parse(readFileSync('apps/hazards-events/openapi.json', 'utf8'));

/** The members that a generated client may send of its own accord: those that have a published default. */
const defaultsIn = (schema: string): object =>
  Object.fromEntries(
    Object.entries<{ default?: unknown }>(components.schemas[schema].properties).flatMap(
      ([name, { default: value }]) => (value === undefined ? [] : [[name, value]]),
    ),
  );

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
    const { status, body: refused } = await approver.put(
      `/hazards/${id}/requireapproval`,
      body({ anonymous: false }),
    );
    expect({ status, errors: refused.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer: '/anonymous', code: 'not-allowed' }],
    });
    expect((await author.put(`/hazards/${id}/requireapproval`, body({ anonymous: false }))).status).toBe(200);
  });

  it('200: a change that leaves anonymous out keeps it, an administrator too', async () => {
    const { id } = await submit({ anonymous: true });
    await decide(id, 'approve');
    expect((await admin.put('/hazards', { id, ...body() })).body.anonymous).toBe(true);
    expect((await admin.put(`/hazards/${id}/requireapproval`, body())).body.anonymous).toBe(true);
    expect((await admin.put('/hazards/approval', { id, ...body() })).body.anonymous).toBe(true);
    await nowhere(id, approver);
    await decide(id, 'approve');
    await nowhere(id, approver);
    const named = body({ anonymous: false, reportedByName: 'Aoife' });
    expect((await admin.put('/hazards', { id, ...named })).body.reportedByName).toBe('Aoife');
    expect((await approver.get(`/hazards/${id}`)).body.createdByUserId).toBe(author.userId);
  });

  it.each([
    ['/hazards', 'HazardWriteWithId'],
    ['/hazards/{id}/requireapproval', 'HazardSubmission'],
    ['/hazards/approval', 'HazardApprovalChangeWithId'],
  ])('200: a client that sends each default of %s keeps who has reported', async (path, schema) => {
    for (const reporter of [{ anonymous: true }, { reportedByName: 'Aoife' }]) {
      const { id } = await submit(reporter);
      await decide(id, 'approve');
      const named = path.includes('{id}') ? {} : { id };
      const sent = { ...defaultsIn(schema), ...body(), ...named };
      expect((await admin.put(path.replace('{id}', id), sent)).body).toMatchObject(reporter);
    }
  });

  it.each(['approve', 'reject', 'withdraw'])(
    '200: a revision that lifts it names nobody before: %s',
    async (end) => {
      const { id } = await submit({ anonymous: true });
      await decide(id, 'approve');
      const revision = body({ anonymous: false });
      const named = await admin.put(`/hazards/${id}/requireapproval`, {
        ...revision,
        reportedByName: 'Aoife',
      });
      expect({ status: named.status, errors: named.body.errors }).toMatchObject({
        status: 422,
        errors: [{ pointer: '/reportedByName', code: 'not-allowed' }],
      });
      expect((await admin.put(`/hazards/${id}/requireapproval`, revision)).status).toBe(200);
      const waiting = (await approver.get(`/hazards/${id}/approvalData`)).body;
      expect(waiting).toMatchObject({ anonymous: false, createdByUserId: null });
      const { data } = (await approver.get(`/hazards/includerequireapproval?ids=${id}`)).body;
      expect(data).toMatchObject([{ anonymous: false, createdByUserId: null, requireApproval: true }]);
      await nowhere(id, approver);
      expect((await decide(id, end, {}, end === 'withdraw' ? admin : approver)).status).toBe(200);
      const { body: read } = await approver.get(`/hazards/${id}/approvalData`);
      if (end === 'approve')
        return expect(read).toMatchObject({ anonymous: false, createdByUserId: author.userId });
      expect(read).toMatchObject({ anonymous: true, createdByUserId: null });
      await nowhere(id, approver);
    },
  );

  const asked = async (id: string, caller: TestCaller, userId: string) =>
    idsIn(await caller.get(`/hazards/approvalData?ids=${id}&approverUserId=${userId}`));

  it('200: the reporter is an approver as all others whom somebody names, in answers and filters', async () => {
    const reporter = await member({ role: 'eventManager' });
    const { id } = await submit({ anonymous: true }, reporter);
    const other = await member({ role: 'eventManager' });
    const approverUserIds = [reporter.userId, other.userId];
    const approval = { step: 'submit', approverUserIds };
    const { body: named } = await approver.put('/hazards/approval', { id, ...body(), approval });
    expect(named).toMatchObject({ anonymous: true, createdByUserId: null, approval: { approverUserIds } });
    expect((await other.get(`/hazards/${id}/approvalData`)).body.approval).toEqual(named.approval);
    for (const { userId } of [other, reporter]) expect(await asked(id, approver, userId)).toEqual([id]);
    expect(await asked(id, admin, reporter.userId)).toEqual([]);
    expect(await asked(id, reporter, 'me')).toEqual([]);
    const own = await decide(id, 'approve', {}, reporter);
    expect(outcome(own)).toEqual({ status: 403, code: 'self-approval-not-allowed' });
  });

  it('201: all default approvers are asked, the reporter too, who decides nothing', async () => {
    const { admin: owner, place } = await addCompany(api);
    const defaults: string[] = [];
    const stand = await addStandIn(api, owner.companyId, place, defaults);
    const reporter = await addStandIn(api, owner.companyId, place, defaults, ['hazards.create']);
    const post = async (anonymous: boolean) =>
      (await reporter.post('/hazards/requireapproval', hazardAt(place, { ...assessed, anonymous }))).body;
    const { id } = await post(true);
    const { approval } = (await stand.get(`/hazards/${id}/approvalData`)).body;
    expect(approval).toMatchObject({ submittedByUserId: null, approverUserIds: defaults });
    expect(await asked(id, stand, reporter.userId)).toEqual([id]);
    expect(await asked(id, reporter, 'me')).toEqual([]);
    for (const step of ['approve', 'reject', 'requestChanges'])
      expect(outcome(await decide(id, step, {}, reporter))).toEqual({ status: 403, code: 'not-an-approver' });
    const named = await stand.get(`/hazards/${(await post(false)).id}/approvalData`);
    expect(named.body.approval.approverUserIds).toEqual([stand.userId]);
    expect((await decide(id, 'approve', {}, stand)).body.status).toBe('approved');
  });

  describe('a list of default approvers that lacks the reporter', () => {
    const reported = async (anonymous: boolean) => {
      const { admin: owner, place } = await addCompany(api);
      const defaults: string[] = [];
      const more = ['hazards.create', 'hazards.update'] as const;
      const [editor, reporter, reader] = [
        await addStandIn(api, owner.companyId, place, defaults, more),
        await addStandIn(api, owner.companyId, place, defaults, more),
        await addStandIn(api, owner.companyId, place, defaults),
      ];
      const asNamed = hazardAt(place, { ...assessed, anonymous });
      const { id } = only(await reporter.post('/hazards/requireapproval', asNamed), 201);
      const others = [editor.userId, reader.userId];
      const tellsAll = async () => {
        const { approval } = (await reader.get(`/hazards/${id}/approvalData`)).body;
        expect(approval.approverUserIds).toEqual(defaults);
        for (const userId of defaults) expect(await asked(id, reader, userId)).toEqual([id]);
        const stored = (await owner.get(`/hazards/${id}/approvalData`)).body.approval;
        expect(stored.approverUserIds).toEqual(others);
      };
      return { owner, place, editor, reporter, id, others, tellsAll };
    };

    it('200: is told whole of a report that was stored so, while it waits and later', async () => {
      const { owner, editor, id, others, tellsAll } = await reported(true);
      const stored = 'UPDATE hazards SET approver_user_ids = $2 WHERE id = $1';
      await select(api, owner.companyId, stored, [id, others]);
      await tellsAll();
      only(await decide(id, 'reject', {}, editor), 200);
      await tellsAll();
    });

    it('200: a draft names to its author the approvers who are planned', async () => {
      const { place, editor, reporter, id } = await reported(true);
      await decide(id, 'withdraw', {}, reporter);
      const approverUserIds = [editor.userId];
      const plan = hazardAt(place, { ...assessed, approval: { step: 'saveDraft', approverUserIds } });
      const { status, body: draft } = await reporter.put('/hazards/approval', { id, ...plan });
      expect({ status, planned: draft.approval?.approverUserIds }).toEqual({
        status: 200,
        planned: approverUserIds,
      });
      const { body: sent } = await reporter.put('/hazards/approval', { ...draft, title: 'Another title' });
      expect(sent.approval).toMatchObject({ mode: 'named', approverUserIds });
    });

    it('200: an editor who sends it back as it was read leaves the hazard in the queue', async () => {
      const { editor, id } = await reported(true);
      const { body: read } = await editor.get(`/hazards/${id}/approvalData`);
      const edited = { ...read, title: 'Another title' };
      expect((await editor.put('/hazards/approval', edited)).body.approval).toMatchObject({ mode: 'queue' });
    });

    it('200: is told whole once the report becomes anonymous', async () => {
      const { place, editor, id, tellsAll } = await reported(false);
      const edit = hazardAt(place, { ...assessed, anonymous: true });
      expect((await decide(id, 'requestChanges', edit, editor)).body.anonymous).toBe(true);
      await tellsAll();
    });
  });

  it('200: actions that the reporter makes by approving name nobody, and no message does', async () => {
    const personId = await addPerson(api, admin.companyId);
    const reporter = await member({ role: 'eventManager', allowSelfApproval: true });
    const suggestedActions = [
      { description: 'A guard.', suggestedAssigneePersonnelId: personId, suggestedDueDate: '2030-01-01' },
    ];
    const { id, suggestedActions: made } = await submit({ anonymous: true, suggestedActions }, reporter);
    const accepted = { suggestedActions: [{ id: made[0].id, disposition: 'accepted' }] };
    const { actions } = (await decide(id, 'approve', accepted, reporter)).body;
    const paths = [`/actions/${actions[0].id}`, `/actions/${actions[0].id}/audit`, `/actions?sourceId=${id}`];
    for (const path of [...paths, `/hazards/${id}/approvalData`, `/hazards/${id}/audit`])
      expect(JSON.stringify((await approver.get(path)).body)).not.toContain(reporter.userId);
    const messages = 'SELECT envelope FROM outbox';
    expect(JSON.stringify(await select(api, admin.companyId, messages, []))).not.toContain(reporter.userId);
  });

  it('422 not-allowed: authors name their own in no event or action before it is approved; others do', async () => {
    const permissions = [...builtInRoles.employee, 'actions.write'] as const;
    const reporter = await member({ permissions });
    const manager = await member({ role: 'eventManager' });
    const eventOf = (id: string, caller: TestCaller) =>
      caller.post('/events/requireapproval', eventAt(place, { relatedHazardIds: [id] }));
    const actionOf = (id: string, caller: TestCaller) => caller.post('/actions', actionOn(id, author.userId));
    const [{ id }, { id: ofManager }] = [
      await submit({ anonymous: true }, reporter),
      await submit({ anonymous: true }, manager),
    ];
    const refused = (pointer: string) => ({ status: 422, faults: [`${pointer} not-allowed`] });
    expect(faultsOf(await eventOf(id, reporter))).toEqual(refused('/relatedHazardIds/0'));
    expect(faultsOf(await actionOf(id, reporter))).toEqual(refused('/sourceId'));
    const { id: named } = await submit({}, reporter);
    for (const naming of [eventOf, actionOf]) {
      only(await naming(named, reporter), 201);
      only(await naming(id, admin), 201);
      only(await naming(ofManager, manager), 201);
    }
    only(await decide(id, 'approve'), 200);
    for (const naming of [eventOf, actionOf]) only(await naming(id, reporter), 201);
  });

  it('422 not-allowed: names no event of its author before that is approved; others do', async () => {
    const reporter = await member({ role: 'employee' });
    const manager = await member({ role: 'eventManager' });
    const report = async (caller: TestCaller) =>
      only(await caller.post('/events/requireapproval', eventAt(place)), 201).id;
    const [own, ofManager] = [await report(reporter), await report(manager)];
    const naming = (id: string, caller: TestCaller, anonymous = true) =>
      caller.post(
        '/hazards/approval',
        body({ anonymous, relatedEventIds: [id], approval: { step: 'saveDraft' } }),
      );
    const refused = { status: 422, faults: ['/relatedEventIds/0 not-allowed'] };
    expect(faultsOf(await naming(own, reporter))).toEqual(refused);
    only(await naming(ofManager, manager), 201);
    const { id } = only(await naming(own, reporter, false), 201);
    const submitted = { id, ...body({ anonymous: true, relatedEventIds: [own] }) };
    expect(faultsOf(await reporter.put('/hazards/approval', submitted))).toEqual(refused);
    only(await approver.post(`/events/${own}/transitions`, { transition: 'approve' }), 200);
    only(await reporter.put('/hazards/approval', submitted), 200);
  });

  it('200: lists and searches find nobody by it, in no order', async () => {
    const personId = await addPerson(api, admin.companyId, { userId: author.userId });
    const { id } = await submit({ anonymous: true, title: 'Nobody said so' });
    await decide(id, 'approve');
    for (const list of ['/hazards', '/hazards/includerequireapproval', '/hazards/approvalData'])
      expect(idsIn(await approver.get(`${list}?ids=${id}&reportedByPersonnelId=${personId}`))).toEqual([]);
    expect(outcome(await approver.get('/hazards?sort=createdByUserId')).status).toBe(400);
    expect(idsIn(await approver.get(`/hazards?q=${author.userId}`))).toEqual([]);
    const { headers } = await approver.get(`/hazards/${id}`);
    expect(headers.get('etag')).toMatch(/^"2\./);
  });
});
