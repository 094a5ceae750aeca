import { describe, expect, it } from '@jest/globals';
import type { Permission } from '@safety/contracts';
import type { Answer, TestCaller } from '@safety/testing';
import { eventScene } from '../testing/event-scene.js';
import { hazardScene, only, outcome } from '../testing/hazard-scene.js';
import { addMemberOf, addPlace, eventAt, startForSpec } from '../testing/hazards-under-test.js';
import { putRevision } from '../testing/put-revision.js';

const api = await startForSpec();
const hazards = await hazardScene(api);
const events = await eventScene(api);

const reads: Permission[] = ['hazards.read', 'events.read'];
const writes: Permission[] = [
  ...reads,
  'hazards.update',
  'hazards.createWithoutApproval',
  'hazards.archive',
  'events.archive',
];
const pending: Permission[] = ['hazards.readPending', 'events.readPending'];

const registers = [
  {
    path: 'hazards',
    scene: hazards,
    added: async (): Promise<string> => (await hazards.submit()).id,
    approved: async (): Promise<string> => (await hazards.approved()).id,
    body: hazards.body,
    approve: (id: string) => hazards.decide(id, 'approve', {}, hazards.admin),
    requestChanges: (id: string) => hazards.decide(id, 'requestChanges', {}, hazards.admin),
    writing: (id: string, caller: TestCaller) => [
      () => caller.put('/hazards', { ...hazards.body(), id }),
      () => caller.patch(`/hazards/${id}`, { title: 'Another' }),
      () => caller.delete(`/hazards/${id}`),
    ],
  },
  {
    path: 'events',
    scene: events,
    added: async (): Promise<string> => (await events.added()).id,
    approved: async (): Promise<string> => (await events.approved()).id,
    body: (changes: object) => eventAt(events.place, changes),
    approve: (id: string) => events.step(id, 'approve', events.admin),
    requestChanges: (id: string) => events.step(id, 'requestChanges', events.admin),
    writing: (id: string, caller: TestCaller) => [() => caller.delete(`/events/${id}`)],
  },
] as const;

describe.each(registers)('a record in $path whose revision the caller may not read', (register) => {
  const { path, scene, added, approved, body, approve, requestChanges, writing } = register;
  const revised = async (changes: object = {}) => {
    const id = await approved();
    only(await putRevision(api, scene.approver, `/${path}/${id}/requireapproval`, body(changes)), 200);
    return id;
  };
  /** Each write of the record that waits for no approval. */
  const answersOf = async (id: string, caller: TestCaller) => {
    const answers: Answer[] = [];
    for (const write of writing(id, caller)) answers.push(await write());
    return answers;
  };

  it('404 at /approvalData and in no list of it, 200 at its own path; told by a poll once it counts', async () => {
    const caller = await scene.member({ permissions: reads });
    const id = await revised();
    const poll = async (query: string) =>
      only(await caller.get(`/${path}/approvalData?ids=${id}${query}`), 200);
    expect(outcome(await caller.get(`/${path}/${id}/approvalData`)).status).toBe(404);
    only(await caller.get(`/${path}/${id}`), 200);
    const { data, page } = await poll('');
    expect(data).toEqual([]);
    only(await approve(id), 200);
    expect((await poll(`&modifiedSince=${page.asOf}`)).data).toMatchObject([{ id }]);
  });

  it('409 invalid-state: while it waits, and while changes are asked for', async () => {
    const caller = await scene.member({ permissions: writes });
    const id = await revised();
    for (const next of [() => requestChanges(id), undefined]) {
      const { status: currentStatus, hasPendingRevision } = only(await caller.get(`/${path}/${id}`), 200);
      expect(hasPendingRevision).toBe(true);
      const refused = { code: 'invalid-state', currentStatus, allowedTransitions: [] };
      for (const answer of await answersOf(id, caller))
        expect(answer).toMatchObject({ status: 409, body: refused });
      if (next) only(await next(), 200);
    }
  });

  it('409 invalid-state: where it was, while it moves out of reach; 403 without the permission', async () => {
    const target = await addPlace(api, scene.admin.companyId);
    const at = (permissions: Permission[]) =>
      addMemberOf(api, scene.admin.companyId, [[scene.place, permissions]]);
    const [writer, reader] = [await at([...writes, ...pending]), await at([...reads, ...pending])];
    const id = await revised({ orgStructureId: target.id });
    for (const answer of await answersOf(id, writer))
      expect(answer).toMatchObject({ status: 409, body: { code: 'invalid-state' } });
    for (const answer of await answersOf(id, reader))
      expect(answer).toMatchObject({ status: 403, body: { code: 'permission-denied' } });
  });

  it('403, else 409 archived or 204: once it is archived', async () => {
    const [caller, reader] = [
      await scene.member({ permissions: writes }),
      await scene.member({ permissions: reads }),
    ];
    const id = await revised();
    only(await requestChanges(id), 200);
    expect((await scene.admin.delete(`/${path}/${id}`)).status).toBe(204);
    for (const { status } of await answersOf(id, reader)) expect(status).toBe(403);
    const answers = await answersOf(id, caller);
    const deleted = { status: 204, code: undefined };
    const changed = answers.slice(1).map(() => ({ status: 409, code: 'archived' }));
    expect(answers.map(outcome)).toEqual([...changed, deleted]);
  });

  it('404: of one that was never approved', async () => {
    const caller = await scene.member({ permissions: writes });
    const id = await added();
    for (const answer of await answersOf(id, caller))
      expect(outcome(answer)).toEqual({ status: 404, code: 'not-found' });
  });
});
