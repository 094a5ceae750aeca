import type { Answer, CallerOptions, TestApi, TestCaller } from '@safety/testing';
import { only } from './hazard-scene.js';
import {
  addCompany,
  addMember,
  eventAt,
  injury,
  startForSpec,
  type TestPlace,
} from './hazards-under-test.js';

/** A body with one group. */
export const group = (changes: object) => ({ eventGroups: [injury(changes)] });

/** A company with an author and an approver, and short ways to drive events. */
export interface EventScene {
  admin: TestCaller;
  place: TestPlace;
  /** An employee. */
  author: TestCaller;
  /** An event manager. */
  approver: TestCaller;
  member(options: CallerOptions): Promise<TestCaller>;
  post(changes?: object, caller?: TestCaller): Promise<Answer>;
  step(id: string, transition: string, caller?: TestCaller, comment?: string | null): Promise<Answer>;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
  added(changes?: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  approved(changes?: object): Promise<any>;
}

export async function eventScene(api: TestApi): Promise<EventScene> {
  const { admin, place } = await addCompany(api);
  const member = (options: CallerOptions) => addMember(api, admin.companyId, options);
  const author = await member({ role: 'employee' });
  const approver = await member({ role: 'eventManager' });
  // Another one decides on submissions of the approver.
  await member({ role: 'eventManager' });
  const post = (changes: object = {}, caller = author) =>
    caller.post('/events/requireapproval', eventAt(place, changes));
  const step: EventScene['step'] = (id, transition, caller = approver, comment = 'Seen.') =>
    caller.post(`/events/${id}/transitions`, { transition, comment });
  const added = async (changes: object = {}) => only(await post(changes), 201);
  const approved = async (changes: object = {}) =>
    only(await step((await added(changes)).id, 'approve'), 200);
  return { admin, place, author, approver, member, post, step, added, approved };
}

/** Starts the service at the top of a spec file, with such a company. */
export async function startEventScene(): Promise<EventScene & { api: TestApi }> {
  const api = await startForSpec();
  return { api, ...(await eventScene(api)) };
}
