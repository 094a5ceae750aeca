import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApi } from '@safety/testing';
import { actionOn, type Ground, groundOf } from './testing/ground.js';
import { assessed, eventAt, hazardAt, select, startHazardsEvents } from './testing/hazards-under-test.js';

let api: TestApi;
let ground: Ground;

beforeAll(async () => {
  api = await startHazardsEvents();
  ground = await groundOf(api);
});

afterAll(() => api.close());

/** Forgets the stored answers, as the service does after a day. */
const passTwoDays = () => select(api, ground.owner.companyId, 'DELETE FROM idempotency_keys', []);

const hazard = () => hazardAt(ground.place, assessed);
const adds: [string, string, () => object][] = [
  ['/hazards', 'hazards', hazard],
  ['/hazards/requireapproval', 'hazards', hazard],
  ['/hazards/approval', 'hazards', () => ({ ...hazard(), suggestedActions: [{ description: 'A guard.' }] })],
  ['/events/requireapproval', 'events', () => eventAt(ground.place)],
  ['/actions', 'actions', () => actionOn(ground.hazardId, ground.userId)],
];

describe.each(adds)('POST %s, repeated after two days with its own id', (path, table, bodyOf) => {
  const count = async () => {
    const { companyId } = ground.owner;
    const rows = await select(api, companyId, `SELECT count(*)::int AS rows FROM ${table}`, []);
    const changes = await select(api, companyId, 'SELECT count(*)::int AS changes FROM changes', []);
    const published = await select(api, companyId, 'SELECT count(*)::int AS published FROM outbox', []);
    return { ...rows[0], ...changes[0], ...published[0] };
  };

  it.each([
    ['without a key', {}],
    ['with the key of then', { 'idempotency-key': randomUUID() }],
  ])('200, one row, nothing published again: %s', async (_, headers) => {
    const id = randomUUID().replace(/^(.{14})./, '$17');
    const send = () => ground.owner.post(path, { ...bodyOf(), id }, { headers });
    const first = await send();
    expect(first.status).toBe(201);
    const before = await count();
    await passTwoDays();
    const again = await send();
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
    expect(await count()).toEqual(before);
  });

  it('200 of five at once: one row', async () => {
    const id = randomUUID().replace(/^(.{14})./, '$17');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ground.owner.post(path, { ...bodyOf(), id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(
      await select(api, ground.owner.companyId, `SELECT id FROM ${table} WHERE id = $1`, [id]),
    ).toHaveLength(1);
  });
});
