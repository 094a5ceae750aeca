import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, TestApi, TestCaller } from '@safety/testing';
import {
  addCompany,
  addMember,
  assessed,
  hazardAt,
  startHazardsEvents,
  type TestPlace,
} from '../testing/hazards-under-test.js';
import { type Random, randomBy } from '../testing/random.js';

const WRITES = 200;
const HAZARDS = 6;
const LIST = '/hazards?limit=200&includeArchived=true';

let api: TestApi;

beforeAll(async () => {
  api = await startHazardsEvents();
});

afterAll(() => api.close());

/** What was approved of each hazard, as the answers of the writes tell; nothing is computed from the requests. */
interface World {
  random: Random;
  place: TestPlace;
  writers: TestCaller[];
  ids: string[];
  /** Every title that has ever counted, by hazard. */
  approvedTitles: Map<string, Set<string>>;
  count: number;
}

const content = ({ place, random }: World, title: string) =>
  hazardAt(place, { ...assessed, title, anonymous: random.below(4) === 0, tags: [title] });

/** One write by anybody, whether or not it is allowed. */
async function write(world: World): Promise<Answer | undefined> {
  const { random, writers, ids } = world;
  const caller = random.of(writers);
  world.count += 1;
  const title = `Title ${world.count}`;
  const wanted = content(world, title);
  const add = ids.length < HAZARDS;
  if (add && random.below(2) === 0)
    return caller.post(random.of(['/hazards/requireapproval', '/hazards/approval', '/hazards']), wanted);
  if (ids.length === 0) return undefined;
  const id = random.of(ids);
  const approval = {
    step: random.of(['submit', 'approve', 'reject', 'requestChanges', 'withdraw']),
    comment: 'x',
  };
  const writes: (() => Promise<Answer>)[] = [
    () => caller.put('/hazards', { id, ...wanted }),
    () => caller.patch(`/hazards/${id}`, { title, tags: [title] }),
    () => caller.put(`/hazards/${id}/requireapproval`, wanted),
    () => caller.put('/hazards/approval', { id, ...wanted, approval }),
    () => caller.put('/hazards/approval', { id, approval }),
    () => caller.put('/hazards/approval', { id, approval: { ...approval, step: 'approve' } }),
    () => caller.post(`/hazards/${id}/transitions`, { transition: 'close', closureReason: 'eliminated' }),
    () => caller.post(`/hazards/${id}/transitions`, { transition: 'reopen', comment: 'x' }),
    () => caller.delete(`/hazards/${id}`),
    () => caller.put(`/hazards/${id}/restore`),
  ];
  return random.of(writes)();
}

/** Learns from the answer of a write what counts from now on. */
function learn({ ids, approvedTitles }: World, { status, body }: Answer): void {
  if (status === 201) ids.push(body.id);
  if (status >= 300 || !body.id || !['approved', 'closed'].includes(body.status)) return;
  const titles = approvedTitles.get(body.id) ?? new Set();
  approvedTitles.set(body.id, titles.add(body.title));
}

describe('GET /hazards over random writes and approvals by three users', () => {
  it.each([1, 2])('never holds a value that was not approved: seed %i', async (seed) => {
    const { admin, place } = await addCompany(api);
    const writers = [
      await addMember(api, admin.companyId, { role: 'employee' }),
      await addMember(api, admin.companyId, { role: 'eventManager' }),
      await addMember(api, admin.companyId, { role: 'admin' }),
    ];
    const readers = [await addMember(api, admin.companyId, { role: 'readOnly' }), admin];
    const world: World = {
      random: randomBy(seed),
      place,
      writers,
      ids: [],
      approvedTitles: new Map(),
      count: 0,
    };
    let shown = 0;
    for (let done = 0; done < WRITES; done++) {
      // Read beside the write, on other connections, and once more after it.
      const beside = readers.map((caller) => caller.get(LIST));
      const answer = await write(world);
      if (answer) {
        expect(answer.status).toBeLessThan(500);
        learn(world, answer);
      }
      const lists = [...(await Promise.all(beside)), ...(await Promise.all(readers.map((c) => c.get(LIST))))];
      for (const { status, body } of lists) {
        expect(status).toBe(200);
        for (const { id, title, tags, status: state, requireApproval } of body.data) {
          shown += 1;
          expect(world.approvedTitles.get(id)).toContain(title);
          expect({ tags, requireApproval }).toEqual({ tags: [title], requireApproval: false });
          expect(['approved', 'closed']).toContain(state);
        }
      }
    }
    expect(shown).toBeGreaterThan(0);
  });
});
