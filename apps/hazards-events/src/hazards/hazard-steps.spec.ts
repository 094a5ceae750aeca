import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInRoles, type Permission } from '@safety/contracts';
import type { Answer, TestApi, TestCaller } from '@safety/testing';
import {
  addCompany,
  addMember,
  assessed,
  hazardAt,
  startHazardsEvents,
  type TestPlace,
} from '../testing/hazards-under-test.js';
import { expectCell, onceArchived, rowsOf, type StepRow, triedOn } from '../testing/step-table.js';

/** The order of the letters of each cell below. */
const roles = ['author', 'editor', 'approver', 'manager', 'reader'] as const;
type Role = (typeof roles)[number];

/** The author has created each hazard; who has submitted it is said of each state. */
const permissionsOf: Record<Role, readonly Permission[]> = {
  author: ['hazards.read', 'hazards.create'],
  editor: ['hazards.read', 'hazards.readPending', 'hazards.create', 'hazards.update'],
  approver: builtInRoles.eventManager,
  manager: [...builtInRoles.eventManager, 'hazards.archive', 'hazards.createWithoutApproval'],
  reader: ['hazards.read', 'hazards.readPending'],
};

interface State {
  status: string;
  isApproved?: boolean;
  /** `PUT /hazards/approval`. */
  steps: readonly StepRow[];
  /** `PUT /hazards/{id}/requireapproval`. */
  flag: string;
  /** `POST /hazards/{id}/transitions`. */
  close: string;
  reopen: string;
  /** `DELETE /hazards/{id}` and `PUT /hazards/{id}/restore`. */
  archive: string;
  restore: string;
}

const stepsOf = rowsOf(['saveDraft', 'submit', 'withdraw', 'approve', 'reject', 'requestChanges']);

const states: Record<string, State> = {
  draft: {
    status: 'draft',
    steps: stepsOf(
      ['saveDraft', 'draft', '+????'],
      ['submit', 'pendingApproval', '+????'],
      ['withdraw', '', 'x????'],
      ['approve', '', 'x????'],
      ['reject', '', 'x????'],
      ['requestChanges', '', 'x????'],
    ),
    flag: 'x????',
    close: '-????',
    reopen: '-????',
    archive: '+????',
    restore: '---?-',
  },
  'pendingApproval, submitted by the author': {
    status: 'pendingApproval',
    steps: stepsOf(
      ['submit', 'pendingApproval', '++++-'],
      ['withdraw', 'draft', '+----'],
      ['approve', 'approved', '--++-'],
      ['reject', 'rejected', '--++-'],
      ['requestChanges', 'changesRequested', '--++-'],
    ),
    flag: '++++-',
    close: '--xx-',
    reopen: '--xx-',
    archive: '---x-',
    restore: '---+-',
  },
  'pendingApproval, submitted by the manager': {
    status: 'pendingApproval',
    steps: stepsOf(
      ['submit', 'pendingApproval', '++++-'],
      ['withdraw', 'draft', '+----'],
      ['approve', 'approved', '--+s-'],
      ['reject', 'rejected', '--++-'],
      ['requestChanges', 'changesRequested', '--++-'],
    ),
    flag: '++++-',
    close: '--xx-',
    reopen: '--xx-',
    archive: '---x-',
    restore: '---+-',
  },
  'pendingApproval, with an action': {
    status: 'pendingApproval',
    steps: stepsOf(
      ['submit', 'pendingApproval', '++++-'],
      ['withdraw', '', 'u----'],
      ['approve', 'approved', '--++-'],
      ['reject', 'rejected', '--++-'],
      ['requestChanges', 'changesRequested', '--++-'],
    ),
    flag: '++++-',
    close: '--xx-',
    reopen: '--xx-',
    archive: '---x-',
    restore: '---+-',
  },
  'pendingApproval, one of two approvals by the approver': {
    status: 'pendingApproval',
    steps: stepsOf(
      ['submit', 'pendingApproval', '++++-'],
      ['withdraw', 'draft', '+----'],
      ['approve', 'approved', '--x+-'],
      ['reject', 'rejected', '--++-'],
      ['requestChanges', 'changesRequested', '--++-'],
    ),
    flag: '++++-',
    close: '--xx-',
    reopen: '--xx-',
    archive: '---x-',
    restore: '---+-',
  },
  'pendingApproval, a revision submitted by the editor': {
    status: 'pendingApproval',
    isApproved: true,
    steps: stepsOf(
      ['submit', 'pendingApproval', '-+++-'],
      ['withdraw', 'approved', '-+---'],
      ['approve', 'approved', '--++-'],
      ['reject', 'approved', '--++-'],
      ['requestChanges', 'changesRequested', '--++-'],
    ),
    flag: '-+++-',
    close: '--xx-',
    reopen: '--xx-',
    archive: '---x-',
    restore: '---+-',
  },
  changesRequested: {
    status: 'changesRequested',
    steps: stepsOf(['submit', 'pendingApproval', '++++-']),
    flag: '++++-',
    close: '--xx-',
    reopen: '--xx-',
    archive: '---+-',
    restore: '---+-',
  },
  rejected: {
    status: 'rejected',
    steps: stepsOf(['submit', 'pendingApproval', '+----']),
    flag: '+----',
    close: '--xx-',
    reopen: '--xx-',
    archive: '---+-',
    restore: '---+-',
  },
  approved: {
    status: 'approved',
    isApproved: true,
    steps: stepsOf(['submit', 'pendingApproval', '-+++-']),
    flag: '-+++-',
    close: '--++-',
    reopen: '--xx-',
    archive: '---+-',
    restore: '---+-',
  },
  'approved, with an open action': {
    status: 'approved',
    isApproved: true,
    steps: stepsOf(['submit', 'pendingApproval', '-+++-']),
    flag: '-+++-',
    close: '--oo-',
    reopen: '--xx-',
    archive: '---+-',
    restore: '---+-',
  },
  'approved, without a residual risk': {
    status: 'approved',
    isApproved: true,
    steps: stepsOf(['submit', 'pendingApproval', '-+++-']),
    flag: '-+++-',
    close: '--xx-',
    reopen: '--xx-',
    archive: '---+-',
    restore: '---+-',
  },
  closed: {
    status: 'closed',
    isApproved: true,
    steps: stepsOf(),
    flag: 'xxxxx',
    close: '--xx-',
    reopen: '--++-',
    archive: '---+-',
    restore: '---+-',
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

const body = (changes: object = {}) => hazardAt(place, { ...assessed, ...changes });
const drive = (caller: TestCaller, id: string, step: string): Promise<Answer> =>
  caller.put('/hazards/approval', {
    id,
    ...(step === 'submit' || step === 'saveDraft' ? body() : {}),
    approval: { step, comment: 'Because.' },
  });
const transit = (caller: TestCaller, id: string, transition: string) =>
  caller.post(`/hazards/${id}/transitions`, {
    transition,
    ...(transition === 'close' ? { closureReason: 'eliminated' } : { comment: 'It is back.' }),
  });

const addAction = (id: string) =>
  admin.post('/actions', {
    title: 'A guard',
    actionType: 'corrective',
    sourceType: 'hazard',
    sourceId: id,
    assigneeUserId: admin.userId,
    dueDate: '2030-01-01',
  });

/** The members that differ from those of any other hazard. */
const given: Record<string, object> = {
  draft: { approval: { step: 'saveDraft' } },
  'pendingApproval, one of two approvals by the approver': { approval: { requiredApprovals: 2 } },
  'approved, without a residual risk': { riskAssessment: { initial: { likelihood: 4, severity: 4 } } },
};

async function made(state: string): Promise<string> {
  const { author, approver, editor, manager } = callers;
  const { id } = (await author.post('/hazards/approval', body(given[state]))).body;
  const ways: Record<string, (() => Promise<Answer>)[]> = {
    'pendingApproval, submitted by the manager': [() => drive(manager, id, 'submit')],
    'pendingApproval, a revision submitted by the editor': [
      () => drive(approver, id, 'approve'),
      () => drive(editor, id, 'submit'),
    ],
    'pendingApproval, with an action': [() => addAction(id)],
    'pendingApproval, one of two approvals by the approver': [() => drive(approver, id, 'approve')],
    changesRequested: [() => drive(approver, id, 'requestChanges')],
    rejected: [() => drive(approver, id, 'reject')],
    approved: [() => drive(approver, id, 'approve')],
    'approved, with an open action': [() => drive(approver, id, 'approve'), () => addAction(id)],
    'approved, without a residual risk': [() => drive(approver, id, 'approve')],
    closed: [() => drive(approver, id, 'approve'), () => transit(approver, id, 'close')],
  };
  for (const take of ways[state] ?? []) expect((await take()).status).toBeLessThan(300);
  return id;
}

const idFor = triedOn(made);

/** Answers of the steps beside the approval, by letter. */
const statusOf: Record<string, number> = { '+': 200, '-': 403, x: 409, '?': 404 };

describe.each(Object.entries(states))('a hazard that is %s', (name, state) => {
  const { status: currentStatus, isApproved = false, steps } = state;

  describe.each(steps)('PUT /hazards/approval with %s', (...row) => {
    it.each(roles)('by the %s', async (role) => {
      const position = roles.indexOf(role);
      const id = await idFor(name, row[2][position] ?? '');
      expectCell(await drive(callers[role], id, row[0]), { rows: steps, row, role: position, currentStatus });
      const { data } = (await admin.get(`/hazards?ids=${id}`)).body;
      const becomes = row[0] === 'approve' && row[2][position] === '+';
      expect(data).toHaveLength(isApproved || becomes ? 1 : 0);
    });
  });

  it.each(roles)('PUT /hazards/{id}/requireapproval by the %s', async (role) => {
    const position = roles.indexOf(role);
    const id = await idFor(name, state.flag[position] ?? '');
    const answer = await callers[role].put(`/hazards/${id}/requireapproval`, body());
    const row = ['requireApproval', 'pendingApproval', state.flag] as const;
    expectCell(answer, { rows: [row], row, role: position, currentStatus });
  });

  describe.each(['close', 'reopen'] as const)('POST /hazards/{id}/transitions with %s', (transition) => {
    it.each(roles)('by the %s', async (role) => {
      const rows: Record<typeof transition, StepRow> = {
        close: ['close', 'closed', state.close],
        reopen: ['reopen', 'approved', state.reopen],
      };
      const row = rows[transition];
      const position = roles.indexOf(role);
      const answer = await transit(callers[role], await idFor(name, row[2][position] ?? ''), transition);
      expectCell(answer, { rows: Object.values(rows), row, role: position, currentStatus });
      if (answer.body.code === 'permission-denied')
        expect(answer.body.requiredPermission).toBe('hazards.approve');
    });
  });

  it.each(roles)('DELETE and restore by the %s', async (role) => {
    const cellOf = (cells: string) => cells[roles.indexOf(role)] ?? '';
    const id = await idFor(name, cellOf(state.archive));
    const restored = await callers[role].put(`/hazards/${id}/restore`);
    expect(restored.status).toBe(statusOf[cellOf(state.restore)]);
    const archived = await callers[role].delete(`/hazards/${id}`);
    if (cellOf(state.archive) === 'x') {
      const row = ['archive', '', state.archive] as const;
      return expectCell(archived, { rows: steps, row, role: roles.indexOf(role), currentStatus });
    }
    const isDone = cellOf(state.archive) === '+';
    expect(archived.status).toBe(isDone ? 204 : statusOf[cellOf(state.archive)]);
    const { data } = (await admin.get(`/hazards?ids=${id}`)).body;
    expect(data).toHaveLength(isApproved && !isDone ? 1 : 0);
    if (!isDone) return;
    const again = await callers.manager.put(`/hazards/${id}/restore`);
    expect(again.status).toBe(name === 'draft' ? 404 : 200);
  });
});

const archivable = Object.entries(states).filter(([, { archive }]) => archive.indexOf('+') > 0);

describe.each(archivable)('an archived hazard that is %s', (name, { status: currentStatus, ...state }) => {
  const ways: [StepRow, (caller: TestCaller, id: string) => Promise<Answer>][] = [
    [
      ['requireApproval', '', state.flag],
      (caller, id) => caller.put(`/hazards/${id}/requireapproval`, body()),
    ],
    [['close', '', state.close], (caller, id) => transit(caller, id, 'close')],
    [['reopen', '', state.reopen], (caller, id) => transit(caller, id, 'reopen')],
    ...state.steps.map((row): (typeof ways)[number] => [row, (caller, id) => drive(caller, id, row[0])]),
  ];

  it('409 archived: each step, PUT and PATCH', async () => {
    const id = await made(name);
    expect((await callers.manager.delete(`/hazards/${id}`)).status).toBe(204);
    for (const [was, take] of ways) {
      const row = onceArchived(was);
      for (const [role, one] of roles.entries())
        expectCell(await take(callers[one], id), { rows: [row], row, role, currentStatus });
    }
    const writes = [
      await callers.manager.put('/hazards', { ...body(), id }),
      await callers.manager.patch(`/hazards/${id}`, {}),
    ];
    for (const answer of writes) expect(answer).toMatchObject({ status: 409, body: { code: 'archived' } });
  });
});

describe.each<[string, object, string, string]>([
  ['/hazards', {}, 'approved', '---+-'],
  ['/hazards/requireapproval', {}, 'pendingApproval', '++++-'],
  ['/hazards/approval', {}, 'pendingApproval', '++++-'],
  ['/hazards/approval', { approval: { step: 'saveDraft' } }, 'draft', '++++-'],
])('POST %s %j', (path, changes, to, cells) => {
  it.each(roles)('by the %s', async (role) => {
    const { status, body: answered } = await callers[role].post(path, body(changes));
    const isDone = cells[roles.indexOf(role)] === '+';
    expect({ status, now: answered.status }).toEqual({ status: isDone ? 201 : 403, now: isDone ? to : 403 });
  });
});
