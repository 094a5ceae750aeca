import { afterAll, beforeAll } from '@jest/globals';
import { type CallerOptions, describeResource, type TestApi, type TestCaller } from '@safety/testing';
import {
  addCourse,
  added,
  addPerson,
  addPlace,
  classOf,
  startTraining,
  type TestPlace,
} from './testing/training-under-test.js';

let api: TestApi;

beforeAll(async () => {
  api = await startTraining();
});

afterAll(() => api.close());

/** Of each company, where its rows lie. */
const places = new Map<string, TestPlace>();
const courses = new Map<string, string>();

async function prepare(caller: TestCaller): Promise<void> {
  places.set(caller.companyId, await addPlace(api, caller.companyId));
  courses.set(caller.companyId, await addCourse(caller));
}

const placeOf = ({ companyId }: TestCaller) => places.get(companyId);
const courseOf = ({ companyId }: TestCaller) => courses.get(companyId) ?? '';
const personOf = (caller: TestCaller) => addPerson(api, caller.companyId, { place: placeOf(caller) });
const elsewhere = async ({ companyId }: TestCaller): Promise<CallerOptions> => ({
  orgStructureIds: [(await addPlace(api, companyId)).id],
});

describeResource(() => api, {
  path: '/classes',
  prepare,
  body: (caller, changes) =>
    classOf(courseOf(caller), { orgStructureId: placeOf(caller)?.id, title: 'A class', ...changes }),
  text: { member: 'locationDescription', values: ['Alpha', 'Bravo'] },
  required: 'courseId',
  sorts: ['startAt'],
  filter: { name: 'status', none: 'completed' },
  elsewhere,
});

describeResource(() => api, {
  path: '/students',
  prepare,
  body: async (caller, changes) => ({
    classId: (await added(caller, '/classes', classOf(courseOf(caller)))).id,
    personnelId: await personOf(caller),
    ...changes,
  }),
  text: { member: 'feedback', values: ['Alpha', 'Bravo'] },
  required: 'personnelId',
  sorts: ['enrolledAt'],
  filter: { name: 'status', none: 'passed' },
  elsewhere,
});

describeResource(() => api, {
  path: '/training/records',
  prepare,
  body: async (caller, changes) => ({
    personnelId: await personOf(caller),
    courseId: courseOf(caller),
    completedOn: '2026-03-02',
    result: 'passed',
    ...changes,
  }),
  text: { member: 'issuer', values: ['Alpha', 'Bravo'] },
  required: 'result',
  sorts: ['completedOn', 'expiresOn'],
  filter: { name: 'result', none: 'exempt' },
  elsewhere,
});
