import { describe, expect, it } from '@jest/globals';
import type { TestCaller } from '@safety/testing';
import { faultsOf, idsIn, only, outcome } from '../testing/hazard-scene.js';
import {
  addCompany,
  addMember,
  assessed,
  eventAt,
  hazardAt,
  startForSpec,
} from '../testing/hazards-under-test.js';

const api = await startForSpec();
const { admin, place } = await addCompany(api);
const { companyId } = admin;
const colleague = await addMember(api, companyId, { role: 'employee' });
const trusting = { companyId, allowSelfApproval: true };
const client = await api.caller({ ...trusting, asServiceClient: true });
const user = await api.caller(trusting);

const action = (changes: object) => ({
  title: 'Mount a fixed guard',
  actionType: 'corrective',
  sourceType: 'standalone',
  orgStructureId: place.id,
  assigneeUserId: colleague.userId,
  dueDate: '2030-01-01',
  ...changes,
});
const investigation = { leadUserId: colleague.userId, method: 'icam', startedAt: '2026-03-03T00:00:00Z' };
const hazard = (approval: object) => hazardAt(place, { ...assessed, approval });

describe('a service client is no user', () => {
  it.each<[string, string, (userId: string) => object, string]>([
    ['assignee', '/actions', (assigneeUserId) => action({ assigneeUserId }), '/assigneeUserId not-found'],
    ['verifier', '/actions', (verifierUserId) => action({ verifierUserId }), '/verifierUserId not-found'],
    [
      'lead of an investigation',
      '/events/requireapproval',
      (leadUserId) => eventAt(place, { investigation: { ...investigation, leadUserId } }),
      '/investigation/leadUserId not-found',
    ],
    [
      'member of its team',
      '/events/requireapproval',
      (id) => eventAt(place, { investigation: { ...investigation, teamUserIds: [id] } }),
      '/investigation/teamUserIds/0 not-found',
    ],
    [
      'approver',
      '/hazards/approval',
      (id) => hazard({ approverUserIds: [id] }),
      '/approval/approverUserIds/0 not-allowed',
    ],
  ])('422: one that names itself as %s; 201: a user who does', async (_, path, naming, fault) => {
    const refused = await client.post(path, naming(client.userId));
    expect(faultsOf(refused)).toEqual({ status: 422, faults: [fault] });
    only(await user.post(path, naming(user.userId)), 201);
  });

  it('422 no-approver-available: a record does not wait for the client that submits it', async () => {
    const refused = { status: 422, code: 'no-approver-available' };
    expect(outcome(await client.post('/hazards/approval', hazard({})))).toEqual(refused);
    expect(outcome(await client.post('/events/requireapproval', eventAt(place)))).toEqual(refused);
    only(await user.post('/hazards/approval', hazard({})), 201);
  });

  it('409 invalid-state: it leads no investigation; 200: it opens one again that a user leads', async () => {
    const nearMiss = { eventType: 'nearMiss', eventGroups: [{ groupType: 'nearMiss' }] };
    const { id } = only(await user.post('/events/requireapproval', eventAt(place, nearMiss)), 201);
    const step = (caller: TestCaller, transition: string) =>
      caller.post(`/events/${id}/transitions`, { transition, comment: 'Seen.' });
    const refused = { status: 409, code: 'invalid-state' };
    only(await step(user, 'approve'), 200);
    expect(outcome(await step(client, 'startInvestigation'))).toEqual(refused);
    only(await step(client, 'close'), 200);
    expect(outcome(await step(client, 'reopen'))).toEqual(refused);
    only(await step(user, 'reopen'), 200);
    only(await step(client, 'completeInvestigation'), 200);
    const { investigation } = only(await step(client, 'reopen'), 200);
    expect(investigation).toMatchObject({ leadUserId: user.userId, completedAt: null });
  });

  it('403 self-approval-not-allowed: it approves nothing of its own, also where a company lets its users', async () => {
    const permissions = ['hazards.read', 'hazards.create', 'hazards.approve', 'events.approve'] as const;
    const program = await api.caller({ ...trusting, asServiceClient: true, permissions });
    await addMember(api, companyId, { role: 'eventManager' });
    const approve = async (caller: TestCaller) => {
      const { id } = only(await caller.post('/hazards/approval', hazard({})), 201);
      return outcome(await caller.put('/hazards/approval', { id, approval: { step: 'approve' } }));
    };
    expect(await approve(program)).toEqual({ status: 403, code: 'self-approval-not-allowed' });
    expect(await approve(user)).toMatchObject({ status: 200 });
  });

  it.each<[string, string, () => object]>([
    ['hazards', '/hazards/approval', () => hazard({})],
    ['events', '/events/requireapproval', () => eventAt(place)],
  ])(
    '200: queues of %s hold what users submit, each their own too, and of a client the rest',
    async (...row) => {
      const [register, path, body] = row;
      const manager = await addMember(api, companyId, { role: 'eventManager', allowSelfApproval: true });
      const submitters = [client, user, manager];
      const ids: string[] = [];
      for (const caller of submitters) ids.push(only(await caller.post(path, body()), 201).id);
      const queueOf = async (approverUserId: string, caller: TestCaller) => {
        const query = `approverUserId=${approverUserId}&ids=${ids}`;
        return idsIn(await caller.get(`/${register}/approvalData?${query}`)).sort();
      };
      for (const caller of [user, manager]) expect(await queueOf('me', caller)).toEqual(ids.toSorted());
      expect(await queueOf(manager.userId, client)).toEqual(ids.toSorted());
      expect(await queueOf('me', client)).toEqual(ids.slice(1).sort());
    },
  );
});
