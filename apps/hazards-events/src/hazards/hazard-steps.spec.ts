import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ApprovalRole,
  allowedTransitions,
  type HazardStatus,
  hazardFlagSteps,
  hazardSteps,
  hazardTransitions,
  type Permission,
  type StepStart,
  type StepTable,
  startsOf,
} from '@safety/contracts';
import type { Answer, TestApi, TestCaller } from '@safety/testing';
import {
  addCompany,
  addMember,
  assessed,
  hazardAt,
  startHazardsEvents,
  type TestPlace,
} from '../testing/hazards-under-test.js';

const states = [
  'draft',
  'pendingApproval',
  'pendingRevision',
  'changesRequested',
  'rejected',
  'approved',
  'closed',
] as const;
type State = (typeof states)[number];

const roles = ['author', 'editor', 'approver', 'reader'] as const;
type Role = (typeof roles)[number];

const permissionsOf: Partial<Record<Role, Permission[]>> = {
  author: ['hazards.read', 'hazards.create'],
  editor: ['hazards.read', 'hazards.readPending', 'hazards.create', 'hazards.update'],
  reader: ['hazards.read', 'hazards.readPending', 'hazards.create'],
};

let api: TestApi;
let place: TestPlace;
let admin: TestCaller;
const callers = {} as Record<Role, TestCaller>;

beforeAll(async () => {
  api = await startHazardsEvents();
  ({ admin, place } = await addCompany(api));
  // A submission of the approver waits for somebody else.
  await addMember(api, admin.companyId, { role: 'eventManager' });
  for (const role of roles) {
    const permissions = permissionsOf[role];
    callers[role] = await addMember(api, admin.companyId, {
      role: 'eventManager',
      ...(permissions && { permissions }),
    });
  }
});

afterAll(() => api.close());

const body = (changes: object = {}) => hazardAt(place, { ...assessed, ...changes });
const drive = (caller: TestCaller, id: string, step: string): Promise<Answer> =>
  caller.put('/hazards/approval', {
    id,
    ...(step === 'submit' || step === 'saveDraft' ? body() : {}),
    approval: { step, comment: 'Because.' },
  });

async function made(state: State): Promise<string> {
  const { author, approver, editor } = callers;
  const step = state === 'draft' ? 'saveDraft' : 'submit';
  const { id } = (await author.post('/hazards/approval', body({ approval: { step } }))).body;
  const way: Record<State, (() => Promise<Answer>)[]> = {
    draft: [],
    pendingApproval: [],
    pendingRevision: [() => drive(approver, id, 'approve'), () => drive(editor, id, 'submit')],
    changesRequested: [() => drive(approver, id, 'requestChanges')],
    rejected: [() => drive(approver, id, 'reject')],
    approved: [() => drive(approver, id, 'approve')],
    closed: [
      () => drive(approver, id, 'approve'),
      () => approver.post(`/hazards/${id}/transitions`, { transition: 'close', closureReason: 'eliminated' }),
    ],
  };
  for (const take of way[state]) expect((await take()).status).toBe(200);
  return id;
}

/** The roles of each caller in the approval; the revision was submitted by the editor. */
function standingOf(role: Role, state: State): ApprovalRole[] {
  const submitter = state === 'pendingRevision' ? 'editor' : 'author';
  return [
    ...(role === 'author' ? (['creator'] as const) : []),
    ...(role === submitter && state !== 'draft' ? (['submitter'] as const) : []),
    ...(role === 'editor' || role === 'approver' ? (['editor'] as const) : []),
    ...(role === 'approver' ? (['approver'] as const) : []),
  ];
}

const statusOf = (state: State): HazardStatus => (state === 'pendingRevision' ? 'pendingApproval' : state);
const startOf = (table: StepTable, step: string, state: State): StepStart<string> | undefined =>
  (table[step] as Partial<Record<string, StepStart<string>>>)[statusOf(state)];
const may = (start: StepStart<string> | undefined, role: Role, state: State): boolean =>
  start?.who.some((needed) => standingOf(role, state).includes(needed)) ?? false;

/** The answer that the table states for one cell. */
function expected(table: StepTable, step: string, state: State, role: Role): object {
  if (state === 'draft' && role !== 'author') return { status: 404, body: { code: 'not-found' } };
  const start = startOf(table, step, state);
  const allowed = allowedTransitions(startsOf(table), statusOf(state));
  if (!start)
    return {
      status: 409,
      body: { code: 'invalid-state', currentStatus: statusOf(state), allowedTransitions: allowed },
    };
  if (!may(start, role, state))
    return {
      status: 403,
      body: {
        code: start.who.includes('approver') ? 'not-an-approver' : 'permission-denied',
        currentStatus: statusOf(state),
        allowedTransitions: allowed.filter((name) => may(startOf(table, name, state), role, state)),
      },
    };
  const endsRevision = state === 'pendingRevision' && (step === 'withdraw' || step === 'reject');
  return { status: 200, body: { status: endsRevision ? 'approved' : start.to } };
}

describe.each(states)('a hazard that is %s', (state) => {
  describe.each(Object.keys(hazardSteps))('PUT /hazards/approval with %s', (step) => {
    it.each(roles)('by the %s', async (role) => {
      const id = await made(state);
      const wanted = expected(hazardSteps, step, state, role);
      expect(await drive(callers[role], id, step)).toMatchObject(wanted);
      const { data } = (await admin.get(`/hazards?ids=${id}`)).body;
      const isApproved = ['pendingRevision', 'approved', 'closed'].includes(state);
      const becomes = 'status' in wanted && wanted.status === 200 && step === 'approve';
      expect(data).toHaveLength(isApproved || becomes ? 1 : 0);
    });
  });

  describe('PUT /hazards/{id}/requireapproval', () => {
    it.each(roles)('by the %s', async (role) => {
      const id = await made(state);
      const answer = await callers[role].put(`/hazards/${id}/requireapproval`, body());
      expect(answer).toMatchObject(expected(hazardFlagSteps, 'requireApproval', state, role));
    });
  });

  describe.each(['close', 'reopen'] as const)('POST /hazards/{id}/transitions with %s', (transition) => {
    it.each(roles)('by the %s', async (role) => {
      const id = await made(state);
      const { status, body: answered } = await callers[role].post(`/hazards/${id}/transitions`, {
        transition,
        ...(transition === 'close' ? { closureReason: 'eliminated' } : { comment: 'It is back.' }),
      });
      const allowed = allowedTransitions(hazardTransitions, statusOf(state));
      if (state === 'draft' && role !== 'author') expect(status).toBe(404);
      else if (role !== 'approver')
        expect({ status, answered }).toMatchObject({
          status: 403,
          answered: {
            code: 'permission-denied',
            requiredPermission: 'hazards.approve',
            currentStatus: statusOf(state),
            allowedTransitions: [],
          },
        });
      else if (allowed.includes(transition))
        expect({ status, now: answered.status }).toEqual({
          status: 200,
          now: hazardTransitions[transition].to,
        });
      else expect({ status, allowed: answered.allowedTransitions }).toEqual({ status: 409, allowed });
    });
  });
});
