import { randomUUID } from 'node:crypto';
import { seedWithin } from '@safety/persistence';
import { entityTables, type TestApi, type TestCaller } from '@safety/testing';
import {
  addCompany,
  addMember,
  addPerson,
  addPlace,
  assessed,
  eventAt,
  hazardAt,
  select,
  type TestPlace,
} from './hazards-under-test.js';

/** A place with one of everything that has an id. */
export interface Ground {
  owner: TestCaller;
  place: TestPlace;
  hazardId: string;
  suggestionId: string;
  eventId: string;
  groupId: string;
  actionId: string;
  personId: string;
  associateId: string;
  courseId: string;
  /** An event manager of this place alone. */
  userId: string;
}

/** Makes one in a company of its own, or at another place of the company of an owner. */
export async function groundOf(api: TestApi, given?: TestCaller): Promise<Ground> {
  const { admin: owner, place } = given
    ? { admin: given, place: await addPlace(api, given.companyId) }
    : await addCompany(api);
  const { companyId } = owner;
  const manager = await addMember(api, companyId, { role: 'eventManager', orgStructureIds: [place.id] });
  const proposed = { ...assessed, suggestedActions: [{ description: 'A guard.' }] };
  const hazard = (await owner.post('/hazards/approval', hazardAt(place, proposed))).body;
  const approval = { step: 'approve' };
  await manager.put('/hazards/approval', { id: hazard.id, approval });
  const event = (await owner.post('/events/requireapproval', eventAt(place))).body;
  await manager.post(`/events/${event.id}/transitions`, { transition: 'approve' });
  const action = (await owner.post('/actions', actionOn(hazard.id, manager.userId))).body;
  const [associateId, courseId] = [randomUUID(), randomUUID()];
  const row = { company_id: companyId, version: 1, archived: false };
  const associate = {
    ...row,
    id: associateId,
    display_name: 'Acme',
    associate_type: 'contractor',
    org_structure_ids: [place.id],
  };
  await api.database.transaction('service', (client) => seedWithin(client, 'associates', [associate]));
  await api.database.transaction('service', (client) =>
    seedWithin(client, 'courses', [{ ...row, id: courseId, name: 'Ladders' }]),
  );
  return {
    owner,
    place,
    hazardId: hazard.id,
    suggestionId: hazard.suggestedActions[0].id,
    eventId: event.id,
    groupId: event.eventGroups[0].id,
    actionId: action.id,
    personId: await addPerson(api, companyId, { place }),
    associateId,
    courseId,
    userId: manager.userId,
  };
}

/** A body for `POST /actions`. */
export const actionOn = (hazardId: string, assigneeUserId: string) => ({
  title: 'A guard',
  actionType: 'corrective',
  sourceType: 'hazard',
  sourceId: hazardId,
  assigneeUserId,
  dueDate: '2030-01-01',
});

/** All that companies hold, and all that was or is going to be published. */
export async function everythingOf(api: TestApi, companyIds: readonly string[]): Promise<unknown> {
  const tables = [...entityTables(api.app), 'changes'].map(
    (table) => `(SELECT jsonb_agg(to_jsonb(t) ORDER BY id) FROM ${table} AS t) AS ${table}`,
  );
  const everything = `SELECT (SELECT count(*) FROM outbox) AS published, ${tables.join(', ')}`;
  const held: unknown[] = [];
  for (const companyId of companyIds) held.push(...(await select(api, companyId, everything, [])));
  return held;
}
