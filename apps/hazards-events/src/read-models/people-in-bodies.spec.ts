import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApi, TestCaller } from '@safety/testing';
import { only } from '../testing/hazard-scene.js';
import {
  addCompany,
  addMember,
  addPerson,
  addPlace,
  assessed,
  eventAt,
  hazardAt,
  injury,
  select,
  startHazardsEvents,
  type TestPlace,
} from '../testing/hazards-under-test.js';
import { putRevision } from '../testing/put-revision.js';

let api: TestApi;
let admin: TestCaller;
let place: TestPlace;
let beyond: TestPlace;
let local: TestCaller;
let employee: TestCaller;
let ownId: string;

beforeAll(async () => {
  api = await startHazardsEvents();
  ({ admin, place } = await addCompany(api));
  const { companyId } = admin;
  beyond = await addPlace(api, companyId);
  local = await addMember(api, companyId, { role: 'eventManager', orgStructureIds: [place.id] });
  // Somebody decides on what `local` submits.
  await addMember(api, companyId, { role: 'eventManager', orgStructureIds: [place.id] });
  employee = await addMember(api, companyId, { role: 'employee' });
  ownId = await addPerson(api, companyId, { userId: employee.userId, place: beyond });
});

afterAll(() => api.close());

const person = (options: Parameters<typeof addPerson>[2] = {}) => addPerson(api, admin.companyId, options);
const managedBy = async (id: string, managerId: string) => {
  const text = 'UPDATE personnel SET line_manager_id = $2 WHERE id = $1';
  await select(api, admin.companyId, text, [id, managerId]);
};
const injured = (personnelId: string) =>
  eventAt(place, {
    eventGroups: [injury({ personInjuredName: null, personInjuredPersonnelId: personnelId })],
  });
const faults = ({ errors = [] }: { errors?: { pointer: string; code: string }[] }) =>
  errors.map(({ pointer, code }) => `${pointer} ${code}`);

describe('people who have left', () => {
  it('201: named in an event, where they may have been; 422 not-allowed: suggested to act', async () => {
    const id = await person({ place, employmentStatus: 'terminated' });
    expect((await admin.post('/events/requireapproval', injured(id))).status).toBe(201);
    const suggestion = { description: 'A guard.', suggestedAssigneePersonnelId: id };
    const approval = { approverUserIds: [local.userId] };
    const hazard = hazardAt(place, { ...assessed, approval, suggestedActions: [suggestion] });
    expect(faults((await admin.post('/hazards/approval', hazard)).body)).toEqual([
      '/suggestedActions/0/suggestedAssigneePersonnelId not-allowed',
    ]);
  });
});

describe('people whom a caller may not read', () => {
  it('422 not-found, archived or not: nobody learns that they are there', async () => {
    for (const options of [{ place: beyond }, { place: beyond, archived: true }, {}]) {
      const id = await person(options);
      const { status, body } = await local.post('/events/requireapproval', injured(id));
      expect([status, faults(body)]).toEqual([422, ['/eventGroups/0/personInjuredPersonnelId not-found']]);
    }
    const archived = await person({ place, archived: true });
    expect(faults((await local.post('/events/requireapproval', injured(archived))).body)).toEqual([
      '/eventGroups/0/personInjuredPersonnelId archived-reference',
    ]);
  });

  it('201: somebody who is going to work where the caller reads people; 422 at another place until then', async () => {
    const [id, moving] = [await person({ goingTo: place }), await person({ place: beyond, goingTo: place })];
    const submit = async (personnelId: string) =>
      (await local.post('/events/requireapproval', injured(personnelId))).status;
    expect([await submit(id), await submit(moving)]).toEqual([201, 422]);
  });

  it('422 without personnel.read, 201 by name and for oneself', async () => {
    const id = await person({ place });
    expect((await employee.post('/events/requireapproval', injured(id))).status).toBe(422);
    const named = await employee.post('/events/requireapproval', eventAt(place));
    expect(named).toMatchObject({ status: 201, body: { supervisorPersonnelId: null } });
    const own = await employee.post('/events/requireapproval', injured(ownId));
    expect(own).toMatchObject({ status: 201, body: { reportedByPersonnelId: ownId } });
  });

  it('200: what a row names already stays, and brings no line manager', async () => {
    const [id, managerId] = [await person({ place: beyond }), await person({ place: beyond })];
    const event = only(await admin.post('/events/requireapproval', injured(id)), 201);
    expect(event.supervisorPersonnelId).toBeNull();
    await managedBy(id, managerId);
    const path = `/events/${event.id}/requireapproval`;
    expect(await putRevision(api, local, path, injured(id))).toMatchObject({
      status: 200,
      body: { supervisorPersonnelId: null },
    });
    expect((await admin.put(path, injured(id))).body.supervisorPersonnelId).toBe(managerId);
    expect((await putRevision(api, local, path, injured(id))).body.supervisorPersonnelId).toBe(managerId);
    const hazard = only(await admin.post('/hazards', hazardAt(place, { responsiblePersonnelId: id })), 201);
    const proposed = hazardAt(place, {
      responsiblePersonnelId: id,
      riskAssessment: { initial: { likelihood: 1, severity: 1 } },
    });
    expect((await local.put(`/hazards/${hazard.id}/requireapproval`, proposed)).status).toBe(200);
  });

  it('422: whether somebody is the verifier of an action is not told either', async () => {
    const { userId } = await addMember(api, admin.companyId, { role: 'eventManager' });
    const id = await person({ place: beyond, userId });
    const { status, body } = await local.post('/actions', {
      title: 'A guard',
      actionType: 'corrective',
      sourceType: 'standalone',
      orgStructureId: place.id,
      assigneePersonnelId: id,
      verifierUserId: userId,
      dueDate: '2030-01-01',
    });
    expect([status, faults(body)]).toEqual([422, ['/assigneePersonnelId not-found']]);
  });
});
