import type { Answer, TestApi, TestCaller } from '@safety/testing';
import { only } from './hazard-scene.js';
import { addCompany, addMember, addPerson, startForSpec, type TestPlace } from './hazards-under-test.js';

/** A company with somebody who works, and short ways to drive actions. */
export interface ActionScene {
  admin: TestCaller;
  place: TestPlace;
  /** An employee, and the personnel record of that employee. */
  worker: TestCaller;
  personId: string;
  /** A body for `POST /actions`. */
  standalone(changes?: object): object;
  post(changes?: object, caller?: TestCaller): Promise<Answer>;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
  added(changes?: object): Promise<any>;
  step(id: string, transition: string, more?: object, caller?: TestCaller): Promise<Answer>;
}

async function actionScene(api: TestApi): Promise<ActionScene> {
  const { admin, place } = await addCompany(api);
  // Somebody decides on submissions of the administrator.
  await addMember(api, admin.companyId, { role: 'eventManager' });
  const worker = await addMember(api, admin.companyId, { role: 'employee' });
  const personId = await addPerson(api, admin.companyId, { userId: worker.userId });
  const standalone = (changes: object = {}) => ({
    title: 'Mount a fixed guard',
    actionType: 'corrective',
    sourceType: 'standalone',
    orgStructureId: place.id,
    assigneeUserId: admin.userId,
    dueDate: '2030-01-01',
    ...changes,
  });
  const post = (changes: object = {}, caller = admin) => caller.post('/actions', standalone(changes));
  const added = async (changes: object = {}) => only(await post(changes), 201);
  const step = (id: string, transition: string, more: object = {}, caller = admin) =>
    caller.post(`/actions/${id}/transitions`, { transition, ...more });
  return { admin, place, worker, personId, standalone, post, added, step };
}

/** Starts the service at the top of a spec file, with such a company. */
export async function startActionScene(): Promise<ActionScene & { api: TestApi }> {
  const api = await startForSpec();
  return { api, ...(await actionScene(api)) };
}
