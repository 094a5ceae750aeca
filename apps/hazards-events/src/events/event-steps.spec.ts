import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ApprovalRole,
  allowedTransitions,
  type EventStatus,
  eventFlagSteps,
  eventSteps,
  type Permission,
  type StepStart,
  type StepTable,
  startsOf,
} from '@safety/contracts';
import type { Answer, TestApi, TestCaller } from '@safety/testing';
import {
  addCompany,
  addMember,
  eventAt,
  startHazardsEvents,
  type TestPlace,
} from '../testing/hazards-under-test.js';

const states = [
  'pendingApproval',
  'pendingRevision',
  'changesRequested',
  'rejected',
  'open',
  'underInvestigation',
  'actionsPending',
  'closed',
] as const;
type State = (typeof states)[number];

const roles = ['author', 'editor', 'approver', 'reader'] as const;
type Role = (typeof roles)[number];

const permissionsOf: Record<Role, Permission[]> = {
  author: ['events.read', 'events.create'],
  editor: ['events.read', 'events.readPending', 'events.create', 'events.update'],
  approver: ['events.read', 'events.readPending', 'events.create', 'events.approve', 'events.update'],
  reader: ['events.read', 'events.readPending', 'events.create'],
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
  for (const role of roles)
    callers[role] = await addMember(api, admin.companyId, { permissions: permissionsOf[role] });
});

afterAll(() => api.close());

/** Near misses may be closed as soon as they are open. */
const body = () =>
  eventAt(place, {
    eventType: 'nearMiss',
    eventGroups: [{ groupType: 'nearMiss' }],
    investigation: { leadUserId: callers.editor.userId, method: 'other', startedAt: '2026-03-03T00:00:00Z' },
  });
const step = (caller: TestCaller, id: string, transition: string): Promise<Answer> =>
  caller.post(`/events/${id}/transitions`, { transition, comment: 'Because.' });

const addAction = (id: string) =>
  admin.post('/actions', {
    title: 'A guard',
    actionType: 'corrective',
    sourceType: 'event',
    sourceId: id,
    assigneeUserId: admin.userId,
    dueDate: '2030-01-01',
    mandatory: false,
  });

async function made(state: State): Promise<string> {
  const { author, approver, editor } = callers;
  const { id } = (await author.post('/events/requireapproval', body())).body;
  const approve = () => step(approver, id, 'approve');
  const start = () => step(editor, id, 'startInvestigation');
  const way: Record<State, (() => Promise<Answer>)[]> = {
    pendingApproval: [],
    pendingRevision: [approve, start, () => editor.put(`/events/${id}/requireapproval`, body())],
    changesRequested: [() => step(approver, id, 'requestChanges')],
    rejected: [() => step(approver, id, 'reject')],
    open: [approve],
    underInvestigation: [approve, start],
    actionsPending: [approve, start, () => addAction(id), () => step(editor, id, 'completeInvestigation')],
    closed: [approve, start, () => step(editor, id, 'completeInvestigation')],
  };
  for (const take of way[state]) expect((await take()).status).toBeLessThan(300);
  return id;
}

/** The revision was submitted by the editor. */
function standingOf(role: Role, state: State): ApprovalRole[] {
  const submitter = state === 'pendingRevision' ? 'editor' : 'author';
  return [
    ...(role === 'author' ? (['creator'] as const) : []),
    ...(role === submitter ? (['submitter'] as const) : []),
    ...(role === 'editor' || role === 'approver' ? (['editor'] as const) : []),
    ...(role === 'approver' ? (['approver'] as const) : []),
  ];
}

const statusOf = (state: State): EventStatus => (state === 'pendingRevision' ? 'pendingApproval' : state);
const startOf = (table: StepTable, name: string, state: State): StepStart<string> | undefined =>
  (table[name] as Partial<Record<string, StepStart<string>>>)[statusOf(state)];
const may = (start: StepStart<string> | undefined, role: Role, state: State): boolean =>
  start?.who.some((needed) => standingOf(role, state).includes(needed)) ?? false;

/** The answer that the table states for one cell. */
function expected(table: StepTable, name: string, state: State, role: Role): object {
  const start = startOf(table, name, state);
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
        allowedTransitions: allowed.filter((other) => may(startOf(table, other, state), role, state)),
      },
    };
  // A revision ends in the status of what was approved; nothing is pending without an action.
  if (state === 'pendingRevision' && (name === 'approve' || name === 'reject'))
    return { status: 200, body: { status: 'underInvestigation' } };
  if (name === 'completeInvestigation') return { status: 200, body: { status: 'closed' } };
  return { status: 200, body: { status: start.to } };
}

describe.each(states)('an event that is %s', (state) => {
  describe.each(Object.keys(eventSteps))('POST /events/{id}/transitions with %s', (name) => {
    it.each(roles)('by the %s', async (role) => {
      const id = await made(state);
      const wanted = expected(eventSteps, name, state, role);
      expect(await step(callers[role], id, name)).toMatchObject(wanted);
      const { data } = (await admin.get(`/events?ids=${id}`)).body;
      const isApproved = !['pendingApproval', 'changesRequested', 'rejected'].includes(state);
      const becomes = 'status' in wanted && wanted.status === 200 && name === 'approve';
      expect(data).toHaveLength(isApproved || becomes ? 1 : 0);
    });
  });

  describe('PUT /events/{id}/requireapproval', () => {
    it.each(roles)('by the %s', async (role) => {
      const id = await made(state);
      const answer = await callers[role].put(`/events/${id}/requireapproval`, body());
      expect(answer).toMatchObject(expected(eventFlagSteps, 'requireApproval', state, role));
    });
  });
});
