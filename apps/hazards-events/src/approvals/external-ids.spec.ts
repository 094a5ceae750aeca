import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Answer, TestCaller } from '@safety/testing';
import { eventScene } from '../testing/event-scene.js';
import { hazardScene, outcome } from '../testing/hazard-scene.js';
import { eventAt, select, startHazardsEvents } from '../testing/hazards-under-test.js';

const api = await startHazardsEvents();
const hazards = await hazardScene(api);
const events = await eventScene(api);
const editor = await hazards.member({ role: 'admin' });
const eventEditor = await events.member({ role: 'admin' });

afterAll(() => api.close());

interface Register {
  path: string;
  companyId: string;
  /** An approved record with the external id. */
  approved(externalId: string): Promise<string>;
  /** A revision that changes the external id. */
  revise(id: string, externalId: string | null): Promise<Answer>;
  /** Another record that wants it, before its approval. */
  take(externalId: string, caller?: TestCaller): Promise<Answer>;
  end(id: string, step: 'approve' | 'reject' | 'withdraw'): Promise<Answer>;
  steps: readonly ('approve' | 'reject' | 'withdraw')[];
  decider: TestCaller;
}

const registers: Record<string, Register> = {
  hazards: {
    path: '/hazards',
    companyId: hazards.admin.companyId,
    approved: async (externalId) => (await hazards.approved({ externalId })).id,
    revise: (id, externalId) =>
      editor.put(`/hazards/${id}/requireapproval`, hazards.body({ title: 'Revised', externalId })),
    take: (externalId, caller = hazards.author) =>
      caller.post('/hazards/requireapproval', hazards.body({ externalId })),
    end: (id, step) => hazards.decide(id, step, {}, step === 'withdraw' ? editor : hazards.approver),
    steps: ['approve', 'reject', 'withdraw'],
    decider: hazards.admin,
  },
  events: {
    path: '/events',
    companyId: events.admin.companyId,
    approved: async (externalId) => (await events.approved({ externalId })).id,
    revise: (id, externalId) =>
      eventEditor.put(
        `/events/${id}/requireapproval`,
        eventAt(events.place, { title: 'Revised', externalId }),
      ),
    take: (externalId, caller = events.author) => events.post({ externalId }, caller),
    end: (id, step) => events.step(id, step),
    steps: ['approve', 'reject'],
    decider: events.admin,
  },
};

const duplicate = { status: 409, code: 'duplicate' };

describe.each(Object.entries(registers))('an external id of %s', (working, register) => {
  const { path, companyId, approved, revise, take, end, steps, decider } = register;

  /** The records that have it, as they are worked on and as they were approved. */
  async function holders(externalId: string): Promise<string[]> {
    const rows = await select(
      api,
      companyId,
      `SELECT DISTINCT id FROM (SELECT id, external_id FROM ${working}
        UNION ALL SELECT id, external_id FROM approved_${working}) AS copies WHERE external_id = $1`,
      [externalId],
    );
    return rows.map(({ id }) => String(id));
  }

  it.each(['given up', 'changed'])('stays taken while a revision with it %s waits', async (how) => {
    const externalId = randomUUID();
    const id = await approved(externalId);
    const wanted = how === 'changed' ? randomUUID() : null;
    expect((await revise(id, wanted)).status).toBe(200);
    const refused = await take(externalId);
    expect(outcome(refused)).toEqual(duplicate);
    expect(refused.body).toMatchObject({ conflictingId: id, errors: [{ pointer: '/externalId' }] });
    if (wanted) expect(outcome(await take(wanted))).toEqual(duplicate);
    expect((await decider.get(`${path}?externalId=${externalId}`)).body.data).toMatchObject([{ id }]);
  });

  it.each(steps)('%s of a revision that gives it up leaves it to one record', async (step) => {
    const [externalId, wanted] = [randomUUID(), randomUUID()];
    const id = await approved(externalId);
    expect((await revise(id, wanted)).status).toBe(200);
    expect(outcome(await take(externalId))).toEqual(duplicate);
    const ended = await end(id, step);
    const [kept, free] = step === 'approve' ? [wanted, externalId] : [externalId, wanted];
    expect({ status: ended.status, externalId: ended.body.externalId }).toEqual({
      status: 200,
      externalId: kept,
    });
    expect(outcome(await take(kept))).toEqual(duplicate);
    expect((await take(free)).status).toBe(201);
  });

  it.each(steps)('%s while others ask for it: it succeeds, and one record has each', async (step) => {
    for (const _ of Array.from({ length: 10 })) {
      const [externalId, wanted] = [randomUUID(), randomUUID()];
      const id = await approved(externalId);
      expect((await revise(id, wanted)).status).toBe(200);
      const [ended, ...others] = await Promise.all([
        end(id, step),
        ...[externalId, wanted, externalId, wanted].map((one) => take(one)),
      ]);
      expect(ended?.status).toBe(200);
      for (const other of others) expect([201, 409]).toContain(other.status);
      const [kept, free] = step === 'approve' ? [wanted, externalId] : [externalId, wanted];
      expect(await holders(kept)).toEqual([id]);
      const took = others.filter(({ status }) => status === 201).map(({ body }) => body.id);
      expect(await holders(free)).toEqual(took);
      expect(took.length).toBeLessThan(2);
    }
  });

  it('is in one record when it is given up and taken at once', async () => {
    for (const _ of Array.from({ length: 10 })) {
      const externalId = randomUUID();
      const id = await approved(externalId);
      const [revised, ...others] = await Promise.all([
        revise(id, null),
        ...[1, 2, 3].map(() => take(externalId)),
      ]);
      expect(revised?.status).toBe(200);
      expect(others.map(outcome)).toEqual(others.map(() => duplicate));
      expect((await end(id, 'reject')).body).toMatchObject({
        externalId,
        title: expect.not.stringMatching('Revised'),
      });
      expect(await holders(externalId)).toEqual([id]);
    }
  });
});

describe('POST /hazards, which counts at once', () => {
  it('409 duplicate: with the external id that a revision gives up', async () => {
    const externalId = randomUUID();
    const { id } = await hazards.approved({ externalId });
    await editor.put(`/hazards/${id}/requireapproval`, hazards.body());
    const answer = await hazards.admin.post('/hazards', hazards.body({ externalId }));
    expect(answer).toMatchObject({ status: 409, body: { code: 'duplicate', conflictingId: id } });
  });

  it('409 duplicate: names no record beyond the reach of the caller', async () => {
    const externalId = randomUUID();
    const { id } = await hazards.approved({ externalId });
    await editor.put(`/hazards/${id}/requireapproval`, hazards.body());
    const blind = await hazards.member({ permissions: ['hazards.create', 'hazards.createWithoutApproval'] });
    const answer = await blind.post('/hazards', hazards.body({ externalId }));
    expect(answer).toMatchObject({ status: 409, body: { code: 'duplicate', conflictingId: null } });
  });
});
