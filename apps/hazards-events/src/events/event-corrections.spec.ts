import { describe, expect, it } from '@jest/globals';
import { startEventScene } from '../testing/event-scene.js';
import { faultsOf, only } from '../testing/hazard-scene.js';
import { addPerson, eventAt, injury, select } from '../testing/hazards-under-test.js';
import { putRevision } from '../testing/put-revision.js';

const { api, admin, place, approver, member, post, step } = await startEventScene();

/** An approved event of which somebody has submitted a revision that is to be corrected. */
async function wronglyRevised(changes: object, revision: (event: { eventGroups: object[] }) => object) {
  const { id } = only(await post(changes, admin), 201);
  const event = only(await step(id, 'approve'), 200);
  const editor = await member({ role: 'eventManager' });
  const revise = (body: object) =>
    putRevision(api, editor, `/events/${event.id}/requireapproval`, eventAt(place, body));
  only(await revise(revision(event)), 200);
  only(await step(event.id, 'requestChanges'), 200);
  return { event, editor, revise };
}

describe('PUT /events/{id}/requireapproval of a revision that was never approved', () => {
  it('200: without the investigation that it began', async () => {
    const investigation = {
      leadUserId: approver.userId,
      method: 'icam',
      startedAt: '2026-03-03T00:00:00Z',
    };
    const { event, revise } = await wronglyRevised({}, () => ({ investigation }));
    const corrected = only(await revise({}), 200);
    expect(corrected).toMatchObject({ id: event.id, status: 'pendingApproval', investigation: null });
  });

  it('200: with the group that it left out, its medical detail and its injured person', async () => {
    const personId = await addPerson(api, admin.companyId);
    const { event, editor, revise } = await wronglyRevised(
      {
        eventGroups: [
          injury(),
          injury({
            personInjuredName: null,
            personInjuredPersonnelId: personId,
            physicianName: 'Dr. Quinn',
          }),
        ],
      },
      ({ eventGroups: [first] }) => ({ eventGroups: [first] }),
    );
    await select(api, admin.companyId, 'UPDATE personnel SET archived = true WHERE id = $1', [personId]);
    const { eventGroups } = only(await editor.get(`/events/${event.id}`), 200);
    const [first, second] = eventGroups;
    expect(second.physicianName).toBeNull();
    const guess = { ...second, physicianName: 'Dr. Quinn' };
    expect(faultsOf(await revise({ eventGroups: [first, guess] }))).toEqual({
      status: 422,
      faults: ['/eventGroups/1/physicianName not-allowed'],
    });
    expect(faultsOf(await revise({ eventGroups: [second, first, second] }))).toEqual({
      status: 422,
      faults: ['/eventGroups/2/id duplicate'],
    });
    only(await revise({ eventGroups }), 200);
    only(await step(event.id, 'approve'), 200);
    expect((await admin.get(`/events/${event.id}`)).body.eventGroups).toMatchObject([
      { id: first.id },
      { id: second.id, personInjuredPersonnelId: personId, physicianName: 'Dr. Quinn' },
    ]);
  });
});
