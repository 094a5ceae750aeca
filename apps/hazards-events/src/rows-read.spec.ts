import { beforeAll, describe, expect, it } from '@jest/globals';
import { rowsRead, type TestCaller } from '@safety/testing';
import { anotherId, copyRow } from './testing/copy-row.js';
import { hazardScene, idsIn, only } from './testing/hazard-scene.js';
import {
  addCompany,
  addMember,
  assessed,
  eventAt,
  hazardAt,
  startForSpec,
} from './testing/hazards-under-test.js';

const api = await startForSpec();
const { admin, place, author, submit } = await hazardScene(api);
const { companyId } = admin;
/** A look through all of them is told from one into an index. */
const OTHERS = 3000;

const multiply = (table: string, id: string, others: Record<string, string>) =>
  copyRow(api, { table, id, times: OTHERS }, others);

it('approval data at one place: of the actions of the company those of the page', async () => {
  const { id } = only(await admin.post('/hazards', hazardAt(place, assessed)), 201);
  const action = { title: 'Mount a guard', actionType: 'corrective', dueDate: '2030-01-01' };
  const added = await admin.post('/actions', {
    ...{ ...action, sourceType: 'hazard', sourceId: id, assigneeUserId: admin.userId },
  });
  await multiply('actions', only(added, 201).id, { ...anotherId, source_id: 'gen_random_uuid()' });
  const reader = await addMember(api, companyId, { role: 'manager', orgStructureIds: [place.id] });
  const read = await rowsRead(api, companyId, { table: 'actions', within: 'FROM "actions"' }, async () => {
    const { data } = (await reader.get('/hazards/approvalData')).body;
    expect(data[0].actions).toHaveLength(1);
  });
  expect(read).toBeLessThan(50);
});

it.each(['events', 'approved_events'])('withdrawing a report: few of %s', async (table) => {
  const { id } = await submit();
  const event = only(await author.post('/events/requireapproval', eventAt(place)), 201);
  const approver = await addMember(api, companyId, { role: 'eventManager' });
  only(await approver.post(`/events/${event.id}/transitions`, { transition: 'approve' }), 200);
  await multiply(table, event.id, anotherId);
  const read = await rowsRead(api, companyId, { table, within: 'related_hazard_ids' }, async () => {
    const approval = { step: 'withdraw' };
    expect((await author.put('/hazards/approval', { id, approval })).body.status).toBe('draft');
  });
  expect(read).toBeLessThan(50);
});

it('a submission: of the users of a company those who approve', async () => {
  const { admin: owner, place: there } = await addCompany(api);
  const reporter = await addMember(api, owner.companyId, { role: 'employee' });
  await multiply('company_users', reporter.userId, { id: 'gen_random_uuid()' });
  await addMember(api, owner.companyId, { role: 'eventManager' });
  const users = { table: 'company_users', within: 'FROM company_users' };
  const read = await rowsRead(api, owner.companyId, users, async () =>
    only(await reporter.post('/hazards/requireapproval', hazardAt(there, assessed)), 201),
  );
  expect(read).toBeLessThan(50);
});

describe('of the hazards of others that wait an employee looks through few', () => {
  let reader: TestCaller;
  let own: string;

  beforeAll(async () => {
    const { admin: owner, place: there } = await addCompany(api);
    await addMember(api, owner.companyId, { role: 'eventManager' });
    const reporter = await addMember(api, owner.companyId, { role: 'employee' });
    reader = await addMember(api, owner.companyId, { role: 'employee' });
    const submitted = async (by: TestCaller): Promise<string> =>
      only(await by.post('/hazards/requireapproval', hazardAt(there, assessed)), 201).id;
    await multiply('hazards', await submitted(reporter), anotherId);
    own = await submitted(reader);
  });

  it.each([
    ['/hazards/includerequireapproval?sort=reference', true],
    ['/hazards/includerequireapproval?requireApproval=true', true],
    ['/hazards/approvalData?requireApproval=true', true],
    ['/hazards/approvalData?status=pendingApproval', true],
    ['/hazards/approvalData?approvalState=pending', true],
    ['/hazards/approvalData?approvalState=withdrawn', false],
    ['/hazards/approvalData?approverUserId=me', false],
    ['/hazards/approvalData?submittedFrom=2100-01-01T00:00:00Z', false],
  ])('GET %s', async (path, hasOwn) => {
    const hazards = { table: 'hazards', within: 'hazards' };
    const read = await rowsRead(api, reader.companyId, hazards, async () => {
      expect(idsIn(await reader.get(path))).toEqual(hasOwn ? [own] : []);
    });
    expect(read).toBeLessThan(1000);
  });
});

it('hazards with open actions, of which the company has none: none is looked through', async () => {
  const { admin: owner, place: there } = await addCompany(api);
  const { id } = only(await owner.post('/hazards', hazardAt(there, assessed)), 201);
  await multiply('hazards', id, anotherId);
  const read = await rowsRead(api, owner.companyId, { table: 'hazards', within: 'hazards' }, async () => {
    expect((await owner.get('/hazards/approvalData?hasOpenActions=true')).body.data).toEqual([]);
  });
  expect(read).toBeLessThan(1000);
});
