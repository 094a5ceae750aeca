import { describe, expect, it } from '@jest/globals';
import { enterCompany } from '@safety/persistence';
import { type Answer, lockWaits, type TestCaller } from '@safety/testing';
import { faultsOf, hazardScene, idsIn, only } from '../testing/hazard-scene.js';
import { addPlace, eventAt, hazardAt, injury, startForSpec } from '../testing/hazards-under-test.js';

const api = await startForSpec();
const hazards = await hazardScene(api);
const { admin, place, approver } = hazards;
const reader = await hazards.member({ role: 'readOnly' });
/** Reports, and verifies actions, but reads nothing of what waits. */
const verifier = await hazards.member({
  permissions: [
    'hazards.read',
    'hazards.create',
    'events.read',
    'events.create',
    'actions.read',
    'actions.write',
    'actions.verify',
  ],
});
const elsewhere = await addPlace(api, admin.companyId);

const makers = {
  hazard: async () => {
    const { id } = await hazards.approved();
    const revise = (changes: object) =>
      approver.put(`/hazards/${id}/requireapproval`, hazards.body({ title: 'As revised', ...changes }));
    return { id, revise, path: `/hazards/${id}` };
  },
  event: async () => {
    const added = only(await hazards.author.post('/events/requireapproval', eventAt(place)), 201);
    const { id } = added;
    only(await approver.post(`/events/${id}/transitions`, { transition: 'approve' }), 200);
    const [{ id: groupId }] = added.eventGroups;
    const revise = (changes: object) =>
      approver.put(
        `/events/${id}/requireapproval`,
        eventAt(place, { title: 'As revised', eventGroups: [injury({ id: groupId })], ...changes }),
      );
    return { id, revise, path: `/events/${id}` };
  },
};

const actionOf = (sourceType: string, sourceId: string) => ({
  title: 'A guard',
  actionType: 'corrective',
  sourceType,
  sourceId,
  assigneeUserId: hazards.author.userId,
  verifierUserId: verifier.userId,
  dueDate: '2030-01-01',
});

describe.each(['hazard', 'event'] as const)('while a revision of an approved %s waits', (sourceType) => {
  const naming = (id: string, caller: TestCaller) =>
    sourceType === 'event'
      ? caller.post('/hazards/requireapproval', hazardAt(place, { ...hazards.body(), relatedEventIds: [id] }))
      : caller.post('/events/requireapproval', eventAt(place, { relatedHazardIds: [id] }));

  it('200: its actions stay where they were, for whoever reads what was approved', async () => {
    const { id, revise, path } = await makers[sourceType]();
    const action = only(await admin.post('/actions', actionOf(sourceType, id)), 201);
    only(await revise({}), 200);
    for (const caller of [reader, verifier]) {
      expect((await caller.get(path)).body.title).not.toBe('As revised');
      expect((await caller.get(`/actions/${action.id}`)).status).toBe(200);
      expect(idsIn(await caller.get(`/actions?sourceId=${id}`))).toEqual([action.id]);
    }
    const step = (caller: TestCaller, body: object) => caller.post(`/actions/${action.id}/transitions`, body);
    only(await step(hazards.author, { transition: 'complete', comment: 'Done.' }), 200);
    only(await step(verifier, { transition: 'verify', effectiveness: 'effective' }), 200);
  });

  it('201: it is named, and takes actions where it was approved', async () => {
    const { id, revise } = await makers[sourceType]();
    only(await revise({ orgStructureId: elsewhere.id }), 200);
    expect((await naming(id, verifier)).status).toBe(201);
    const added = async (caller: TestCaller) =>
      only(await caller.post('/actions', actionOf(sourceType, id)), 201).orgStructureId;
    expect(await added(verifier)).toBe(place.id);
    expect(await added(approver)).toBe(elsewhere.id);
  });

  it('201: it takes actions where it is approved by the time that it is free', async () => {
    const { id, revise } = await makers[sourceType]();
    only(await revise({ orgStructureId: elsewhere.id }), 200);
    let adding: Promise<Answer> | undefined;
    await api.database.transaction('service', async (client) => {
      await enterCompany(client, admin.companyId);
      await client.query(`SELECT FROM ${sourceType}s WHERE id = $1 FOR UPDATE`, [id]);
      adding = verifier.post('/actions', actionOf(sourceType, id));
      await lockWaits(client);
      const move = `UPDATE approved_${sourceType}s SET org_structure_id = $2 WHERE id = $1`;
      await client.query(move, [id, elsewhere.id]);
    });
    expect(only((await adding) as Answer, 201).orgStructureId).toBe(elsewhere.id);
  });

  it('422 not-found: of one that was never approved', async () => {
    const body = sourceType === 'event' ? eventAt(place) : hazards.body();
    const { id } = only(await hazards.author.post(`/${sourceType}s/requireapproval`, body), 201);
    expect(faultsOf(await naming(id, verifier)).faults).toHaveLength(1);
    expect(faultsOf(await verifier.post('/actions', actionOf(sourceType, id))).faults).toEqual([
      '/sourceId not-found',
    ]);
  });
});

describe.each(['hazard', 'event'] as const)('while its %s is approved for the first time', (sourceType) => {
  const approve = (id: string) =>
    sourceType === 'event'
      ? approver.post(`/events/${id}/transitions`, { transition: 'approve' })
      : hazards.decide(id, 'approve');
  const step = (path: string, transition: string) =>
    admin.post(`${path}/transitions`, { transition, comment: 'Seen.' });

  it.each<[string, (path: string) => Promise<Answer>, (path: string) => Promise<Answer>]>([
    ['change', (path) => step(path, 'start'), (path) => admin.patch(path, { title: 'Two guards' })],
    ['step', (path) => step(path, 'cancel'), (path) => step(path, 'reopen')],
  ])('200: a %s of an action that has begun, and then the approval', async (_, before, write) => {
    const body = sourceType === 'event' ? eventAt(place) : hazards.body();
    const { id } = only(await hazards.author.post(`/${sourceType}s/requireapproval`, body), 201);
    const action = only(await admin.post('/actions', { ...actionOf(sourceType, id), mandatory: true }), 201);
    const path = `/actions/${action.id}`;
    only(await before(path), 200);
    const answers: Promise<Answer>[] = [];
    await api.database.transaction('service', async (client) => {
      await enterCompany(client, admin.companyId);
      await client.query('SELECT FROM actions WHERE id = $1 FOR UPDATE', [action.id]);
      answers.push(write(path));
      await lockWaits(client);
      answers.push(approve(id));
      await lockWaits(client, 2);
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

it.each(['hazard', 'event'] as const)(
  'a step of an action does not wait for its approved %s',
  async (sourceType) => {
    const { id } = await makers[sourceType]();
    const action = only(await admin.post('/actions', actionOf(sourceType, id)), 201);
    await api.database.transaction('service', async (client) => {
      await enterCompany(client, admin.companyId);
      await client.query(`SELECT FROM ${sourceType}s WHERE id = $1 FOR NO KEY UPDATE`, [id]);
      only(await admin.post(`/actions/${action.id}/transitions`, { transition: 'start' }), 200);
    });
  },
);
