import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, CallerOptions, TestApi, TestCaller } from '@safety/testing';
import { v7 as newId } from 'uuid';
import {
  addCompany,
  addMember,
  addPerson,
  addPlace,
  assessed,
  eventAt,
  hazardAt,
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
  author = await member({ role: 'employee' });
  approver = await member({ role: 'eventManager' });
});

afterAll(() => api.close());

const member = (options: CallerOptions) => addMember(api, admin.companyId, options);
const body = (title: string, changes: object = {}) => hazardAt(place, { ...assessed, title, ...changes });
const outcome = ({ status, body: { code } }: Answer) => ({ status, code });
const audit = (caller: TestCaller, id: string) => caller.get(`/hazards/${id}/audit`);
const textOf = async (caller: TestCaller, id: string) => JSON.stringify((await audit(caller, id)).body);
const save = (title: string, step: string, id?: string) =>
  id === undefined
    ? author.post('/hazards/approval', body(title, { approval: { step } }))
    : author.put('/hazards/approval', { id, ...body(title), approval: { step } });

describe('GET /hazards/{id}/audit is for those who may read the working copy', () => {
  it('200: its author, approvers asked by name, and by permission', async () => {
    const named = { approval: { approverUserIds: [approver.userId] } };
    const { id } = (await author.post('/hazards/approval', body('As submitted', named))).body;
    const manager = await member({ role: 'manager' });
    for (const caller of [author, approver, manager, admin])
      expect(await textOf(caller, id)).toContain('As submitted');
  });

  it('403 once it is approved, 404 before: a caller who may read approved hazards alone', async () => {
    const { id } = (await save('Never approved', 'submit')).body;
    const reader = await member({ role: 'readOnly' });
    const colleague = await member({ role: 'employee' });
    for (const caller of [reader, colleague])
      expect(outcome(await audit(caller, id))).toEqual({ status: 404, code: 'not-found' });
    await save('As approved', 'submit', id);
    await approver.put('/hazards/approval', { id, approval: { step: 'approve' } });
    for (const caller of [reader, colleague]) {
      expect((await caller.get(`/hazards/${id}/approvalData`)).status).toBe(200);
      const refused = await audit(caller, id);
      expect(outcome(refused)).toEqual({ status: 403, code: 'permission-denied' });
      expect(refused.body.requiredPermission).toBe('hazards.readPending');
    }
    expect(await textOf(author, id)).toContain('Never approved');
  });

  it('403: the permission elsewhere is not enough', async () => {
    const elsewhere = await addPlace(api, admin.companyId);
    const { id } = (await admin.post('/hazards', body('Approved'))).body;
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
    expect(outcome(await audit(caller, id))).toEqual({ status: 403, code: 'permission-denied' });
  });

  it('200: what a draft said is for its author alone, before and after its submission', async () => {
    const { id } = (await save('First thoughts', 'saveDraft')).body;
    await save('Second thoughts', 'saveDraft', id);
    expect(outcome(await audit(admin, id))).toEqual({ status: 404, code: 'not-found' });
    await save('As submitted', 'submit', id);
    await author.put('/hazards/approval', { id, ...body('Withdrawn'), approval: { step: 'withdraw' } });
    await save('Submitted again', 'submit', id);
    for (const caller of [approver, admin]) {
      const text = await textOf(caller, id);
      for (const hidden of ['First thoughts', 'Second thoughts', 'Withdrawn'])
        expect(text).not.toContain(hidden);
      for (const seen of ['As submitted', 'Submitted again']) expect(text).toContain(seen);
    }
    for (const seen of ['First thoughts', 'Second thoughts', 'Withdrawn'])
      expect(await textOf(author, id)).toContain(seen);
  });
});

describe('the changes of an anonymous reporter', () => {
  it('200: name no user, client or request, of the action neither that the reporter makes by approving', async () => {
    const reporter = await member({ role: 'eventManager', allowSelfApproval: true });
    const suggestion = {
      description: 'A guard.',
      suggestedAssigneePersonnelId: await addPerson(api, admin.companyId),
      suggestedDueDate: '2030-01-01',
    };
    const report = body('Nobody said so', { anonymous: true, suggestedActions: [suggestion] });
    const { id, suggestedActions } = (await reporter.post('/hazards/approval', report)).body;
    const accepted = [{ id: suggestedActions[0].id, disposition: 'accepted' }];
    const decision = { id, approval: { step: 'approve' }, suggestedActions: accepted };
    const { actions } = (await reporter.put('/hazards/approval', decision)).body;
    for (const path of [`/hazards/${id}/audit`, `/actions/${actions[0].id}/audit`]) {
      const { data } = (await approver.get(path)).body;
      expect(data.length).toBeGreaterThan(0);
      for (const { changedByUserId, clientId, requestId } of data)
        expect([changedByUserId, clientId, requestId]).toEqual([null, null, null]);
    }
    const { data } = (await admin.get(`/hazards/${id}/audit`)).body;
    expect(data[0]).toMatchObject({ changedByUserId: reporter.userId, clientId: expect.any(String) });
  });
});

describe('GET /events/{id}/audit', () => {
  it('200 for its author and by permission; 403 and 404 for readers of approved events', async () => {
    const { id } = (await author.post('/events/requireapproval', eventAt(place, { title: 'As reported' })))
      .body;
    const reader = await member({ role: 'readOnly' });
    const audited = (caller: TestCaller) => caller.get(`/events/${id}/audit`);
    expect(outcome(await audited(reader))).toEqual({ status: 404, code: 'not-found' });
    await approver.post(`/events/${id}/transitions`, { transition: 'approve' });
    expect(outcome(await audited(reader))).toEqual({ status: 403, code: 'permission-denied' });
    for (const caller of [author, approver, admin])
      expect(JSON.stringify((await audited(caller)).body)).toContain('As reported');
  });
});

describe('the id of a deleted draft', () => {
  const draft = (id: string, title: string) =>
    body(title, { id, anonymous: true, approval: { step: 'saveDraft' } });
  const expectInUse = (answer: Answer) => {
    expect(outcome(answer)).toEqual({ status: 409, code: 'duplicate' });
    expect(answer.body.conflictingId).toBeNull();
  };

  it('409 duplicate: no repetition brings the draft back, and its record stays whole', async () => {
    const id = newId();
    const thought = draft(id, 'A secret thought');
    expect((await author.post('/hazards/approval', thought)).status).toBe(201);
    expect((await author.delete(`/hazards/${id}`)).status).toBe(204);
    const repeated = await author.post('/hazards/approval', thought);
    expectInUse(repeated);
    expect(repeated.body.detail).toBe('You have deleted the hazard.');
    expectInUse(await author.post('/hazards/requireapproval', body('Another', { id })));
    const { data, page } = (await author.get(`/hazards/${id}/audit?limit=1`)).body;
    const rest = await author.get(`/hazards/${id}/audit?limit=1&cursor=${page.nextCursor}`);
    expect([...data, ...rest.body.data]).toMatchObject([
      { operation: 'deleted', version: 2 },
      { operation: 'added', version: 1 },
    ]);
    expect(rest.body.page.hasMore).toBe(false);
  });

  it('409 duplicate: nobody else takes it, and with it what the draft said', async () => {
    const id = newId();
    await author.post('/hazards/approval', draft(id, 'A secret thought'));
    await author.delete(`/hazards/${id}`);
    const taken = [
      await approver.post('/hazards/approval', draft(id, 'Mine')),
      await approver.post('/hazards/requireapproval', body('Mine', { id })),
      await admin.post('/hazards', body('Mine', { id })),
    ];
    for (const answer of taken) {
      expectInUse(answer);
      expect(answer.body.detail).toBe('Another hazard has this id.');
    }
    for (const caller of [approver, admin])
      expect(outcome(await audit(caller, id))).toEqual({ status: 404, code: 'not-found' });
    expect(await textOf(author, id)).toContain('A secret thought');
  });
});
