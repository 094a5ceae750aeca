import { expect, it } from '@jest/globals';
import type { Answer } from '@safety/testing';
import { standingsUnderTest } from './testing/required-standings.js';
import {
  addClass,
  addCourse,
  added,
  addPerson,
  classOf,
  startWithCompany,
} from './testing/training-under-test.js';

const { api, company, admin } = await startWithCompany();
const { require, standingOf } = standingsUnderTest(api, company);

/** A caller with one permission everywhere, who is a person of the company. */
const caller = await api.caller({ companyId: admin.companyId, permissions: ['training.write'] });
const own = { place: company.place, jobTitle: 'Driver', userId: caller.userId };
const itself = await addPerson(api, admin.companyId, own);

/** Each resolves with the refusal, the code of it and the id of the row in its way. */
type Refusal = [request: string, () => Promise<[Answer, code: string, id: string]>];
const refusals: Refusal[] = [
  [
    'POST /classes with an external id that is taken',
    async () => {
      const { id, courseId } = await addClass(admin, { externalId: 'taken' });
      return [await caller.post('/classes', classOf(courseId, { externalId: 'taken' })), 'duplicate', id];
    },
  ],
  [
    'DELETE /courses/{id} with a class to come',
    async () => {
      const { id, courseId } = await addClass(admin);
      return [await caller.delete(`/courses/${courseId}`), 'in-use', id];
    },
  ],
  [
    'DELETE /classes/{id} with oneself in it',
    async () => {
      const { id: classId } = await addClass(admin);
      const { id } = await added(admin, '/students', { classId, personnelId: itself });
      return [await caller.delete(`/classes/${classId}`), 'in-use', id];
    },
  ],
  ...(['archived', 'retired'] as const).map(
    (became): Refusal => [
      `PUT /classes/{id}/restore of a course that is ${became}`,
      async () => {
        const { id, courseId } = await addClass(admin);
        await admin.delete(`/classes/${id}`);
        if (became === 'archived') await admin.delete(`/courses/${courseId}`);
        else await admin.post(`/courses/${courseId}/transitions`, { transition: 'retire' });
        const answer = await caller.put(`/classes/${id}/restore`);
        return [answer, became === 'archived' ? 'archived' : 'invalid-state', courseId];
      },
    ],
  ),
  [
    'POST /students of oneself twice',
    async () => {
      const body = { classId: (await addClass(admin)).id, personnelId: itself };
      const { id } = await added(admin, '/students', body);
      return [await caller.post('/students', body), 'already-enrolled', id];
    },
  ],
  [
    'POST /students with an external id that is taken',
    async () => {
      const body = { personnelId: itself, externalId: 'taken' };
      const { id } = await added(admin, '/students', { ...body, classId: (await addClass(admin)).id });
      const answer = await caller.post('/students', { ...body, classId: (await addClass(admin)).id });
      return [answer, 'duplicate', id];
    },
  ],
  [
    'POST /training of oneself twice',
    async () => {
      const body = { courseId: await addCourse(admin), personnelId: itself };
      const { id } = await added(admin, '/training', body);
      return [await caller.post('/training', body), 'duplicate', id];
    },
  ],
  [
    'POST /training/records of oneself twice',
    async () => {
      const record = { completedOn: '2026-01-05', result: 'passed', personnelId: itself };
      const body = { ...record, courseId: await addCourse(admin) };
      const { id } = await added(admin, '/training/records', body);
      return [await caller.post('/training/records', body), 'duplicate', id];
    },
  ],
  [
    'DELETE /training/{id} of what an org structure item requires',
    async () => {
      const courseId = await addCourse(admin);
      await require(company.place, [{ courseId }]);
      const { id } = await standingOf(itself, courseId);
      return [await caller.delete(`/training/${id}`), 'in-use', company.place.itemId];
    },
  ],
];

it.each(refusals)('409 names no row to who may write and not read: %s', async (_, refused) => {
  const [{ status, body }, code, id] = await refused();
  expect({ status, code: body.code }).toEqual({ status: 409, code });
  expect([body.conflictingId ?? null, body.references ?? []]).toEqual([null, []]);
  expect(JSON.stringify(body)).not.toContain(id);
});

it('422 prerequisite-missing names no course to who may write and not read', async () => {
  const before = await addCourse(admin, { name: 'Blasting' });
  const { id: classId } = await addClass(admin, {}, { prerequisiteCourseIds: [before] });
  const { status, body } = await caller.post('/students', { classId, personnelId: itself });
  expect([status, body.code]).toEqual([422, 'prerequisite-missing']);
  expect(JSON.stringify(body)).not.toContain('Blasting');
});
