import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Permission } from '@safety/contracts';
import type { Answer, TestApi, TestCaller } from '@safety/testing';
import {
  addCompany,
  addMember,
  eventAt,
  select,
  startHazardsEvents,
  type TestPlace,
} from '../testing/hazards-under-test.js';
import { putRevision } from '../testing/put-revision.js';
import { expectCell, onceArchived, rowsOf, type StepRow, triedOn } from '../testing/step-table.js';

/** The order of the letters of each cell below. */
const roles = ['author', 'editor', 'approver', 'manager', 'reader'] as const;
type Role = (typeof roles)[number];

const approves: Permission[] = [
  'events.read',
  'events.readPending',
  'events.create',
  'events.approve',
  'events.update',
];

/** The author has created each event; who has submitted it is said of each state. */
const permissionsOf: Record<Role, Permission[]> = {
  author: ['events.read', 'events.create'],
  editor: ['events.read', 'events.readPending', 'events.create', 'events.update'],
  approver: approves,
  manager: [...approves, 'events.archive'],
  reader: ['events.read', 'events.readPending'],
};

interface State {
  status: string;
  isApproved?: boolean;
  /** `POST /events/{id}/transitions`. */
  steps: readonly StepRow[];
  /** `PUT /events/{id}/requireapproval`. */
  flag: string;
  /** `DELETE /events/{id}`. */
  archive: string;
}

const stepsOf = rowsOf([
  'submit',
  'approve',
  'reject',
  'requestChanges',
  'startInvestigation',
  'completeInvestigation',
  'close',
  'reopen',
]);

const states: Record<string, State> = {
  'pendingApproval, submitted by the author': {
    status: 'pendingApproval',
    steps: stepsOf(
      ['approve', 'open', '--++-'],
      ['reject', 'rejected', '--++-'],
      ['requestChanges', 'changesRequested', '--++-'],
    ),
    flag: '++++-',
    archive: '---x-',
  },
  'pendingApproval, submitted by the manager': {
    status: 'pendingApproval',
    steps: stepsOf(
      ['approve', 'open', '--+s-'],
      ['reject', 'rejected', '--++-'],
      ['requestChanges', 'changesRequested', '--++-'],
    ),
    flag: '++++-',
    archive: '---x-',
  },
  'pendingApproval, a revision under investigation submitted by the editor': {
    status: 'pendingApproval',
    isApproved: true,
    steps: stepsOf(
      ['approve', 'underInvestigation', '--++-'],
      ['reject', 'underInvestigation', '--++-'],
      ['requestChanges', 'changesRequested', '--++-'],
    ),
    flag: '-+++-',
    archive: '---x-',
  },
  changesRequested: {
    status: 'changesRequested',
    steps: stepsOf(['submit', 'pendingApproval', '++++-']),
    flag: '++++-',
    archive: '---+-',
  },
  rejected: {
    status: 'rejected',
    steps: stepsOf(['submit', 'pendingApproval', '+----']),
    flag: '+----',
    archive: '---+-',
  },
  open: {
    status: 'open',
    isApproved: true,
    steps: stepsOf(['startInvestigation', 'underInvestigation', '-+++-'], ['close', 'closed', '--++-']),
    flag: '-+++-',
    archive: '---+-',
  },
  'open, an accident': {
    status: 'open',
    isApproved: true,
    steps: stepsOf(['startInvestigation', 'underInvestigation', '-+++-'], ['close', '', '--xx-']),
    flag: '-+++-',
    archive: '---+-',
  },
  'open, a near miss that could have been grave': {
    status: 'open',
    isApproved: true,
    steps: stepsOf(['startInvestigation', 'underInvestigation', '-+++-'], ['close', '', '--xx-']),
    flag: '-+++-',
    archive: '---+-',
  },
  'open, with a mandatory action': {
    status: 'open',
    isApproved: true,
    steps: stepsOf(['startInvestigation', 'underInvestigation', '-+++-'], ['close', '', '--oo-']),
    flag: '-+++-',
    archive: '---+-',
  },
  'underInvestigation, without an investigation': {
    status: 'underInvestigation',
    isApproved: true,
    steps: stepsOf(['completeInvestigation', '', '-xxx-']),
    flag: '-+++-',
    archive: '---+-',
  },
  underInvestigation: {
    status: 'underInvestigation',
    isApproved: true,
    // Nothing is pending without an action.
    steps: stepsOf(['completeInvestigation', 'closed', '-+++-']),
    flag: '-+++-',
    archive: '---+-',
  },
  'underInvestigation with an action': {
    status: 'underInvestigation',
    isApproved: true,
    steps: stepsOf(['completeInvestigation', 'actionsPending', '-+++-']),
    flag: '-+++-',
    archive: '---+-',
  },
  actionsPending: {
    status: 'actionsPending',
    isApproved: true,
    steps: stepsOf(['close', 'closed', '--++-']),
    flag: '-+++-',
    archive: '---+-',
  },
  'actionsPending, with a mandatory action': {
    status: 'actionsPending',
    isApproved: true,
    steps: stepsOf(['close', '', '--oo-']),
    flag: '-+++-',
    archive: '---+-',
  },
  closed: {
    status: 'closed',
    isApproved: true,
    steps: stepsOf(['reopen', 'underInvestigation', '--++-']),
    flag: 'xxxxx',
    archive: '---+-',
  },
};

let api: TestApi;
let place: TestPlace;
let admin: TestCaller;
const callers = {} as Record<Role, TestCaller>;

beforeAll(async () => {
  api = await startHazardsEvents();
  ({ admin, place } = await addCompany(api));
  for (const role of roles)
    callers[role] = await addMember(api, admin.companyId, { permissions: permissionsOf[role] });
  // Another one decides on submissions of which the managers above have written a part.
  await addMember(api, admin.companyId, { role: 'eventManager' });
});

afterAll(() => api.close());

/** Near misses may be closed as soon as they are open. */
const body = (changes: object = {}) =>
  eventAt(place, {
    eventType: 'nearMiss',
    eventGroups: [{ groupType: 'nearMiss' }],
    investigation: { leadUserId: callers.editor.userId, method: 'other', startedAt: '2026-03-03T00:00:00Z' },
    ...changes,
  });
const step = (caller: TestCaller, id: string, transition: string): Promise<Answer> =>
  caller.post(`/events/${id}/transitions`, { transition, comment: 'Because.' });
const flag = (caller: TestCaller, id: string) =>
  putRevision(api, caller, `/events/${id}/requireapproval`, body());

const addAction = (id: string, mandatory = false) =>
  admin.post('/actions', {
    title: 'A guard',
    actionType: 'corrective',
    sourceType: 'event',
    sourceId: id,
    assigneeUserId: admin.userId,
    dueDate: '2030-01-01',
    mandatory,
  });

/** No request leads there: the check must hold without one. */
async function forget(id: string): Promise<{ status: number }> {
  for (const table of ['events', 'approved_events'])
    await select(api, admin.companyId, `UPDATE ${table} SET investigation = NULL WHERE id = $1`, [id]);
  return { status: 200 };
}

/** The members that differ from those of any other event. */
const given: Record<string, object> = {
  'open, an accident': { eventType: 'accident' },
  'open, a near miss that could have been grave': { potentialSeverity: 'catastrophic' },
};

async function made(state: string): Promise<string> {
  const { author, approver, editor, manager } = callers;
  const { id } = (await author.post('/events/requireapproval', body(given[state]))).body;
  const approve = () => step(approver, id, 'approve');
  const start = () => step(editor, id, 'startInvestigation');
  const complete = () => step(editor, id, 'completeInvestigation');
  const ways: Record<string, (() => Promise<Pick<Answer, 'status'>>)[]> = {
    'pendingApproval, submitted by the manager': [() => flag(manager, id)],
    'pendingApproval, a revision under investigation submitted by the editor': [
      approve,
      start,
      () => flag(editor, id),
    ],
    changesRequested: [() => step(approver, id, 'requestChanges')],
    rejected: [() => step(approver, id, 'reject')],
    open: [approve],
    'open, an accident': [approve],
    'open, a near miss that could have been grave': [approve],
    'open, with a mandatory action': [approve, () => addAction(id, true)],
    underInvestigation: [approve, start],
    'underInvestigation, without an investigation': [approve, start, () => forget(id)],
    'underInvestigation with an action': [approve, start, () => addAction(id)],
    actionsPending: [approve, start, () => addAction(id), complete],
    'actionsPending, with a mandatory action': [approve, start, () => addAction(id, true), complete],
    closed: [approve, start, complete],
  };
  for (const take of ways[state] ?? []) expect((await take()).status).toBeLessThan(300);
  return id;
}

const idFor = triedOn(made);

describe.each(Object.entries(states))('an event that is %s', (name, state) => {
  const { status: currentStatus, isApproved = false, steps } = state;

  describe.each(steps)('POST /events/{id}/transitions with %s', (...row) => {
    it.each(roles)('by the %s', async (role) => {
      const position = roles.indexOf(role);
      const id = await idFor(name, row[2][position] ?? '');
      expectCell(await step(callers[role], id, row[0]), { rows: steps, row, role: position, currentStatus });
      const { data } = (await admin.get(`/events?ids=${id}`)).body;
      const becomes = row[0] === 'approve' && row[2][position] === '+';
      expect(data).toHaveLength(isApproved || becomes ? 1 : 0);
    });
  });

  it.each(roles)('PUT /events/{id}/requireapproval by the %s', async (role) => {
    const position = roles.indexOf(role);
    const answer = await flag(callers[role], await idFor(name, state.flag[position] ?? ''));
    const row = ['requireApproval', 'pendingApproval', state.flag] as const;
    expectCell(answer, { rows: [row], row, role: position, currentStatus });
  });

  it.each(roles)('DELETE and restore by the %s', async (role) => {
    const cell = state.archive[roles.indexOf(role)] ?? '';
    const id = await idFor(name, cell);
    const archived = await callers[role].delete(`/events/${id}`);
    expect(archived.status).toBe({ '+': 204, x: 409, '-': 403 }[cell]);
    if (cell === 'x') {
      const row = ['archive', '', state.archive] as const;
      expectCell(archived, { rows: steps, row, role: roles.indexOf(role), currentStatus });
    }
    const { data } = (await admin.get(`/events?ids=${id}`)).body;
    expect(data).toHaveLength(isApproved && cell !== '+' ? 1 : 0);
    expect((await callers[role].put(`/events/${id}/restore`)).status).toBe(role === 'manager' ? 200 : 403);
    expect((await admin.get(`/events?ids=${id}`)).body.data).toHaveLength(isApproved ? 1 : 0);
  });
});

const archivable = Object.entries(states).filter(([, { archive }]) => archive.includes('+'));

describe.each(archivable)('an archived event that is %s', (name, { status: currentStatus, ...state }) => {
  it('409 archived: each step, and PUT /events/{id}/requireapproval', async () => {
    const id = await made(name);
    expect((await callers.manager.delete(`/events/${id}`)).status).toBe(204);
    const [flagRow, ...rows] = [['requireApproval', '', state.flag] as const, ...state.steps].map(
      onceArchived,
    );
    if (!flagRow) throw new Error('There is a row for each step');
    for (const [role, caller] of roles.map((one) => callers[one]).entries()) {
      expectCell(await flag(caller, id), { rows: [flagRow], row: flagRow, role, currentStatus });
      for (const row of rows) expectCell(await step(caller, id, row[0]), { rows, row, role, currentStatus });
    }
  });
});

describe('POST /events/requireapproval', () => {
  it.each(roles)('by the %s', async (role) => {
    const { status, body: added } = await callers[role].post('/events/requireapproval', body());
    const isDone = role !== 'reader';
    expect({ status, now: added.status }).toEqual(
      isDone ? { status: 201, now: 'pendingApproval' } : { status: 403, now: 403 },
    );
  });
});
