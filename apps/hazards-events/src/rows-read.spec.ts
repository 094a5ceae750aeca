import { expect, it } from '@jest/globals';
import { hazardScene, only } from './testing/hazard-scene.js';
import {
  addCompany,
  addMember,
  assessed,
  eventAt,
  hazardAt,
  startForSpec,
} from './testing/hazards-under-test.js';
import { rowsRead } from './testing/rows-read.js';

const api = await startForSpec();
const { admin, place, author, submit } = await hazardScene(api);
const { companyId } = admin;
/** A look through all of them is told from one into an index. */
const OTHERS = 3000;

/** Copies a row of a table, with other values in some columns. */
const multiply = (table: string, id: string, others: Record<string, string>) =>
  api.database.transaction('owner', async (owner) => {
    // A copy names what the row names: there is nothing to check.
    await owner.query('SET LOCAL session_replication_role = replica');
    const columns = await owner.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [table],
    );
    const names = columns.rows.map(({ name }) => `"${name}"`);
    const values = columns.rows.map(({ name }) => others[name] ?? `"${name}"`);
    await owner.query(
      `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table}, generate_series(1, ${OTHERS}) AS n WHERE id = $1`,
      [id],
    );
    await owner.query(`ANALYZE ${table}`);
  });

const anotherId = { id: 'gen_random_uuid()', external_id: 'NULL', reference: `reference || '-' || n` };

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
