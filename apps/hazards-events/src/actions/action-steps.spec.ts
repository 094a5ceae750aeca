import { describe, expect, it } from '@jest/globals';
import type { Permission } from '@safety/contracts';
import { describeChanges, type TestCaller } from '@safety/testing';
import { startActionScene } from '../testing/action-scene.js';
import { faultsOf, outcome } from '../testing/hazard-scene.js';
import {
  addMember,
  addMemberOf,
  addPerson,
  addPlace,
  assessed,
  hazardAt,
  select,
} from '../testing/hazards-under-test.js';
import { expectCell, onceArchived, rowsOf, type StepRow, triedOn } from '../testing/step-table.js';

const { api, admin, place, worker, personId, standalone, added, step } = await startActionScene();

const comment = 'As agreed.';
const member = (...permissions: Permission[]) =>
  addMember(api, admin.companyId, { permissions: ['hazards.read', 'actions.read', ...permissions] });

/** The order of the letters of each cell below. */
const roles = ['admin', 'writer', 'verifier', 'assignee', 'reader'] as const;
type Role = (typeof roles)[number];
const callers: Record<Role, TestCaller> = {
  admin,
  writer: await member('actions.write'),
  verifier: await member('actions.verify'),
  assignee: worker,
  reader: await member(),
};

const stepsOf = rowsOf(['start', 'complete', 'verify', 'rejectCompletion', 'cancel', 'reopen']);

interface State {
  status: string;
  /** Members of the action, beside its assignee. */
  given?: object;
  /** The steps that lead there, each by a role. */
  way: readonly [step: string, by: Role][];
  ofClosedHazard?: boolean;
  steps: readonly StepRow[];
}

const states: Record<string, State> = {
  open: {
    status: 'open',
    way: [],
    steps: stepsOf(
      ['start', 'inProgress', '++-+-'],
      ['complete', 'completed', '++-+-'],
      ['cancel', 'cancelled', '++---'],
    ),
  },
  inProgress: {
    status: 'inProgress',
    way: [['start', 'assignee']],
    steps: stepsOf(['complete', 'completed', '++-+-'], ['cancel', 'cancelled', '++---']),
  },
  'completed by the assignee': {
    status: 'completed',
    way: [['complete', 'assignee']],
    steps: stepsOf(['verify', 'verified', '+-+--'], ['rejectCompletion', 'inProgress', '+-+--']),
  },
  'completed by the admin': {
    status: 'completed',
    way: [['complete', 'admin']],
    steps: stepsOf(['verify', 'verified', 's-+--'], ['rejectCompletion', 'inProgress', '+-+--']),
  },
  'completed, with a verifier who is named': {
    status: 'completed',
    given: { verifierUserId: callers.verifier.userId },
    way: [['complete', 'assignee']],
    steps: stepsOf(['verify', 'verified', '--+--'], ['rejectCompletion', 'inProgress', '--+--']),
  },
  'completed, of a closed hazard': {
    status: 'completed',
    way: [['complete', 'assignee']],
    ofClosedHazard: true,
    steps: stepsOf(['verify', 'verified', '+-+--'], ['rejectCompletion', '', 'x-x--']),
  },
  verified: {
    status: 'verified',
    way: [
      ['complete', 'assignee'],
      ['verify', 'verifier'],
    ],
    steps: stepsOf(['reopen', 'inProgress', '+----']),
  },
  cancelled: {
    status: 'cancelled',
    way: [['cancel', 'writer']],
    steps: stepsOf(['reopen', 'inProgress', '+----']),
  },
  'cancelled, of a closed hazard': {
    status: 'cancelled',
    way: [['cancel', 'writer']],
    ofClosedHazard: true,
    steps: stepsOf(['reopen', '', 'x----']),
  },
};

async function made({ given, way, ofClosedHazard }: State): Promise<string> {
  const hazard = ofClosedHazard && (await admin.post('/hazards', hazardAt(place, assessed))).body;
  const source = hazard ? { sourceType: 'hazard', sourceId: hazard.id } : {};
  const { id } = await added({ assigneeUserId: null, assigneePersonnelId: personId, ...source, ...given });
  for (const [transition, by] of way) {
    const more = transition === 'start' || transition === 'verify' ? {} : { comment };
    expect((await step(id, transition, more, callers[by])).status).toBe(200);
  }
  const close = { transition: 'close', closureReason: 'eliminated' };
  if (hazard) expect((await admin.post(`/hazards/${hazard.id}/transitions`, close)).status).toBe(200);
  return id;
}

const idFor = triedOn(made);

describe.each(Object.entries(states))('an action that is %s', (_, state) => {
  const { steps, status: currentStatus } = state;

  describe.each(steps)('POST /actions/{id}/transitions with %s', (...row) => {
    it.each(roles)('by the %s', async (role) => {
      const position = roles.indexOf(role);
      const id = await idFor(state, row[2][position] ?? '');
      const answer = await step(id, row[0], { comment }, callers[role]);
      expectCell(answer, { rows: steps, row, role: position, currentStatus });
    });
  });

  it('409 archived: each step and PUT, once it is archived', async () => {
    const id = await made(state);
    const { version: _, ...body } = (await admin.get(`/actions/${id}`)).body;
    expect((await admin.delete(`/actions/${id}`)).status).toBe(204);
    const rows = steps.map(onceArchived);
    for (const row of rows)
      for (const [role, name] of roles.entries()) {
        const answer = await step(id, row[0], { comment }, callers[name]);
        expectCell(answer, { rows, row, role, currentStatus });
      }
    expect(outcome(await admin.put(`/actions/${id}`, body))).toEqual({ status: 409, code: 'archived' });
    expect(outcome(await admin.patch(`/actions/${id}`, {}))).toEqual({ status: 409, code: 'archived' });
  });
});

describe('PUT /actions/{id} of what is settled', () => {
  it.each([
    ['admin', ['reopen']],
    ['writer', []],
  ] as const)('409 invalid-state: names the steps that are left to the %s', async (role, left) => {
    const { id } = await added();
    await step(id, 'cancel', { comment });
    const answer = await callers[role].put(`/actions/${id}`, standalone({ dueDate: '2031-01-01' }));
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'invalid-state', currentStatus: 'cancelled' },
    });
    expect(answer.body.allowedTransitions).toEqual(left);
  });
});

describe('POST /actions/{id}/transitions', () => {
  it.each(['complete', 'cancel'])('422 required: %s without a comment', async (transition) => {
    const { id } = await added();
    expect((await step(id, transition)).body.errors).toMatchObject([
      { pointer: '/comment', code: 'required' },
    ]);
  });

  it('422 not-allowed: an effectiveness that nobody has verified', async () => {
    const { id } = await added();
    const { body } = await step(id, 'complete', { comment, effectiveness: 'effective' });
    expect(body.errors).toMatchObject([{ pointer: '/effectiveness', code: 'not-allowed' }]);
  });

  it('200: assignees start and complete their own, with no permission but to read', async () => {
    const { id } = await added({ assigneeUserId: null, assigneePersonnelId: personId });
    expect((await step(id, 'start', {}, worker)).body.status).toBe('inProgress');
    const done = await step(id, 'complete', { comment }, worker);
    expect(done.body).toMatchObject({
      status: 'completed',
      completedByUserId: worker.userId,
      completionComment: comment,
    });
    const other = await added();
    expect(outcome(await step(other.id, 'start', {}, worker))).toEqual({
      status: 403,
      code: 'permission-denied',
    });
    expect(outcome(await step(id, 'verify', {}, worker))).toEqual({ status: 403, code: 'permission-denied' });
  });

  it('403 self-approval-not-allowed: whoever completed it does not verify it', async () => {
    const { id } = await added();
    await step(id, 'complete', { comment });
    expect(outcome(await step(id, 'verify'))).toEqual({ status: 403, code: 'self-approval-not-allowed' });
    const verifier = await api.caller({ companyId: admin.companyId, role: 'eventManager' });
    const verified = await step(id, 'verify', { effectiveness: 'partiallyEffective' }, verifier);
    expect(verified.body).toMatchObject({
      status: 'verified',
      verifiedByUserId: verifier.userId,
      effectiveness: 'partiallyEffective',
    });
    expect(outcome(await step(id, 'reopen', { comment }, verifier))).toEqual({
      status: 403,
      code: 'permission-denied',
    });
    expect((await step(id, 'reopen', { comment })).body).toMatchObject({
      status: 'inProgress',
      completedAt: null,
      verifiedAt: null,
      effectiveness: null,
    });
  });
});

describe('who verifies', () => {
  const verifier = () => addMember(api, admin.companyId, { role: 'eventManager' });

  it('403: not the assignee, whoever completed it', async () => {
    const assignee = await verifier();
    const { id } = await added({ assigneeUserId: assignee.userId });
    await step(id, 'complete', { comment });
    expect(outcome(await step(id, 'verify', {}, assignee))).toEqual({
      status: 403,
      code: 'self-approval-not-allowed',
    });
  });

  it('403: nobody but the verifier whom the action names', async () => {
    const [named, other] = [await verifier(), await verifier()];
    const { id } = await added({ verifierUserId: named.userId });
    await step(id, 'complete', { comment });
    for (const transition of ['verify', 'rejectCompletion'])
      expect(outcome(await step(id, transition, { comment }, other))).toEqual({
        status: 403,
        code: 'permission-denied',
      });
    expect((await step(id, 'verify', {}, named)).body.verifiedByUserId).toBe(named.userId);
    const changed = await admin.put(`/actions/${id}`, standalone({ dueDate: '2031-01-01' }));
    expect(changed).toMatchObject({
      status: 409,
      body: { code: 'invalid-state', allowedTransitions: ['reopen'] },
    });
  });
});

describe('a verifier who is named', () => {
  it('403 self-approval-not-allowed: does not complete it, as assignee neither; nobody else could verify it', async () => {
    const named = await addMember(api, admin.companyId, { role: 'eventManager' });
    const { id } = await added({ assigneeUserId: null, assigneePersonnelId: personId });
    expect((await admin.patch(`/actions/${id}`, { verifierUserId: named.userId })).status).toBe(200);
    const refused = { status: 403, code: 'self-approval-not-allowed' };
    const answer = await step(id, 'complete', { comment }, named);
    expect(outcome(answer)).toEqual(refused);
    expect(answer.body.allowedTransitions).toEqual(['start', 'cancel']);
    expect((await step(id, 'complete', { comment })).status).toBe(200);
    expect((await step(id, 'verify', {}, named)).body.status).toBe('verified');
  });

  it('422 not-allowed: whoever completed it', async () => {
    const completer = await addMember(api, admin.companyId, { role: 'eventManager' });
    const { id } = await added({ assigneeUserId: null, assigneePersonnelId: personId });
    await step(id, 'complete', { comment }, completer);
    expect(faultsOf(await admin.patch(`/actions/${id}`, { verifierUserId: completer.userId }))).toEqual({
      status: 422,
      faults: ['/verifierUserId not-allowed'],
    });
    expect((await admin.patch(`/actions/${id}`, { title: 'Other' })).status).toBe(200);
  });
});

describe('PATCH /actions/{id} of what is completed', () => {
  const manager = () => member('actions.write', 'actions.verify');
  const refused = { status: 409, body: { code: 'invalid-state', currentStatus: 'completed' } };

  it('409 invalid-state: another verifier, but by administrators; other members are 200', async () => {
    const [named, other] = [await manager(), await manager()];
    const { id } = await added({ verifierUserId: named.userId });
    await step(id, 'complete', { comment });
    const patch = (changes: object, caller = other) => caller.patch(`/actions/${id}`, changes);
    for (const verifierUserId of [null, other.userId]) {
      const answer = await patch({ verifierUserId });
      expect(answer).toMatchObject(refused);
      expect(answer.body.allowedTransitions).toEqual([]);
    }
    expect((await patch({ verifierUserId: null }, named)).body.allowedTransitions).toEqual([
      'verify',
      'rejectCompletion',
    ]);
    expect((await patch({ title: 'Other', verifierUserId: named.userId })).body.title).toBe('Other');
    expect(outcome(await step(id, 'verify', {}, other))).toEqual({ status: 403, code: 'permission-denied' });
    expect((await patch({ verifierUserId: other.userId }, admin)).status).toBe(200);
    expect((await step(id, 'verify', {}, other)).body.status).toBe('verified');
  });

  it('409 invalid-state: another assignee, by administrators too; 200 after rejectCompletion', async () => {
    const [assignee, colleague] = [await manager(), await manager()];
    const { id } = await added({ assigneeUserId: assignee.userId });
    await step(id, 'complete', { comment });
    const assignees = [
      { assigneeUserId: colleague.userId },
      { assigneeUserId: null, assigneePersonnelId: personId },
    ];
    for (const changes of assignees)
      for (const caller of [assignee, admin])
        expect(await caller.patch(`/actions/${id}`, changes)).toMatchObject(refused);
    await step(id, 'rejectCompletion', { comment });
    expect((await assignee.patch(`/actions/${id}`, assignees[0])).status).toBe(200);
  });
});

describe('an action that waits for the verifier whom it names', () => {
  const manager = () => member('actions.write', 'actions.verify');

  it('409 invalid-state: optional or archived, but by that verifier and administrators', async () => {
    const named = await manager();
    const assignee = await member('actions.write');
    const completed = async () => {
      const { id } = await added({ assigneeUserId: assignee.userId, verifierUserId: named.userId });
      const { version: _, ...body } = (await step(id, 'complete', { comment }, assignee)).body;
      return body;
    };
    const ways = [
      (caller: TestCaller, { id }: { id: string }) => caller.patch(`/actions/${id}`, { mandatory: false }),
      (caller: TestCaller, body: { id: string }) =>
        caller.put(`/actions/${body.id}`, { ...body, mandatory: false }),
      (caller: TestCaller, { id }: { id: string }) => caller.delete(`/actions/${id}`),
    ];
    for (const lift of ways) {
      const body = await completed();
      for (const caller of [assignee, callers.writer, await manager()])
        expect(await lift(caller, body)).toMatchObject({
          status: 409,
          body: { code: 'invalid-state', currentStatus: 'completed', allowedTransitions: [] },
        });
      expect((await assignee.patch(`/actions/${body.id}`, { title: 'Other' })).status).toBe(200);
      for (const caller of [named, admin])
        expect((await lift(caller, await completed())).status).toBeLessThan(300);
    }
  });

  it('409 invalid-state: nor by the verifier as its assignee by now; 204: an optional one', async () => {
    const named = await manager();
    const other = await addPerson(api, admin.companyId, {});
    const given = { assigneeUserId: null, assigneePersonnelId: other, verifierUserId: named.userId };
    const [mandatory, optional] = [await added(given), await added({ ...given, mandatory: false })];
    for (const { id } of [mandatory, optional]) await step(id, 'complete', { comment });
    await select(api, admin.companyId, 'UPDATE personnel SET user_id = $2 WHERE id = $1', [
      other,
      named.userId,
    ]);
    expect(outcome(await named.delete(`/actions/${mandatory.id}`))).toEqual({
      status: 409,
      code: 'invalid-state',
    });
    expect((await callers.writer.delete(`/actions/${optional.id}`)).status).toBe(204);
    expect((await admin.delete(`/actions/${mandatory.id}`)).status).toBe(204);
    // Archived already: nothing is lifted.
    expect((await callers.writer.delete(`/actions/${mandatory.id}`)).status).toBe(204);
  });
});

describe('an action that is still to be done, for the verifier whom it names to see', () => {
  it.each(['assigneeUserId', 'assigneePersonnelId'] as const)(
    '403 self-approval-not-allowed: taken from the verifier by its assignee (%s), but not by others',
    async (by) => {
      const assignee = await member('actions.write');
      const record = await addPerson(api, admin.companyId, { userId: assignee.userId });
      const own = {
        assigneeUserId: null,
        [by]: by === 'assigneeUserId' ? assignee.userId : record,
        verifierUserId: callers.verifier.userId,
      };
      const { id, version: _, ...body } = await added(own);
      const at = `/actions/${id}`;
      const other = await member('actions.write', 'actions.verify');
      const ways = [
        (caller: TestCaller) => caller.patch(at, { mandatory: false }),
        (caller: TestCaller) => caller.patch(at, { mandatory: false, verifierUserId: null }),
        (caller: TestCaller) => caller.put(at, { ...body, verifierUserId: other.userId }),
        (caller: TestCaller) => caller.put(at, { ...body, verifierUserId: undefined }),
        (caller: TestCaller) => caller.delete(at),
      ];
      const refused = {
        status: 403,
        body: {
          code: 'self-approval-not-allowed',
          detail: expect.stringContaining('somebody else with actions.write'),
          currentStatus: 'open',
        },
      };
      for (const way of ways) expect(await way(assignee)).toMatchObject(refused);
      expect((await assignee.patch(at, { title: 'Other' })).status).toBe(200);
      for (const caller of [callers.writer, admin])
        for (const way of ways) {
          expect((await way(caller)).status).toBeLessThan(300);
          await admin.put(`${at}/restore`);
          expect((await admin.put(at, body)).status).toBe(200);
        }
      expect((await callers.writer.delete(at)).status).toBe(204);
      expect((await assignee.delete(at)).status).toBe(204);
      expect(outcome(await assignee.patch(at, {}))).toEqual({ status: 409, code: 'archived' });
      expect((await assignee.put(`${at}/restore`)).status).toBe(200);
    },
  );

  it('200: by an administrator as its assignee; by any assignee where it is optional or names none', async () => {
    const assignee = await member('actions.write');
    const verifierUserId = callers.verifier.userId;
    const { id: ofAdmin } = await added({ verifierUserId });
    expect((await admin.patch(`/actions/${ofAdmin}`, { verifierUserId: null })).status).toBe(200);
    const given = { assigneeUserId: assignee.userId };
    const [optional, unnamed] = [
      await added({ ...given, verifierUserId, mandatory: false }),
      await added(given),
    ];
    expect((await assignee.patch(`/actions/${optional.id}`, { verifierUserId: null })).status).toBe(200);
    expect((await assignee.patch(`/actions/${unnamed.id}`, { mandatory: false })).status).toBe(200);
  });
});

describe('the place of an action that is completed', () => {
  const manages: Permission[] = ['hazards.read', 'actions.read', 'actions.write'];

  it('409 invalid-state: another one, but by those who may verify where it is', async () => {
    const elsewhere = await addPlace(api, admin.companyId);
    const beyond = await addMemberOf(api, admin.companyId, [
      [place, manages],
      [elsewhere, [...manages, 'actions.verify']],
    ]);
    const { id: sourceId } = (await admin.post('/hazards', hazardAt(elsewhere, assessed))).body;
    const action = await added({ sourceType: 'hazard', sourceId, orgStructureId: place.id });
    const move = (caller: TestCaller, orgStructureId: string | undefined) =>
      caller.put(`/actions/${action.id}`, { ...action, version: undefined, orgStructureId });
    await step(action.id, 'complete', { comment });
    for (const orgStructureId of [elsewhere.id, undefined]) {
      const answer = await move(beyond, orgStructureId);
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'invalid-state', currentStatus: 'completed', allowedTransitions: [] },
      });
    }
    expect((await move(beyond, place.id)).status).toBe(200);
    expect((await move(await member('actions.write', 'actions.verify'), undefined)).status).toBe(200);
    expect((await step(action.id, 'verify', {}, beyond)).body.status).toBe('verified');
  });
});

describe('actions of what is closed', () => {
  it('409 invalid-state: none is to be done again; 200 once the source is open', async () => {
    const hazard = (await admin.post('/hazards', hazardAt(place, assessed))).body;
    const of = { sourceType: 'hazard', sourceId: hazard.id };
    const verified = { ...of, verifierUserId: callers.verifier.userId };
    const [cancelled, completed, archived, optional, unverified, unseen] = [
      await added(of),
      await added(of),
      await added(of),
      await added({ ...of, mandatory: false }),
      await added({ ...verified, mandatory: false }),
      await added(verified),
    ];
    await step(cancelled.id, 'cancel', { comment });
    for (const { id } of [completed, unverified, unseen]) await step(id, 'complete', { comment });
    for (const { id } of [archived, unseen]) await admin.delete(`/actions/${id}`);
    const close = { transition: 'close', closureReason: 'eliminated' };
    expect((await admin.post(`/hazards/${hazard.id}/transitions`, close)).status).toBe(200);
    const again = () =>
      Promise.all([
        step(cancelled.id, 'reopen', { comment }),
        step(completed.id, 'rejectCompletion', { comment }),
        admin.put(`/actions/${archived.id}/restore`),
        admin.put(`/actions/${unseen.id}/restore`),
        admin.patch(`/actions/${unverified.id}`, { mandatory: true }),
        admin.patch(`/actions/${optional.id}`, { mandatory: true }),
        admin.put(`/actions/${optional.id}`, { ...optional, mandatory: true }),
      ]);
    const named = await admin.patch(`/actions/${completed.id}`, { verifierUserId: callers.verifier.userId });
    for (const answer of [named, ...(await again())])
      expect(outcome(answer)).toEqual({ status: 409, code: 'invalid-state' });
    await admin.post(`/hazards/${hazard.id}/transitions`, { transition: 'reopen', comment });
    for (const answer of await again()) expect(answer.status).toBe(200);
  });
});

describeChanges('/actions/{id}', {
  verbs: ['POST /transitions'],
  archives: true,
  row: async (_, options) => {
    const { id } = await added();
    const caller = await api.caller({ companyId: admin.companyId, ...options });
    return { caller, at: `/actions/${id}`, body: { transition: 'cancel', comment } };
  },
});
