import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { TestCaller } from '@safety/testing';
import { idsIn, only, outcome, startHazardScene } from '../testing/hazard-scene.js';
import { addPlace, giveRoles, select, type TestPlace } from '../testing/hazards-under-test.js';

const { api, admin, approver, member, body, place } = await startHazardScene();
const { companyId } = admin;
const permissions = ['hazards.read', 'hazards.create', 'hazards.createWithoutApproval'] as const;
const serviceClient = () => api.caller({ companyId, asServiceClient: true, permissions });
const draftOf = async (caller: TestCaller, changes: object = {}) =>
  only(await caller.post('/hazards/approval', body({ ...changes, approval: { step: 'saveDraft' } })), 201);
const leave = ({ userId }: TestCaller) =>
  select(api, companyId, 'UPDATE company_users SET belongs = false WHERE id = $1', [userId]);
const disable = ({ userId }: TestCaller) =>
  select(api, companyId, 'UPDATE company_users SET active = false WHERE id = $1', [userId]);
const inviteAgain = ({ userId }: TestCaller) =>
  select(api, companyId, 'UPDATE company_users SET accepted = false WHERE id = $1', [userId]);
const moveTo = async (author: TestCaller, there: TestPlace) => {
  const assignments = await giveRoles(api, author, [[there, permissions]]);
  const publish = 'UPDATE company_users SET assignments = $2 WHERE id = $1';
  await select(api, companyId, publish, [author.userId, JSON.stringify(assignments)]);
};
const conflict = async (caller: TestCaller, externalId: string) =>
  only(await caller.post('/hazards', body({ externalId })), 409).conflictingId;
const notFound = { status: 404, code: 'not-found' };

it('the draft of a service client: administrators find and delete it, and its external id is free', async () => {
  const externalId = randomUUID();
  const { id } = await draftOf(await serviceClient(), { externalId });
  const another = await serviceClient();
  for (const caller of [approver, another]) {
    expect(outcome(await caller.get(`/hazards/${id}/approvalData`))).toEqual(notFound);
    expect(outcome(await caller.delete(`/hazards/${id}`))).toEqual(notFound);
  }
  expect(await conflict(another, externalId)).toBeNull();
  expect(await conflict(admin, externalId)).toBe(id);
  expect((await admin.get(`/hazards/${id}/approvalData`)).body).toMatchObject({ id, status: 'draft' });
  expect((await admin.delete(`/hazards/${id}`)).status).toBe(204);
  only(await another.post('/hazards', body({ externalId })), 201);
});

it('the draft of a user: administrators find it once its author has left, and submit nothing for them', async () => {
  const author = await member({ role: 'employee' });
  const { id } = await draftOf(author);
  const path = `/hazards/approvalData?ids=${id}&includeTotal=true`;
  const listed = async (caller: TestCaller) => (await caller.get(path)).body.page.totalCount;
  expect(await listed(admin)).toBe(0);
  expect(outcome(await admin.delete(`/hazards/${id}`))).toEqual(notFound);
  await leave(author);
  expect([await listed(admin), await listed(approver)]).toEqual([1, 0]);
  const submitted = await admin.put('/hazards/approval', { id, approval: { step: 'submit' } });
  expect(outcome(submitted)).toEqual({ status: 403, code: 'permission-denied' });
  expect((await admin.delete(`/hazards/${id}`)).status).toBe(204);
  expect(await listed(admin)).toBe(0);
});

it.each<[string, (author: TestCaller) => Promise<unknown>]>([
  ['is disabled', disable],
  ['has left, and has yet to accept another invitation', inviteAgain],
  ['has a role elsewhere alone', async (author) => moveTo(author, await addPlace(api, companyId))],
])('the draft of a user who %s: administrators find and delete it, others do not', async (_, end) => {
  const [externalId, author] = [randomUUID(), await member({ role: 'employee' })];
  const { id } = await draftOf(author, { externalId });
  expect(await conflict(admin, externalId)).toBeNull();
  await end(author);
  expect(await conflict(admin, externalId)).toBe(id);
  expect(outcome(await approver.get(`/hazards/${id}/approvalData`))).toEqual(notFound);
  expect((await admin.get(`/hazards/${id}/approvalData`)).body).toMatchObject({ id, status: 'draft' });
  expect((await admin.delete(`/hazards/${id}`)).status).toBe(204);
  only(await admin.post('/hazards', body({ externalId })), 201);
});

it('the draft of a user whose role moves to a place above it stays theirs alone', async () => {
  const below = await addPlace(api, companyId, { parent: place });
  const author = await member({ role: 'employee', orgStructureIds: [below.id] });
  const { id } = await draftOf(author, { orgStructureId: below.id });
  await moveTo(author, place);
  expect(outcome(await admin.delete(`/hazards/${id}`))).toEqual(notFound);
  expect((await author.delete(`/hazards/${id}`)).status).toBe(204);
});

it('a draft that somebody has decided on: administrators delete it even so', async () => {
  const author = await member({ role: 'employee' });
  const { id } = only(await author.post('/hazards/approval', body()), 201);
  const step = (caller: TestCaller, approval: object) => caller.put('/hazards/approval', { id, approval });
  only(await step(approver, { step: 'requestChanges', comment: 'Where is it?' }), 200);
  only(await author.put('/hazards/approval', { ...body(), id, approval: { step: 'submit' } }), 200);
  only(await step(author, { step: 'withdraw' }), 200);
  expect(outcome(await author.delete(`/hazards/${id}`))).toEqual({ status: 409, code: 'in-use' });
  await leave(author);
  expect((await admin.delete(`/hazards/${id}`)).status).toBe(204);
});

it('polls of administrators tell of no draft without an author: nobody would tell of its end', async () => {
  const { id } = await draftOf(await serviceClient());
  const path = `/hazards/approvalData?ids=${id}`;
  expect(idsIn(await admin.get(path))).toEqual([id]);
  expect(idsIn(await admin.get(`${path}&modifiedSince=2026-01-01T00:00:00Z`))).toEqual([]);
});

it('a draft that was withdrawn: administrators read what it says by now, others what they knew', async () => {
  const author = await member({ role: 'employee' });
  const { id } = only(await author.post('/hazards/approval', body({ title: 'As submitted' })), 201);
  const draft = { ...body({ title: 'As it is now' }), id, approval: { step: 'withdraw' } };
  only(await author.put('/hazards/approval', draft), 200);
  const titles = async (caller: TestCaller, path: string) =>
    (await caller.get(`${path}?ids=${id}&modifiedSince=2026-01-01T00:00:00Z`)).body.data.map(
      ({ title }: { title: string }) => title,
    );
  const polls = ['/hazards/approvalData', '/hazards/includerequireapproval'];
  for (const path of polls) expect(await titles(admin, path)).toEqual(['As submitted']);
  await leave(author);
  for (const path of polls) {
    expect(await titles(admin, path)).toEqual(['As it is now']);
    expect(await titles(approver, path)).toEqual(['As submitted']);
  }
  expect(idsIn(await admin.get(`/hazards/approvalData?ids=${id}`))).toEqual([id]);
});
