import { describe, expect, it } from '@jest/globals';
import { builtInRoles, type Permission } from '@safety/contracts';
import { eventScene } from './testing/event-scene.js';
import { hazardScene, only, outcome } from './testing/hazard-scene.js';
import { addMemberOf, addPlace, startForSpec, type TestPlace } from './testing/hazards-under-test.js';

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
