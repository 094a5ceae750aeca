import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, TestApi, TestCaller } from '@safety/testing';
import {
  addCompany,
  addMember,
  addPerson,
  addPlace,
  assessed,
  hazardAt,
  select,
  startHazardsEvents,
  type TestPlace,
} from '../testing/hazards-under-test.js';

/** Two companies, and a place of the first that the caller does not reach. */
interface Ground {
  owner: TestCaller;
  place: TestPlace;
  hazardId: string;
  actionId: string;
  personId: string;
  userId: string;
}

let api: TestApi;
let mine: Ground;
let theirs: Ground;
/** Everything is allowed to them, at one place. */
let local: TestCaller;
let beyond: Ground;

beforeAll(async () => {
  api = await startHazardsEvents();
  mine = await ground();
  theirs = await ground();
  local = await addMember(api, mine.owner.companyId, { orgStructureIds: [mine.place.id] });
  beyond = await ground(mine.owner);
});

afterAll(() => api.close());

async function ground(given?: TestCaller): Promise<Ground> {
  const company = given
    ? { admin: given, place: await addPlace(api, given.companyId) }
    : await addCompany(api);
  const { admin: owner, place } = company;
  const hazardId = (await owner.post('/hazards', hazardAt(place, assessed))).body.id;
  const action = {
    title: 'A guard',
    actionType: 'corrective',
    sourceType: 'hazard',
    sourceId: hazardId,
    assigneeUserId: owner.userId,
    dueDate: '2030-01-01',
  };
  const actionId = (await owner.post('/actions', action)).body.id;
  const personId = await addPerson(api, owner.companyId);
  const { userId } = await addMember(api, owner.companyId, { role: 'eventManager' });
  return { owner, place, hazardId, actionId, personId, userId };
}

type Attempt = (caller: TestCaller, other: Ground) => Promise<Answer>;
const comment = 'Because.';
const body = (changes: object = {}) => hazardAt(mine.place, { ...assessed, ...changes });
const action = (changes: object = {}) => ({
  title: 'A guard',
  actionType: 'corrective',
  sourceType: 'hazard',
  sourceId: mine.hazardId,
  assigneeUserId: mine.owner.userId,
  dueDate: '2030-01-01',
  ...changes,
});

const paths: [string, Attempt][] = [
  ['GET /hazards/{id}', (c, o) => c.get(`/hazards/${o.hazardId}`)],
  ['GET /hazards/{id}/approvalData', (c, o) => c.get(`/hazards/${o.hazardId}/approvalData`)],
  ['GET /hazards/{id}/audit', (c, o) => c.get(`/hazards/${o.hazardId}/audit`)],
  ['PUT /hazards', (c, o) => c.put('/hazards', { id: o.hazardId, ...body() })],
  ['PATCH /hazards/{id}', (c, o) => c.patch(`/hazards/${o.hazardId}`, { title: 'Mine' })],
  ['PUT /hazards/{id}/requireapproval', (c, o) => c.put(`/hazards/${o.hazardId}/requireapproval`, body())],
  ...['submit', 'approve', 'reject', 'requestChanges', 'withdraw', 'saveDraft'].map(
    (step): [string, Attempt] => [
      `PUT /hazards/approval ${step}`,
      (c, o) => c.put('/hazards/approval', { id: o.hazardId, ...body(), approval: { step, comment } }),
    ],
  ),
  [
    'POST /hazards/{id}/transitions',
    (c, o) =>
      c.post(`/hazards/${o.hazardId}/transitions`, { transition: 'close', closureReason: 'duplicate' }),
  ],
  ['DELETE /hazards/{id}', (c, o) => c.delete(`/hazards/${o.hazardId}`)],
  ['PUT /hazards/{id}/restore', (c, o) => c.put(`/hazards/${o.hazardId}/restore`)],
  ['GET /actions/{id}', (c, o) => c.get(`/actions/${o.actionId}`)],
  ['GET /actions/{id}/audit', (c, o) => c.get(`/actions/${o.actionId}/audit`)],
  ['PUT /actions/{id}', (c, o) => c.put(`/actions/${o.actionId}`, action())],
  ['PATCH /actions/{id}', (c, o) => c.patch(`/actions/${o.actionId}`, { title: 'Mine' })],
  [
    'POST /actions/{id}/transitions',
    (c, o) => c.post(`/actions/${o.actionId}/transitions`, { transition: 'start' }),
  ],
  ['DELETE /actions/{id}', (c, o) => c.delete(`/actions/${o.actionId}`)],
  ['PUT /actions/{id}/restore', (c, o) => c.put(`/actions/${o.actionId}/restore`)],
];

const risk = (assessedByPersonnelId: string) => ({
  initial: { likelihood: 1, severity: 1, assessedByPersonnelId },
});
const suggest = (suggestedAssigneePersonnelId: string) => [
  { description: 'x', suggestedAssigneePersonnelId },
];
const post =
  (path: string, changes: (other: Ground) => object): Attempt =>
  (c, o) =>
    c.post(path, path === '/actions' ? action(changes(o)) : body(changes(o)));

/** Members that hold an id of another company. People and users have no place, so those are for it alone. */
const members: [string, Attempt][] = [
  ...['/hazards', '/hazards/requireapproval', '/hazards/approval'].flatMap((path): [string, Attempt][] => [
    [`${path} responsiblePersonnelId`, post(path, (o) => ({ responsiblePersonnelId: o.personId }))],
    [`${path} reportedByPersonnelId`, post(path, (o) => ({ reportedByPersonnelId: o.personId }))],
    [`${path} reportedByAssociateId`, post(path, () => ({ reportedByAssociateId: randomUUID() }))],
    [`${path} relatedEventIds`, post(path, (o) => ({ relatedEventIds: [o.hazardId] }))],
    [`${path} assessedByPersonnelId`, post(path, (o) => ({ riskAssessment: risk(o.personId) }))],
  ]),
  [
    '/hazards/approval approverUserIds',
    post('/hazards/approval', (o) => ({ approval: { approverUserIds: [o.userId] } })),
  ],
  [
    '/hazards/approval suggestedAssigneePersonnelId',
    post('/hazards/approval', (o) => ({ suggestedActions: suggest(o.personId) })),
  ],
  [
    '/actions assigneePersonnelId',
    post('/actions', (o) => ({ assigneeUserId: null, assigneePersonnelId: o.personId })),
  ],
  ['/actions assigneeUserId', post('/actions', (o) => ({ assigneeUserId: o.userId }))],
  ['/actions verifierUserId', post('/actions', (o) => ({ verifierUserId: o.userId }))],
];

const placed: [string, Attempt][] = [
  ...['/hazards', '/hazards/requireapproval', '/hazards/approval', '/actions'].map(
    (path): [string, Attempt] => [
      `${path} orgStructureId`,
      post(path, (o) => ({ orgStructureId: o.place.id })),
    ],
  ),
  ['/actions sourceId', post('/actions', (o) => ({ sourceId: o.hazardId }))],
];

async function everything(): Promise<unknown[]> {
  const rows = [];
  for (const { owner } of [mine, theirs])
    for (const table of ['hazards', 'approved_hazards', 'actions'])
      rows.push(...(await select(api, owner.companyId, `SELECT * FROM ${table} ORDER BY id`, [])));
  return rows;
}

/** Whose ids are used, and the caller they must stay hidden from. */
const others: [string, () => [TestCaller, Ground]][] = [
  ['another company', () => [mine.owner, theirs]],
  ['a place out of reach', () => [local, beyond]],
];

describe.each(others)('ids of %s', (_, pair) => {
  it.each(paths)('404, and nothing changed: %s', async (_name, attempt) => {
    const before = await everything();
    const answer = await attempt(...pair());
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 404, code: 'not-found' });
    expect(await everything()).toEqual(before);
  });

  it.each(placed)('422, and nothing changed: POST %s', async (_name, attempt) => {
    const before = await everything();
    const answer = await attempt(...pair());
    expect({ status: answer.status, code: answer.body.errors?.[0]?.code }).toEqual({
      status: 422,
      code: 'not-found',
    });
    expect(await everything()).toEqual(before);
  });
});

describe('ids of another company', () => {
  it.each(members)('422, and nothing changed: POST %s', async (_name, attempt) => {
    const before = await everything();
    const answer = await attempt(mine.owner, theirs);
    expect(answer.status).toBe(422);
    expect(['not-found', 'not-allowed']).toContain(answer.body.errors[0].code);
    expect(await everything()).toEqual(before);
  });
});
