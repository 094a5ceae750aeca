import { describe, expect, it } from '@jest/globals';
import { builtInRoles, type Permission } from '@safety/contracts';
import type { TestCaller } from '@safety/testing';
import { eventScene } from './testing/event-scene.js';
import { hazardScene, only, outcome } from './testing/hazard-scene.js';
import {
  addCompany,
  addMember,
  addMemberOf,
  addPlace,
  assessed,
  eventAt,
  hazardAt,
  select,
  startForSpec,
  type TestPlace,
} from './testing/hazards-under-test.js';
import { putRevision } from './testing/put-revision.js';

const api = await startForSpec();
const hazards = await hazardScene(api);
const events = await eventScene(api);

/** A caller with these permissions at the place of a record, and those where it would move to. */
const holding = async (
  { admin, place }: { admin: { companyId: string }; place: TestPlace },
  here: readonly Permission[],
  there: readonly Permission[],
) => {
  const target = await addPlace(api, admin.companyId);
  const caller = await addMemberOf(api, admin.companyId, [
    [place, here],
    [target, there],
  ]);
  return { caller, target };
};

describe('an event that moves', () => {
  const medical = {
    eventGroups: [
      {
        groupType: 'injury',
        personInjuredName: 'A. Visitor',
        natureOfInjury: { scheme: 'custom', code: 'CRUSH' },
        treatment: 'hospitalInpatient',
        hospitalizedInPatient: true,
        physicianName: 'Dr Secret',
      },
    ],
  };
  const edits = builtInRoles.eventManager;

  it.each<[string, readonly Permission[], readonly Permission[]]>([
    ['an event manager who is administrator there', edits, builtInRoles.admin],
    ['an event manager with personnel.sensitive there', edits, [...edits, 'personnel.sensitive']],
  ])('403: opens no medical detail to %s', async (_, here, there) => {
    const { caller, target } = await holding(events, here, there);
    const { id } = await events.approved(medical);
    const read = only(await caller.get(`/events/${id}/approvalData`), 200);
    expect(read.eventGroups[0]).toMatchObject({ physicianName: null, treatment: null });
    const moved = await caller.put(`/events/${id}/requireapproval`, { ...read, orgStructureId: target.id });
    expect(moved).toMatchObject({
      status: 403,
      body: { code: 'permission-denied', requiredPermission: 'personnel.sensitive' },
    });
    expect(JSON.stringify(moved.body)).not.toContain('Secret');
    expect((await caller.get(`/events/${id}/approvalData`)).body).toEqual(read);
    // Nor whether there is any.
    const plain = await events.approved();
    const same = await caller.put(`/events/${plain.id}/requireapproval`, {
      ...plain,
      orgStructureId: target.id,
    });
    expect(outcome(same)).toEqual(outcome(moved));
  });

  it('403: has no group again, left out as it moved, for those who read its medical detail there alone', async () => {
    const { caller, target } = await holding(events, edits, [...edits, 'personnel.sensitive']);
    const { id } = await events.approved(medical);
    const wrong = { groupType: 'injury', personInjuredName: 'B. Visitor' };
    const sent = (read: object, changes: object = {}) => ({ ...read, ...changes, orgStructureId: target.id });
    const revise = (by: TestCaller, body: object) => by.put(`/events/${id}/requireapproval`, body);
    const known = only(await events.admin.get(`/events/${id}/approvalData`), 200);
    only(await revise(events.admin, sent(known, { eventGroups: [wrong] })), 200);
    only(await events.step(id, 'requestChanges'), 200);
    const approved = only(await caller.get(`/events/${id}`), 200);
    expect(approved.eventGroups[0].physicianName).toBeNull();
    expect(await revise(caller, sent(approved))).toMatchObject({
      status: 403,
      body: { requiredPermission: 'personnel.sensitive' },
    });
  });

  it('200: keeps its medical detail, for those who may read it where it was and where it is', async () => {
    const reads: Permission[] = [...edits, 'personnel.sensitive'];
    const { caller, target } = await holding(events, reads, reads);
    const { id } = await events.approved(medical);
    const read = only(await caller.get(`/events/${id}/approvalData`), 200);
    const moved = await caller.put(`/events/${id}/requireapproval`, { ...read, orgStructureId: target.id });
    expect(only(moved, 200).eventGroups[0].physicianName).toBe('Dr Secret');
  });

  it('200: stays null for those who may read it in neither place', async () => {
    const { caller, target } = await holding(events, edits, edits);
    const { id } = await events.approved(medical);
    const read = only(await caller.get(`/events/${id}/approvalData`), 200);
    const moved = await caller.put(`/events/${id}/requireapproval`, { ...read, orgStructureId: target.id });
    expect(only(moved, 200).eventGroups[0].physicianName).toBeNull();
    const there = (await events.admin.get(`/events/${id}/approvalData`)).body;
    expect(there.eventGroups[0].physicianName).toBe('Dr Secret');
  });
});

describe('a hazard that moves with a decision', () => {
  const approves: Permission[] = ['hazards.approve', 'events.approve'];
  const edits: Permission[] = ['hazards.read', 'hazards.create', 'hazards.update'];
  const all: Permission[] = [...edits, ...approves, 'hazards.createWithoutApproval'];

  it.each<[string, string, readonly Permission[], number, string | undefined]>([
    ['approve', 'may edit there alone', edits, 403, 'not-an-approver'],
    ['reject', 'may edit there alone', edits, 403, 'not-an-approver'],
    ['requestChanges', 'may edit there alone', edits, 403, 'not-an-approver'],
    [
      'approve',
      'needs an approval of own words there',
      [...edits, ...approves],
      403,
      'self-approval-not-allowed',
    ],
    ['requestChanges', 'may approve there too', [...edits, ...approves], 200, undefined],
    ['approve', 'may approve without another there too', all, 200, undefined],
    [
      'approve',
      'may not edit there',
      ['hazards.read', ...approves, 'hazards.createWithoutApproval'],
      403,
      'permission-denied',
    ],
  ])('%s by an approver who %s', async (step, _, there, status, code) => {
    const { caller, target } = await holding(hazards, all, there);
    const { id } = await hazards.submit();
    const moved = hazards.body({ orgStructureId: target.id, title: 'Words of the approver' });
    expect(outcome(await hazards.decide(id, step, moved, caller))).toEqual({ status, code });
    const { data } = (await hazards.admin.get(`/hazards?ids=${id}`)).body;
    expect(data).toHaveLength(step === 'approve' && status === 200 ? 1 : 0);
  });

  it.each<[string, readonly Permission[], number]>([
    ['hazards.update', ['hazards.read', 'hazards.createWithoutApproval'], 403],
    ['hazards.createWithoutApproval', edits, 403],
    ['neither', all, 200],
  ])('PUT and PATCH by somebody who lacks %s there', async (_, there, status) => {
    const { caller, target } = await holding(hazards, all, there);
    const { id } = await hazards.approved();
    const moved = { orgStructureId: target.id };
    expect((await caller.put('/hazards', { ...hazards.body(moved), id })).status).toBe(status);
    expect((await caller.patch(`/hazards/${id}`, moved)).status).toBe(status);
  });
});

/** Each register: how its records are added, edited so that they wait again, touched, and approved. */
const registers = [
  {
    path: 'hazards',
    scene: hazards,
    add: async () => (await hazards.submit()).id,
    bodyAt: (changes: object) => hazardAt(hazards.place, { ...assessed, ...changes }),
    approve: (id: string, caller: TestCaller) => hazards.decide(id, 'approve', {}, caller),
    reject: (id: string) => hazards.decide(id, 'reject'),
    requestChanges: (id: string) => hazards.decide(id, 'requestChanges'),
    approved: async () => (await hazards.approved()).id,
  },
  {
    path: 'events',
    scene: events,
    add: async () => (await events.added()).id,
    bodyAt: (changes: object) => eventAt(events.place, changes),
    approve: (id: string, caller: TestCaller) => events.step(id, 'approve', caller),
    reject: (id: string) => events.step(id, 'reject'),
    requestChanges: (id: string) => events.step(id, 'requestChanges'),
    approved: async () => (await events.approved()).id,
  },
] as const;

describe.each(registers.flatMap((register) => ['', '/approvalData'].map((view) => ({ ...register, view }))))(
  'GET /$path/{id}$view',
  ({ path, view, scene, approved }) => {
    it('304 while nothing moves; 200 once an action came; the ETag is good for a write', async () => {
      const id = await approved();
      const read = (headers = {}) => scene.admin.get(`/${path}/${id}${view}`, { headers });
      const { headers, body: before } = await read();
      const etag = headers.get('etag') ?? '';
      expect((await read({ 'if-none-match': etag })).status).toBe(304);
      const action = {
        title: 'A guard',
        actionType: 'corrective',
        sourceType: path === 'hazards' ? 'hazard' : 'event',
        sourceId: id,
        assigneeUserId: scene.approver.userId,
        dueDate: '2030-01-01',
      };
      only(await scene.admin.post('/actions', action), 201);
      const answer = await read({ 'if-none-match': etag });
      expect([answer.status, answer.body.version]).toEqual([200, before.version]);
      const remove = (tag: string) => scene.admin.delete(`/${path}/${id}`, { headers: { 'if-match': tag } });
      expect(outcome(await remove(etag.replace(/^"\d+/, '"99')))).toMatchObject({ code: 'version-mismatch' });
      expect((await remove(etag)).status).toBe(204);
    });
  },
);

describe.each(registers)('words of a caller in $path', (register) => {
  const { path, scene, add, bodyAt, approve } = register;
  const own = { status: 403, code: 'self-approval-not-allowed' };
  const manager = () => scene.member({ role: 'eventManager' });
  const put = (id: string, caller: TestCaller, changes: object = {}) =>
    putRevision(api, caller, `/${path}/${id}/requireapproval`, bodyAt(changes));
  /** Sends back what the caller has read. */
  const touch = async (id: string, caller: TestCaller) => {
    const { approval: _, ...read } = only(await caller.get(`/${path}/${id}/approvalData`), 200);
    return caller.put(`/${path}/${id}/requireapproval`, read);
  };

  it('403: edited by one manager, submitted by another, approved by neither; 200 by a third', async () => {
    const [editor, toucher] = [await manager(), await manager()];
    const id = await add();
    only(await put(id, editor, { title: 'Words of the editor' }), 200);
    only(await touch(id, toucher), 200);
    expect(outcome(await approve(id, editor))).toEqual(own);
    expect(outcome(await approve(id, toucher))).toEqual(own);
    expect((await approve(id, scene.approver)).status).toBe(200);
  });

  it('403: also after the author of the record has submitted it anew', async () => {
    const editor = await manager();
    const id = await add();
    only(await put(id, editor, { title: 'Words of the editor' }), 200);
    only(await register.requestChanges(id), 200);
    // Of all members the first words are back: the editor wrote some in between, and nobody approved since.
    only(await put(id, scene.admin), 200);
    expect(outcome(await approve(id, editor))).toEqual(own);
  });

  it('200: nobody wrote any of it once it was approved or dropped', async () => {
    const [editor, other] = [await manager(), await manager()];
    const id = await register.approved();
    only(await put(id, editor, { title: 'Words of the editor' }), 200);
    only(await touch(id, other), 200);
    only(await register.reject(id), 200);
    only(await put(id, other, { title: 'Words of another' }), 200);
    only(await approve(id, editor), 200);
    only(await put(id, editor, { title: 'Words of the editor' }), 200);
    expect((await approve(id, other)).status).toBe(200);
  });

  it('200: who submits what another has written, and is not the last to do so', async () => {
    const [toucher, other] = [await manager(), await manager()];
    const id = await add();
    only(await touch(id, toucher), 200);
    only(await touch(id, other), 200);
    expect((await approve(id, toucher)).status).toBe(200);
  });

  it('422 no-approver-available: where all managers have written a part of it', async () => {
    const { admin, place } = await addCompany(api);
    const at = (changes: object) => ({ ...bodyAt(changes), orgStructureId: place.id });
    const local = () => addMember(api, admin.companyId, { role: 'eventManager' });
    const [first, second] = [await local(), await local()];
    const reporter = await addMember(api, admin.companyId, { role: 'employee' });
    const { id } = only(await reporter.post(`/${path}/requireapproval`, at({})), 201);
    const again = (caller: TestCaller, title: string) =>
      putRevision(api, caller, `/${path}/${id}/requireapproval`, at({ title }));
    only(await again(first, 'Words of the first'), 200);
    const refused = await again(second, 'Words of the second');
    expect(outcome(refused)).toEqual({ status: 422, code: 'no-approver-available' });
  });
});

describe.each(registers)('an approved record in $path that moves with a revision', (register) => {
  const { path, scene, approve } = register;
  const decider = (here: boolean, there: boolean, target: TestPlace) => {
    const roles: (readonly [TestPlace, readonly Permission[]])[] = [];
    if (here) roles.push([scene.place, builtInRoles.eventManager]);
    if (there) roles.push([target, builtInRoles.eventManager]);
    return addMemberOf(api, scene.admin.companyId, roles);
  };
  const moving = async () => {
    const target = await addPlace(api, scene.admin.companyId);
    const id = await register.approved();
    const body = { ...register.bodyAt({}), orgStructureId: target.id };
    only(await scene.admin.put(`/${path}/${id}/requireapproval`, body), 200);
    return { id, target };
  };

  it.each<[string, boolean, boolean, number, string | undefined]>([
    ['where it was', true, false, 404, 'not-found'],
    ['where it would be', false, true, 403, 'not-an-approver'],
    ['in both places', true, true, 200, undefined],
  ])('is decided on by an event manager %s', async (_, here, there, status, code) => {
    const { id, target } = await moving();
    const caller = await decider(here, there, target);
    expect(outcome(await approve(id, caller))).toEqual({ status, code });
    const { data } = only(await caller.get(`/${path}/approvalData?ids=${id}&approverUserId=me`), 200);
    expect(data).toHaveLength(status === 200 ? 1 : 0);
  });

  it('403: is not edited by an editor of its new place alone, nor archived', async () => {
    const { id, target } = await moving();
    const all = await addMemberOf(api, scene.admin.companyId, [[target, builtInRoles.admin]]);
    const body = { ...register.bodyAt({ title: 'Other' }), orgStructureId: target.id };
    const edited = await putRevision(api, all, `/${path}/${id}/requireapproval`, body);
    expect(outcome(edited)).toEqual({ status: 403, code: 'permission-denied' });
    only(await register.requestChanges(id), 200);
    expect(outcome(await all.delete(`/${path}/${id}`))).toEqual({ status: 403, code: 'permission-denied' });
    expect((await scene.admin.delete(`/${path}/${id}`)).status).toBe(204);
  });

  it('422 no-approver-available: when nobody decides in both places', async () => {
    const { admin, place } = await addCompany(api);
    const target = await addPlace(api, admin.companyId);
    const manage = ({ id }: TestPlace) =>
      addMember(api, admin.companyId, { role: 'eventManager', orgStructureIds: [id] });
    const [here] = [await manage(place), await manage(target)];
    const at = ({ id: orgStructureId }: TestPlace) => ({ ...register.bodyAt({}), orgStructureId });
    const { id } = only(await admin.post(`/${path}/requireapproval`, at(place)), 201);
    only(await approve(id, here), 200);
    const refused = await admin.put(`/${path}/${id}/requireapproval`, at(target));
    expect(outcome(refused)).toEqual({ status: 422, code: 'no-approver-available' });
  });
});

describe.each(registers)('a record in $path whose submitter moves it', ({ path, scene, add, bodyAt }) => {
  const adds: Permission[] = [`${path}.read`, `${path}.create`];
  it.each<[string, boolean, boolean, number]>([
    ['where it would be alone', false, true, 403],
    ['where it was alone', true, false, 403],
    ['in both places', true, true, 200],
  ])('may add %s', async (_, here, there, status) => {
    const may = (is: boolean): Permission[] => (is ? adds : [`${path}.read`]);
    const { caller, target } = await holding(scene, may(here), may(there));
    const id = await add();
    const text = `UPDATE ${path} SET submitted_by_user_id = $2 WHERE id = $1`;
    await select(api, caller.companyId, text, [id, caller.userId]);
    const moved = { ...bodyAt({}), orgStructureId: target.id };
    expect((await putRevision(api, caller, `/${path}/${id}/requireapproval`, moved)).status).toBe(status);
  });
});

describe.each(registers)('a record in $path that its author moves who may update, too', (register) => {
  const { path, scene, bodyAt } = register;
  const [reads, adds]: [Permission[], Permission[]] = [[`${path}.read`], [`${path}.read`, `${path}.create`]];
  const update: Permission = `${path}.update`;

  it.each<[string, Permission[], Permission[], number]>([
    ['where it was, and creates in both places', [...adds, update], adds, 200],
    ['in both places, and creates in none', [...reads, update], [...reads, update], 200],
    ['where it was alone, and creates where it would be alone', [...reads, update], adds, 403],
  ])('%s', async (_, here, there, status) => {
    const { caller, target } = await holding(scene, here, there);
    const authored = async () => {
      const id = await register.add();
      const text = `UPDATE ${path} SET created_by_user_id = $2 WHERE id = $1`;
      await select(api, caller.companyId, text, [id, caller.userId]);
      return id;
    };
    const moved = { ...bodyAt({}), orgStructureId: target.id };
    const flagged = await putRevision(api, caller, `/${path}/${await authored()}/requireapproval`, moved);
    expect(flagged.status).toBe(status);
    if (path === 'events') return;
    const driven = await caller.put('/hazards/approval', { id: await authored(), ...moved });
    expect(driven.status).toBe(status);
  });

  it('403: an approved record, which its author edits as anybody else', async () => {
    const { caller, target } = await holding(scene, [...adds, update], adds);
    const id = await register.approved();
    const text = `UPDATE ${path} SET created_by_user_id = $2 WHERE id = $1`;
    await select(api, caller.companyId, text, [id, caller.userId]);
    const moved = { ...bodyAt({}), orgStructureId: target.id };
    expect((await putRevision(api, caller, `/${path}/${id}/requireapproval`, moved)).status).toBe(403);
  });
});

describe('a move that gives its mover a right to the hazard', () => {
  const edits: Permission[] = ['hazards.read', 'hazards.update', 'hazards.createWithoutApproval'];

  it.each<Permission>(['hazards.approve', 'hazards.archive'])(
    '403 without approval to where they hold %s; 200 for those who hold it in both places',
    async (gained) => {
      const { caller, target } = await holding(hazards, edits, [...edits, gained]);
      const { id } = await hazards.approved();
      const moved = { orgStructureId: target.id };
      const refused = { status: 403, body: { code: 'permission-denied', requiredPermission: gained } };
      expect(await caller.put('/hazards', { ...hazards.body(moved), id })).toMatchObject(refused);
      expect(await caller.patch(`/hazards/${id}`, moved)).toMatchObject(refused);
      const both = await holding(hazards, [...edits, gained], [...edits, gained]);
      const patch = both.caller.patch(`/hazards/${id}`, { orgStructureId: both.target.id });
      expect((await patch).status).toBe(200);
    },
  );
});

describe.each(registers)('a move in $path that gives its mover a right', ({ path, scene, ...register }) => {
  const edits: Permission[] = [`${path}.read`, `${path}.readPending`, `${path}.update`];

  it.each<Permission>([`${path}.approve`, `${path}.archive`])(
    '403: what was never approved to where they hold %s; 200: an own report, and a revision',
    async (gained) => {
      const { caller, target } = await holding(scene, edits, [...edits, gained]);
      const moved = { ...register.bodyAt({}), orgStructureId: target.id };
      const move = (id: string) => putRevision(api, caller, `/${path}/${id}/requireapproval`, moved);
      const id = await register.add();
      expect(await move(id)).toMatchObject({
        status: 403,
        body: { code: 'permission-denied', requiredPermission: gained },
      });
      const text = `UPDATE ${path} SET created_by_user_id = $2 WHERE id = $1`;
      await select(api, caller.companyId, text, [id, caller.userId]);
      expect((await move(id)).status).toBe(200);
      expect((await move(await register.approved())).status).toBe(200);
    },
  );
});

describe('an action that moves', () => {
  it.each<[string, readonly Permission[], readonly Permission[], number, string | undefined]>([
    [
      'writes where it is alone',
      ['actions.read', 'actions.write'],
      ['actions.read'],
      403,
      'permission-denied',
    ],
    [
      'writes where it would be alone',
      ['actions.read'],
      ['actions.read', 'actions.write'],
      403,
      'permission-denied',
    ],
    [
      'would verify where it would be alone',
      ['actions.read', 'actions.write'],
      ['actions.read', 'actions.write', 'actions.verify'],
      403,
      'permission-denied',
    ],
    [
      'verifies in both places',
      ['actions.read', 'actions.write', 'actions.verify'],
      ['actions.read', 'actions.write', 'actions.verify'],
      200,
      undefined,
    ],
    ['does not see where it would be', ['actions.read', 'actions.write'], [], 422, 'validation-failed'],
    ['does not see where it is', [], ['actions.read', 'actions.write'], 404, 'not-found'],
    [
      'writes in both places',
      ['actions.read', 'actions.write'],
      ['actions.read', 'actions.write'],
      200,
      undefined,
    ],
  ])('by somebody who %s', async (_, here, there, status, code) => {
    const { caller, target } = await holding(hazards, here, there);
    const standalone = {
      title: 'A guard',
      actionType: 'corrective',
      sourceType: 'standalone',
      orgStructureId: hazards.place.id,
      assigneeUserId: hazards.approver.userId,
      dueDate: '2030-01-01',
    };
    const { id } = only(await hazards.admin.post('/actions', standalone), 201);
    const moved = { orgStructureId: target.id };
    expect(outcome(await caller.put(`/actions/${id}`, { ...standalone, ...moved }))).toEqual({
      status,
      code,
    });
    expect(outcome(await caller.patch(`/actions/${id}`, moved))).toEqual({ status, code });
  });
});
