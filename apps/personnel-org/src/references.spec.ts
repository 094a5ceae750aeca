import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { idOperations, pointerTo, type TestApi, type TestCaller } from '@safety/testing';
import { addAssociate, addJobTitle, associate } from './testing/associates.js';
import { addCourse, addItem, placed } from './testing/org-structures.js';
import { addPerson, addUser, person, startPersonnelOrg } from './testing/organisation.js';

/** Every id that a path or a body can name, swapped for one of another company and for one out of reach. */

const operations = idOperations('apps/personnel-org/openapi.json');
const namedInBodies = operations.flatMap(({ name, members }) =>
  members.map((member) => `${name} ${pointerTo(member)}`),
);

let api: TestApi;
let admin: TestCaller;
let foreigner: TestCaller;
/** An administrator of one place alone. */
let near: TestCaller;

type Rows = Record<
  'place' | 'item' | 'person' | 'associate' | 'title' | 'user' | 'course' | 'contact',
  string
>;
/** Rows within reach, beside it, and of another company. */
let ours: Rows;
let far: Rows;
let theirs: Rows;

async function rowsOf(caller: TestCaller): Promise<Rows> {
  const place = await placed(caller, `Place ${randomUUID()}`);
  const { id } = await addPerson(caller, place);
  const contact = { name: 'Niamh', relationship: 'friend', phonePrimary: '+353861112233', priority: 1 };
  return {
    place: place.id,
    item: (await addItem(caller)).id,
    person: id,
    associate: (await addAssociate(caller, { orgStructureIds: [place.id] })).id,
    title: (await addJobTitle(caller)).id,
    user: await addUser(api, caller.companyId),
    course: await addCourse(api, caller.companyId),
    contact: (await caller.post(`/personnel/${id}/emergencycontacts`, contact)).body.id,
  };
}

beforeAll(async () => {
  api = await startPersonnelOrg();
  [admin, foreigner] = [await api.caller(), await api.caller()];
  [ours, far, theirs] = [await rowsOf(admin), await rowsOf(admin), await rowsOf(foreigner)];
  near = await api.caller({ companyId: admin.companyId, orgStructureIds: [ours.place] });
});
afterAll(() => api.close());

const record = (changes: object) => ({
  effectiveDate: '2021-01-01',
  orgStructureId: ours.place,
  jobTitle: 'Driver',
  employmentType: 'fullTime',
  employmentStatus: 'active',
  ...changes,
});
const ofPerson = () => ({
  firstName: 'A',
  lastName: 'B',
  personnelNumber: randomUUID(),
  hireDate: '2020-02-01',
});
const placement = (changes: object) => ({ itemId: ours.item, parentId: ours.place, ...changes });

interface Case {
  kind: keyof Rows;
  /** The answer for a row out of reach; absent where rows of this kind have no place. */
  beside?: number;
  request: (id: string) => [method: 'post' | 'put' | 'patch', path: string, body: object];
}

const cases: Record<string, Case> = {};
const add = (names: string[], one: Case) => {
  for (const name of names) cases[name] = one;
};
add(['POST /personnel /lineManagerId'], {
  kind: 'person',
  beside: 422,
  request: (lineManagerId) => ['post', '/personnel', person({ id: ours.place }, { lineManagerId })],
});
add(['POST /personnel /userId'], {
  kind: 'user',
  request: (userId) => ['post', '/personnel', person({ id: ours.place }, { userId })],
});
add(['POST /personnel /initialHistory/orgStructureId'], {
  kind: 'place',
  beside: 422,
  request: (id) => ['post', '/personnel', person({ id })],
});
add(['POST /personnel /initialHistory/lineManagerId'], {
  kind: 'person',
  beside: 422,
  request: (lineManagerId) => ['post', '/personnel', person({ id: ours.place }, {}, { lineManagerId })],
});
for (const method of ['put', 'patch'] as const) {
  const body = (changes: object) => (method === 'put' ? { ...ofPerson(), ...changes } : changes);
  const at = () => `/personnel/${ours.person}`;
  add([`${method.toUpperCase()} /personnel/{id} /lineManagerId`], {
    kind: 'person',
    beside: 422,
    request: (lineManagerId) => [method, at(), body({ lineManagerId })],
  });
  add([`${method.toUpperCase()} /personnel/{id} /userId`], {
    kind: 'user',
    request: (userId) => [method, at(), body({ userId })],
  });
  const placing = (changes: object) => (method === 'put' ? placement(changes) : changes);
  add([`${method.toUpperCase()} /orgstructures/{id} /itemId`], {
    kind: 'item',
    request: (itemId) => [method, `/orgstructures/${ours.place}`, placing({ parentId: null, itemId })],
  });
  // Every reader sees the whole tree, so what lies beside the reach is refused by its permission.
  add([`${method.toUpperCase()} /orgstructures/{id} /parentId`], {
    kind: 'place',
    beside: 403,
    request: (parentId) => [method, `/orgstructures/${ours.place}`, placing({ parentId })],
  });
}
for (const [method, date] of [
  ['post', ''],
  ['put', '?date=2020-02-01'],
] as const) {
  const at = () => `/personnel/${ours.person}/history${date}`;
  const effectiveDate = method === 'put' ? '2020-02-01' : '2021-01-01';
  const name = `${method.toUpperCase()} /personnel/{id}/history`;
  add([`${name} /orgStructureId`], {
    kind: 'place',
    beside: 422,
    request: (orgStructureId) => [method, at(), record({ effectiveDate, orgStructureId })],
  });
  add([`${name} /lineManagerId`], {
    kind: 'person',
    beside: 422,
    request: (lineManagerId) => [method, at(), record({ effectiveDate, lineManagerId })],
  });
}
for (const method of ['post', 'put'] as const) {
  const body = (changes: object) =>
    associate({ ...(method === 'put' && { id: ours.associate }), orgStructureIds: [ours.place], ...changes });
  const name = `${method.toUpperCase()} /associate`;
  add([`${name} /jobTitleId`], {
    kind: 'title',
    request: (jobTitleId) => [method, '/associate', body({ jobTitleId })],
  });
  add([`${name} /hostPersonnelId`], {
    kind: 'person',
    beside: 422,
    request: (hostPersonnelId) => [method, '/associate', body({ hostPersonnelId })],
  });
  add([`${name} /orgStructureIds/0`], {
    kind: 'place',
    beside: 422,
    request: (id) => [method, '/associate', body({ orgStructureIds: [id] })],
  });
}
add(['PUT /associate /id'], {
  kind: 'associate',
  beside: 404,
  request: (id) => ['put', '/associate', associate({ id, orgStructureIds: [ours.place] })],
});
add(['POST /orgstructures /itemId'], {
  kind: 'item',
  request: (itemId) => ['post', '/orgstructures', placement({ itemId })],
});
add(['POST /orgstructures /parentId'], {
  kind: 'place',
  beside: 403,
  request: (parentId) => ['post', '/orgstructures', placement({ parentId })],
});
add(['PUT /orgstructures/items/{id}/trainingrequired /requirements/0/courseId'], {
  kind: 'course',
  request: (courseId) => [
    'put',
    `/orgstructures/items/${ours.item}/trainingrequired`,
    { requirements: [{ courseId }] },
  ],
});
add(['PUT /users/me/defaultorgstructure /orgStructureId'], {
  kind: 'place',
  beside: 422,
  request: (orgStructureId) => ['put', '/users/me/defaultorgstructure', { orgStructureId }],
});

/** All that the company has, to be compared. */
const state = async () => {
  const lists = ['/personnel', '/associate/details', '/associate/jobtitles', '/orgstructures', '/users'];
  const bodies = await Promise.all(
    lists.map(async (path) => (await admin.get(`${path}?limit=200`)).body.data),
  );
  const history = (await admin.get(`/personnel/${ours.person}/history`)).body.data;
  const required = (await admin.get(`/orgstructures/items/${ours.item}/trainingrequired`)).body.data;
  return { bodies, history, required };
};

it('there is a case for each id that a body can name', () => {
  expect(Object.keys(cases).sort()).toEqual([...namedInBodies].sort());
});

describe.each(namedInBodies)('%s', (name) => {
  const outcomes = async (caller: TestCaller, id: string) => {
    const { request } = cases[name] as Case;
    const before = await state();
    const [method, path, body] = request(id);
    const { status, body: answer } = await caller[method](path, body);
    expect(await state()).toEqual(before);
    return {
      status,
      errors: answer.errors?.map(({ pointer, code }: Record<string, string>) => [pointer, code]),
    };
  };
  const pointer = name.split(' ')[2] ?? '';
  const expected = (status: number) =>
    status === 422 ? { status, errors: [[pointer, 'not-found']] } : expect.objectContaining({ status });

  it('of another company: refused, and nothing changed', async () => {
    const { kind } = cases[name] as Case;
    const status = pointer === '/id' ? 404 : 422;
    expect(await outcomes(admin, theirs[kind])).toEqual(expected(status));
  });

  it('out of reach: refused, and nothing changed', async () => {
    const { kind, beside } = cases[name] as Case;
    if (beside === undefined) return;
    expect(await outcomes(near, far[kind])).toEqual(expected(beside));
  });
});

/** The row that the first id of a path names, and what somebody is told for whom it is out of reach. */
const rowOfPath: [prefix: string, kind: keyof Rows, beside: number | 'visible'][] = [
  ['/personnel/', 'person', 404],
  ['/associate/jobtitle/', 'title', 'visible'],
  ['/associate/', 'associate', 404],
  ['/orgstructures/items/', 'item', 'visible'],
  ['/orgstructures/', 'place', 'visible'],
  ['/users/', 'user', 403],
];
const withIds = operations.filter(({ path }) => path.includes('{'));

describe.each(withIds.map(({ method, path }) => ({ method, path })))('$method $path', ({ method, path }) => {
  const [, kind, beside] = rowOfPath.find(([prefix]) => path.startsWith(prefix)) ?? rowOfPath[0] ?? [];
  const query = path.endsWith('/history') && method === 'DELETE' ? '?date=2020-02-01' : '';
  const send = (caller: TestCaller, rows: Rows) => {
    const at = path.replace('{id}', rows[kind ?? 'person']).replace('{contactId}', rows.contact) + query;
    const headers = { authorization: `Bearer ${caller.token}`, 'x-company-context': caller.companyId };
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    return api.send(method, at, { ...body, headers });
  };

  it('of another company: 404, and nothing changed', async () => {
    const before = await state();
    const { status } = await send(foreigner, ours);
    expect([status, await state()]).toEqual([kind === 'user' ? 403 : 404, before]);
  });

  it('out of reach: refused, and nothing changed', async () => {
    const before = await state();
    const { status } = await send(near, far);
    if (beside !== 'visible') expect(status).toBe(beside);
    expect(await state()).toEqual(before);
  });
});
