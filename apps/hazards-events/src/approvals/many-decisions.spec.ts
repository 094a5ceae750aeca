import { describe, expect, it } from '@jest/globals';
import type { TestCaller } from '@safety/testing';
import { eventScene } from '../testing/event-scene.js';
import { hazardScene, only, outcome } from '../testing/hazard-scene.js';
import { eventAt, select, startForSpec } from '../testing/hazards-under-test.js';
import { putRevision } from '../testing/put-revision.js';

const api = await startForSpec();
const [hazards, events] = [await hazardScene(api), await eventScene(api)];

const refused = { status: 409, code: 'invalid-state' };

const registers = {
  hazard: {
    scene: hazards,
    submitted: () => hazards.submit(),
    step: (id: string, step: string, caller: TestCaller) =>
      hazards.decide(id, step, step === 'submit' ? hazards.body() : {}, caller),
    flag: (id: string, caller: TestCaller) =>
      caller.put(`/hazards/${id}/requireapproval`, hazards.body({ title: 'As flagged' })),
  },
  event: {
    scene: events,
    submitted: () => events.added(),
    step: (id: string, step: string, caller: TestCaller) => events.step(id, step, caller),
    flag: (id: string, caller: TestCaller) =>
      putRevision(
        api,
        caller,
        `/events/${id}/requireapproval`,
        eventAt(events.place, { title: 'As flagged' }),
      ),
  },
};

/** Makes the first decision on a record so many. */
const repeat = (what: 'hazard' | 'event', id: string, times: number) =>
  select(
    api,
    registers[what].scene.admin.companyId,
    `UPDATE ${what}s SET decisions = (
      SELECT jsonb_agg(first) FROM (SELECT decisions -> 0 AS first FROM generate_series(1, $2::int)) AS same
    ) WHERE id = $1`,
    [id, times],
  );

describe.each(['hazard', 'event'] as const)('a %s that was decided on 100 times', (what) => {
  const { scene, submitted, step, flag } = registers[what];
  const { author, approver } = scene;

  /** One whose approver has asked for changes so often. */
  const toBeChanged = async (times: number): Promise<string> => {
    const { id } = await submitted();
    only(await step(id, 'requestChanges', approver), 200);
    await repeat(what, id, times);
    return id;
  };

  it('409 invalid-state: no changes are asked for, and nothing is submitted but those', async () => {
    const id = await toBeChanged(99);
    only(await step(id, 'submit', author), 200);
    only(await step(id, 'requestChanges', approver), 200);
    only(await step(id, 'submit', author), 200);
    const more = await step(id, 'requestChanges', approver);
    expect(outcome(more)).toEqual(refused);
    expect(more.body.detail).toMatch(/100 decisions.*: approve or reject it\.$/);
    expect(more.body.allowedTransitions).toEqual(['approve', 'reject']);
    expect(outcome(await flag(id, author))).toEqual(refused);
    only(await step(id, 'reject', approver), 200);
    const again = await step(id, 'submit', author);
    expect(outcome(again)).toEqual(refused);
    expect(again.body.detail).toMatch(/: add a new (hazard|event)\.$/);
    expect(again.body.allowedTransitions).toEqual([]);
    expect(outcome(await flag(id, author))).toEqual(refused);
  });

  it('200: changes that were asked for are submitted and approved; 409 for a revision of that', async () => {
    const id = await toBeChanged(100);
    only(await flag(id, author), 200);
    only(await step(id, 'approve', approver), 200);
    expect(outcome(await flag(id, approver))).toEqual(refused);
  });
});

it('409 invalid-state: an edit with an approval of a hazard that others have to follow; 200 without', async () => {
  const editor = await hazards.member({ role: 'admin' });
  const approval = { requiredApprovals: 2 };
  const { id } = await hazards.submit({ approval });
  only(await hazards.decide(id, 'requestChanges'), 200);
  only(await hazards.author.put('/hazards/approval', { id, ...hazards.body({ approval }) }), 200);
  await repeat('hazard', id, 100);
  const edited = hazards.body({ title: 'As edited' });
  expect(outcome(await hazards.decide(id, 'approve', edited, editor))).toEqual(refused);
  only(await hazards.decide(id, 'approve', {}, editor), 200);
  expect(only(await hazards.decide(id, 'approve'), 200).status).toBe('approved');
});
