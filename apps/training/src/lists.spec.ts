import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { describeLists, type TestApi } from '@safety/testing';
import { classLists } from './classes/class-lists.js';
import { courseLists } from './courses/course-lists.js';
import { studentLists } from './students/student-lists.js';
import {
  addClass,
  addCourse,
  added,
  addPerson,
  addPlace,
  startTraining,
} from './testing/training-under-test.js';
import { trainingRecordLists } from './training-records/training-record-lists.js';

let api: TestApi;

beforeAll(async () => {
  api = await startTraining();
});

afterAll(() => api.close());

const nobody = randomUUID();

describeLists(() => api, {
  path: '/courses',
  lists: courseLists,
  add: (caller) =>
    addCourse(caller, { code: 'C', name: 'Ladders', category: 'fire', deliveryMethod: 'online' }),
  queries: {
    status: ['status=draft', 'status=active', 'status=active,retired'],
    category: ['category=fire', 'category=driving'],
    deliveryMethod: ['deliveryMethod=online', 'deliveryMethod=classroom'],
  },
});

describeLists(() => api, {
  path: '/classes',
  lists: classLists,
  add: async (caller) => {
    const place = await addPlace(api, caller.companyId);
    const { id } = await addClass(caller, { orgStructureId: place.id, instructorName: 'Nora' });
    // As most classes are: what is open is rare.
    for (const transition of ['start', 'complete'])
      await caller.post(`/classes/${id}/transitions`, { transition });
    return id;
  },
  queries: {
    courseId: [`courseId=${nobody}`],
    orgStructureId: [`orgStructureId=${nobody}`, `orgStructureId=${nobody}&includeDescendants=false`],
    status: ['status=scheduled', 'status=completed'],
    instructorPersonnelId: [`instructorPersonnelId=${nobody}`],
  },
  further: [
    'startFrom=2020-01-01T00:00:00Z',
    'startFrom=2100-01-01T00:00:00Z',
    'startTo=1900-01-01T00:00:00Z',
    'hasPlaces=true',
  ],
});

describeLists(() => api, {
  path: '/students',
  lists: studentLists,
  add: async (caller) => {
    const place = await addPlace(api, caller.companyId);
    const [{ id }, personnelId] = [await addClass(caller), await addPerson(api, caller.companyId, { place })];
    return (await added(caller, '/students', { classId: id, personnelId })).id;
  },
  queries: {
    classId: [`classId=${nobody}`],
    personnelId: [`personnelId=${nobody}`],
    status: ['status=enrolled', 'status=passed', 'status=cancelled'],
  },
  further: [`courseId=${nobody}`],
});

describeLists(() => api, {
  path: '/training/records',
  lists: trainingRecordLists,
  kept: ['source'],
  add: async (caller) => {
    const place = await addPlace(api, caller.companyId);
    const personnelId = await addPerson(api, caller.companyId, { place });
    const completed = { personnelId, courseId: await addCourse(caller), completedOn: '2026-01-05' };
    const { id } = await added(caller, '/training/records', {
      ...completed,
      result: 'passed',
      expiresOn: '2028-01-05',
    });
    return id;
  },
  queries: {
    personnelId: [`personnelId=${nobody}`],
    courseId: [`courseId=${nobody}`],
    classId: [`classId=${nobody}`],
    result: ['result=passed', 'result=exempt'],
    source: ['source=manual', 'source=xapi'],
  },
  further: [
    'completedFrom=2020-01-01',
    'completedFrom=2100-01-01',
    'completedTo=1900-01-01',
    'expiresFrom=2100-01-01&sort=expiresOn',
    'expiresTo=1900-01-01&sort=expiresOn',
    'voided=true',
  ],
});
