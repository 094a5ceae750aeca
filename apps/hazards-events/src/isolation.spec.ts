import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Answer,
  type IdOperation,
  idOperations,
  pointerTo,
  type TestApi,
  type TestCaller,
  withId,
} from '@safety/testing';
import { actionOn, everythingOf, type Ground, groundOf } from './testing/ground.js';
import {
  addMember,
  assessed,
  eventAt,
  hazardAt,
  injury,
  startHazardsEvents,
} from './testing/hazards-under-test.js';

let api: TestApi;
let mine: Ground;
let theirs: Ground;
/** Everything is allowed to them, at one place. */
let local: TestCaller;
let beyond: Ground;

beforeAll(async () => {
  api = await startHazardsEvents();
  mine = await groundOf(api);
  theirs = await groundOf(api);
  local = await addMember(api, mine.owner.companyId, { orgStructureIds: [mine.place.id] });
  beyond = await groundOf(api, mine.owner);
});

afterAll(() => api.close());

const everything = () => everythingOf(api, [mine.owner.companyId, theirs.owner.companyId]);
const send = (caller: TestCaller, method: string, path: string, body?: unknown): Promise<Answer> => {
  if (method === 'GET' || method === 'DELETE') return caller[method === 'GET' ? 'get' : 'delete'](path);
  return caller[method.toLowerCase() as 'post' | 'put' | 'patch'](path, body);
};

/** A UUID version 7, as a client makes it. */
const clientMade = () => randomUUID().replace(/^(.{14})./, '$17');
const comment = 'Because.';
const risk = () => ({ likelihood: 2, severity: 2 });
const hazard = () =>
  hazardAt(mine.place, {
    ...assessed,
    riskAssessment: { initial: risk(), residual: risk(), target: risk() },
  });
const event = () =>
  eventAt(mine.place, {
    investigation: {
      leadUserId: mine.userId,
      teamUserIds: [],
      method: 'other',
      startedAt: '2026-03-03T00:00:00Z',
    },
    eventGroups: [injury()],
  });
const action = () => actionOn(mine.hazardId, mine.userId);
const process = () => ({
  ...hazard(),
  suggestedActions: [{ description: 'x' }],
  approval: { step: 'submit', comment },
});

/** A body that each operation takes from the owner, by its name. */
const bodies: Readonly<Record<string, () => object>> = {
  'POST /hazards': hazard,
  'PUT /hazards': () => ({ id: mine.hazardId, ...hazard() }),
  'PATCH /hazards/{id}': hazard,
  'POST /hazards/requireapproval': hazard,
  'PUT /hazards/{id}/requireapproval': hazard,
  'POST /hazards/approval': process,
  'PUT /hazards/approval': () => ({ id: mine.hazardId, ...process() }),
  'POST /hazards/{id}/transitions': () => ({ comment, closureReason: 'eliminated' }),
  'POST /events/requireapproval': event,
  'PUT /events/{id}/requireapproval': event,
  'POST /events/{id}/transitions': () => ({ comment }),
  'POST /actions': action,
  'PUT /actions/{id}': action,
  'PATCH /actions/{id}': action,
  'POST /actions/{id}/transitions': () => ({ comment }),
};
const bodyOf = ({ name }: IdOperation): object => bodies[name]?.() ?? {};

/** The ids of a ground by the member that holds them. Users lie nowhere. */
const kinds: [RegExp, (ground: Ground) => string, 'placed' | 'anywhere'][] = [
  [/orgStructureId$/, ({ place }) => place.id, 'placed'],
  [/sourceId$|relatedHazardIds/, ({ hazardId }) => hazardId, 'placed'],
  [/relatedEventIds/, ({ eventId }) => eventId, 'placed'],
  [/suggestedActions\/\*\/id$/, ({ suggestionId }) => suggestionId, 'placed'],
  [/approverUserIds/, ({ userId }) => userId, 'placed'],
  [/UserIds?(\/\*)?$/, ({ userId }) => userId, 'anywhere'],
  [/ersonnelId$/, ({ personId }) => personId, 'placed'],
  [/ssociateId$/, ({ associateId }) => associateId, 'placed'],
];
const kindOf = (member: string) => kinds.find(([pattern]) => pattern.test(member));

/** Members that go with no other of their kind. */
const alone: Readonly<Record<string, string>> = {
  '/assigneePersonnelId': '/assigneeUserId',
  '/eventGroups/*/personInjuredPersonnelId': '/eventGroups/*/personInjuredName',
  '/eventGroups/*/personInjuredAssociateId': '/eventGroups/*/personInjuredName',
};

/** Ids that name what the request itself is about, and those of groups, which have a case of their own. */
const isOwnId = (member: string) => member === '/id' || member === '/eventGroups/*/id';

const operations = idOperations('apps/hazards-events/openapi.json');
const named = operations.filter(({ path, members }) => path.includes('{id}') || members.includes('/id'));
const writes = operations.filter(({ members }) => members.some((member) => !isOwnId(member)));
const member = (operation: IdOperation) =>
  operation.members
    .filter((pointer) => !isOwnId(pointer))
    .map((pointer): [string, IdOperation, string] => [`${operation.name} ${pointer}`, operation, pointer]);

const ownIds: Readonly<Record<string, (ground: Ground) => string>> = {
  hazards: ({ hazardId }) => hazardId,
  events: ({ eventId }) => eventId,
  actions: ({ actionId }) => actionId,
};

const ownIdOf = ({ path }: IdOperation, ground: Ground): string => {
  const ownId = ownIds[path.split('/')[1] ?? ''];
  if (!ownId) throw new Error(`Say whose id ${path} has`);
  return ownId(ground);
};

/** Requests of an operation that name a row of another ground: each step of a transition is one. */
const about = (operation: IdOperation, other: Ground): { path: string; body: object }[] => {
  const id = ownIdOf(operation, other);
  const path = operation.path.replace('{id}', id);
  const body = operation.members.includes('/id') ? { ...bodyOf(operation), id } : bodyOf(operation);
  if (operation.name === 'PUT /hazards/approval')
    return ['submit', 'saveDraft', 'withdraw', 'approve', 'reject', 'requestChanges'].map((step) => ({
      path,
      body: { ...body, approval: { step, comment } },
    }));
  if (operation.transitions.length === 0) return [{ path, body }];
  return operation.transitions.map((transition) => ({ path, body: { ...body, transition } }));
};

/** Whose ids are used, and the caller they must stay hidden from. */
const others: [string, () => [TestCaller, Ground]][] = [
  ['another company', () => [mine.owner, theirs]],
  ['a place out of reach', () => [local, beyond]],
];

it('knows whose id each member of each body is, and a body for each operation', () => {
  const members = operations.flatMap((operation) => operation.members);
  expect(members.filter((pointer) => !isOwnId(pointer) && !kindOf(pointer))).toEqual([]);
  expect(writes.map(({ name }) => name).filter((name) => !bodies[name])).toEqual([]);
  expect([named.length, writes.flatMap(member).length].every((count) => count > 20)).toBe(true);
});

describe.each(others)('ids of %s', (whose, pair) => {
  const isAdded = ({ method }: IdOperation) => method === 'POST';

  it.each(
    named
      .filter((operation) => operation.path.includes('{id}') || !isAdded(operation))
      .map((operation): [string, IdOperation] => [operation.name, operation]),
  )('404, nothing changed, nothing published: %s', async (_name, operation) => {
    const [caller, other] = pair();
    const before = await everything();
    for (const { path, body } of about(operation, other)) {
      const { status, body: problem } = await send(caller, operation.method, path, body);
      expect({ body, status, code: problem.code }).toEqual({ body, status: 404, code: 'not-found' });
    }
    expect(await everything()).toEqual(before);
  });

  const inBodies = writes
    .flatMap(member)
    .filter(([, , pointer]) => whose === 'another company' || kindOf(pointer)?.[2] === 'placed');

  it.each(inBodies)('422, nothing changed, nothing published: %s', async (_name, operation, pointer) => {
    const [caller, other] = pair();
    const [, idOf] = kindOf(pointer) ?? [];
    const base = alone[pointer] ? withId(bodyOf(operation), alone[pointer], null) : bodyOf(operation);
    const body = withId(base, pointer, idOf?.(other) ?? '');
    const before = await everything();
    const path = operation.path.replace('{id}', ownIdOf(operation, mine));
    const { status, body: problem } = await send(caller, operation.method, path, body);
    const faults = problem.errors?.map((fault: { pointer: string }) => fault.pointer);
    expect({ status, faults }).toEqual({ status: 422, faults: [pointerTo(pointer)] });
    expect(['not-found', 'not-allowed']).toContain(problem.errors[0].code);
    expect(await everything()).toEqual(before);
  });

  const inQueries = operations.flatMap(({ name, path, parameters }) =>
    parameters.map((parameter): [string, string, string] => [`${name}?${parameter}`, path, parameter]),
  );

  it.each(inQueries)('200 without a row: %s', async (_name, path, parameter) => {
    const [caller, other] = pair();
    const ids = Object.entries(other).flatMap(([key, value]) =>
      key.endsWith('Id') ? [value as string] : [],
    );
    const { status, body } = await caller.get(`${path}?${parameter}=${[...ids, other.place.id].join(',')}`);
    expect({ status, rows: body.data }).toEqual({ status: 200, rows: [] });
  });
});

describe('ids that a request makes', () => {
  const adds = operations.filter(({ method, members }) => method === 'POST' && members.includes('/id'));
  const cases = adds.map((operation): [string, IdOperation] => [operation.name, operation]);

  it.each(cases)('201, and the row of the other company stays: %s', async (_name, operation) => {
    const id = clientMade();
    const foreign = withPlace(bodyOf(operation), theirs);
    expect((await theirs.owner.post(operation.path, { ...foreign, id })).status).toBe(201);
    const before = await everythingOf(api, [theirs.owner.companyId]);
    const { status, body } = await mine.owner.post(operation.path, { ...bodyOf(operation), id });
    expect({ status, id: body.id }).toEqual({ status: 201, id });
    const after = await everythingOf(api, [theirs.owner.companyId]);
    expect((after as { rows: unknown }).rows).toEqual((before as { rows: unknown }).rows);
  });

  it.each(cases)('409 duplicate, unnamed: %s with an id out of reach', async (_name, operation) => {
    const id = clientMade();
    await mine.owner.post(operation.path, { ...withPlace(bodyOf(operation), beyond), id });
    const before = await everything();
    const { status, body } = await local.post(operation.path, { ...bodyOf(operation), id });
    expect({ status, code: body.code, named: body.conflictingId }).toEqual({
      status: 409,
      code: 'duplicate',
      named: null,
    });
    expect(await everything()).toEqual(before);
  });

  it('201 with another id: a group of an event that has the id of a group elsewhere', async () => {
    for (const { groupId } of [theirs, beyond]) {
      const { status, body } = await local.post('/events/requireapproval', {
        ...event(),
        investigation: null,
        eventGroups: [injury({ id: groupId })],
      });
      expect(status).toBe(201);
      expect(body.eventGroups[0].id).not.toBe(groupId);
    }
  });

  /** A body for another ground, without anything of this one. */
  const withPlace = (body: object, { place, hazardId, userId }: Ground): object => ({
    ...body,
    orgStructureId: place.id,
    ...('investigation' in body && { investigation: null }),
    ...('sourceId' in body && { sourceId: hazardId, assigneeUserId: userId }),
  });
});

describe('sources of actions', () => {
  it.each([
    ['event', (other: Ground) => other.eventId],
    ['training', (other: Ground) => other.courseId],
  ] as const)('422: a source of the type %s of another company', async (sourceType, idOf) => {
    const before = await everything();
    const body = { ...action(), sourceType, sourceId: idOf(theirs), orgStructureId: mine.place.id };
    const { status, body: problem } = await mine.owner.post('/actions', body);
    expect({ status, errors: problem.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer: '/sourceId', code: 'not-found' }],
    });
    expect(await everything()).toEqual(before);
  });
});
