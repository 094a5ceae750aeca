import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seedWithin } from '@safety/persistence';
import { type Answer, idOperations, pointerTo, type TestApi, type TestCaller, withId } from '@safety/testing';
import {
  addCompany,
  addCourse,
  added,
  addPerson,
  classOf,
  course,
  startTraining,
  type TestPlace,
} from './testing/training-under-test.js';

/**
 * Every id that a body names, taken from the document of the service: swapped for one of another company, and
 * for one out of reach. A member without a kind here fails the first case, a path without a body the second.
 */
type Kind = 'course' | 'orgStructure' | 'person' | 'associate' | 'class' | 'student' | 'attachment';

const kinds: Record<string, Kind> = {
  '/courseId': 'course',
  '/prerequisiteCourseIds/*': 'course',
  '/equivalentCourseIds/*': 'course',
  '/refresherCourseId': 'course',
  '/orgStructureId': 'orgStructure',
  '/personnelId': 'person',
  '/personnelIds/*': 'person',
  '/instructorPersonnelId': 'person',
  '/instructorAssociateId': 'associate',
  '/classId': 'class',
  '/studentId': 'student',
  '/attachmentIds/*': 'attachment',
};
/** Ids of no row: those of statements are made elsewhere. */
const ofNoRow = ['/xapiStatementId'];
/** Courses are those of the whole company. */
const everywhere: readonly Kind[] = ['course', 'attachment'];

const swaps = idOperations('apps/training/openapi.json').flatMap(({ method, path, members }) =>
  members.map((member) => ({ method, path, member })),
);

let api: TestApi;
/** May do everything at `elsewhere` alone; where they write, all rows lie there. */
let caller: TestCaller;
let admin: TestCaller;
let elsewhere: TestPlace;
let own: Rows;
let outOfReach: Rows;
let foreign: Rows;

type Rows = Record<Kind, string> & { record: string };

beforeAll(async () => {
  api = await startTraining();
  const [company, other] = [await addCompany(api), await addCompany(api)];
  admin = company.admin;
  elsewhere = company.elsewhere;
  caller = await company.stranger();
  own = await rowsAt(admin, company.elsewhere);
  outOfReach = await rowsAt(admin, company.place);
  foreign = await rowsAt(other.admin, other.place);
});

afterAll(() => api.close());

async function rowsAt(owner: TestCaller, place: TestPlace): Promise<Rows> {
  const { companyId } = owner;
  const associate = { company_id: companyId, id: randomUUID(), version: 1, org_structure_ids: [place.id] };
  await api.database.transaction('service', (client) =>
    seedWithin(client, 'associates', [{ ...associate, archived: false }]),
  );
  const person = await addPerson(api, companyId, { place });
  const courseId = await addCourse(owner);
  const taken = await added(owner, '/classes', classOf(courseId, { orgStructureId: place.id }));
  const student = await added(owner, '/students', { classId: taken.id, personnelId: person });
  const done = { personnelId: person, courseId, completedOn: '2026-01-05', result: 'passed' };
  const record = await added(owner, '/training/records', done);
  return {
    course: courseId,
    orgStructure: place.id,
    person,
    associate: associate.id,
    class: taken.id,
    student: student.id,
    attachment: randomUUID(),
    record: record.id,
  };
}

/** A body that would be taken, by the path. */
const bodies: Record<string, () => Promise<object> | object> = {
  '/courses': () => course(),
  '/classes': () => classOf(own.course, { orgStructureId: own.orgStructure }),
  '/classes/{id}/students': () => ({ personnelIds: [own.person] }),
  '/students': async () => ({ classId: own.class, personnelId: await personThere() }),
  '/training': async () => ({ personnelId: await personThere(), courseId: own.course }),
  '/training/records': async () => ({
    personnelId: await personThere(),
    courseId: own.course,
    completedOn: '2026-01-05',
    result: 'passed',
  }),
};
const personThere = () => addPerson(api, admin.companyId, { place: elsewhere });

const rowOf: Record<string, () => string> = {
  '/courses/{id}': () => own.course,
  '/classes/{id}': () => own.class,
  '/students/{id}': () => own.student,
  '/training/records/{id}': () => own.record,
  '/classes/{id}/students': () => own.class,
};

/** A state that a refused request leaves as it is: the row, or the number of rows. */
async function stateOf(path: string): Promise<unknown> {
  const at = path.endsWith('{id}')
    ? path.replace('{id}', rowOf[path]?.() ?? '')
    : path.replace('{id}', own.class);
  const { body } = await admin.get(
    path.endsWith('{id}') ? at : `${at}?includeTotal=true&includeArchived=true&limit=1`,
  );
  return path.endsWith('{id}') ? body : body.page.totalCount;
}

async function send(method: string, path: string, member: string, id: string): Promise<Answer> {
  const at = path.replace('{id}', rowOf[path]?.() ?? '');
  // Courses are written by roles that count everywhere.
  const by = path.startsWith('/courses') ? admin : caller;
  if (method === 'PATCH') return by.patch(at, withId({}, member, id));
  const before = method === 'PUT' ? (await admin.get(at)).body : await bodies[path]?.();
  const body = withId(before ?? {}, member, id);
  return method === 'PUT' ? by.put(at, body) : by.post(at, body);
}

it('every id that a body names is of a kind', () => {
  expect(swaps.length).toBeGreaterThan(20);
  const unknown = swaps.filter(({ member }) => !(member in kinds) && !ofNoRow.includes(member));
  expect(unknown).toEqual([]);
});

it('every path whose body names an id has a body or a row here', () => {
  const without = swaps.filter(({ method, path }) => !(path in (method === 'POST' ? bodies : rowOf)));
  expect(without).toEqual([]);
});

const cases = swaps
  .filter(({ member }) => !ofNoRow.includes(member))
  .flatMap((swap) => {
    const kind = kinds[swap.member] ?? 'attachment';
    const others: [string, () => string][] = [['another company', () => foreign[kind]]];
    if (!everywhere.includes(kind)) others.push(['an org structure out of reach', () => outOfReach[kind]]);
    return others.map(([whose, id]) => ({ ...swap, whose, id }));
  });

describe('not found, and nothing changed', () => {
  it.each(cases)('$method $path with $member of $whose', async ({ method, path, member, id }) => {
    const before = await stateOf(path);
    const { status, body } = await send(method, path, member, id());
    if (member === '/personnelIds/*') {
      expect({ status, body }).toMatchObject({
        status: 201,
        body: [{ status: null, error: { code: 'not-found' } }],
      });
    } else {
      const isFixed = method !== 'POST' && path === '/students/{id}';
      const fault = { pointer: pointerTo(member), code: isFixed ? 'not-allowed' : 'not-found' };
      expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [fault] });
    }
    expect(await stateOf(path)).toEqual(before);
  });
});
