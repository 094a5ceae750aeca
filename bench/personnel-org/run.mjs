// The lists of personnel-org, its tree and its users at full size. The time of each request stands beside the
// time of the statements that it sends.
import { randomUUID } from 'node:crypto';
import { startSuite } from '@safety/local-stack';
import pg from 'pg';
import { demand } from '../common/goals.mjs';
import { median } from '../common/statistics.mjs';
import { measure } from './measure.mjs';
import { encryptMembers, seed } from './seed.mjs';
import { startService } from './service.mjs';

const PEOPLE = Number(process.env.PEOPLE ?? 100_000);
const PLACEMENTS = Number(process.env.PLACEMENTS ?? 20_000);
const USERS = Number(process.env.USERS ?? 5_000);
const ROUNDS = Number(process.env.ROUNDS ?? 15);
const COMPANIES = 50;
const LEVELS = 12;
const GOALS = { ownMs: 2, lastPage: 1.2 };

const suite = await startSuite({ env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' } });
const api = await startService(suite);
const url = new URL(suite.databaseUrl);
url.pathname = new URL(suite.environment['personnel-org'].DATABASE_URL).pathname;
const owner = new pg.Client({ connectionString: url.href });
try {
  await owner.connect();
  const company = randomUUID();
  const others = Array.from({ length: COMPANIES - 1 }, () => randomUUID());
  const size = {
    people: PEOPLE,
    placements: PLACEMENTS,
    levels: LEVELS,
    users: USERS,
    assignments: 4 * USERS,
  };
  await seed(url.href, { company, others, ...size });
  for (const id of [company, others[0]]) await encryptMembers(owner, id, suite.environment['personnel-org']);
  const tree = await treeOf(company);
  const callers = {
    admin: await api.caller('admin@demo.example', company),
    elsewhere: await api.caller('both@demo.example', others[0]),
    scoped: await api.caller('manager@demo.example', company, [tree.middle]),
    wide: await api.caller('employee@demo.example', company, [tree.root]),
  };
  const rows = [];
  for (const part of [
    () => lists(callers, others[0], tree),
    () => coverage(callers, tree),
    () => users(callers, company, tree),
    () => moves(callers, company, tree),
  ]) {
    const measured = await part();
    console.table(measured);
    rows.push(...measured);
  }
  const reads = rows.filter(({ isWrite }) => !isWrite);
  const beside = median(reads.map(({ own }) => own));
  const slow = reads.filter(({ name, own }) => name.startsWith('users ') && own > GOALS.ownMs);
  console.log(`beside the own SQL, at the median of all reads: ${beside} ms`);
  demand(`at most ${GOALS.ownMs} ms beside the own SQL at the median`, beside <= GOALS.ownMs);
  demand(`users by place and role, each: ${slow.map(({ name }) => name).join(', ')}`, slow.length === 0);
} finally {
  await owner.end();
  await api.close();
  await suite.stop();
}

async function one(text, values) {
  return (await owner.query(text, values)).rows[0];
}

/** The root, a leaf, and a branch of about a quarter of the tree. */
async function treeOf(company) {
  const { root } = await one('SELECT id AS root FROM org_structures WHERE company_id = $1 AND level = 0', [
    company,
  ]);
  const { leaf } = await one(
    `SELECT id AS leaf FROM org_structures WHERE company_id = $1 AND level = ${LEVELS - 1} ORDER BY id LIMIT 1`,
    [company],
  );
  const { middle } = await one(
    `SELECT id AS middle FROM org_structures WHERE company_id = $1 AND level = 6 ORDER BY id LIMIT 1`,
    [company],
  );
  // A quarter of all, by so many branches of the first level: the last two levels go before the move.
  const { branch } = await one(
    `SELECT array_agg(id ORDER BY id) AS branch FROM (SELECT id FROM org_structures
       WHERE company_id = $1 AND level = 1 ORDER BY id LIMIT $2) AS picked`,
    [company, Math.ceil(PLACEMENTS / 4 / (LEVELS - 3))],
  );
  return { root, leaf, middle, branch };
}

async function lists({ admin, elsewhere }, other, { leaf, root }) {
  const found = await one('SELECT id FROM personnel WHERE company_id = $1 LIMIT 1', [other]);
  const asks = [
    '',
    'sort=-lastName',
    'sort=personnelNumber',
    'sort=-hireDate',
    'sort=-modifiedAt',
    'modifiedSince=2020-01-01T00:00:00Z',
    'externalId=none',
    'includeArchived=true',
    `lineManagerId=${found.id}`,
    'employmentStatus=active',
    'employmentStatus=suspended',
    'employmentType=temporary',
    'jobTitle=Job 17',
    'jobTitle=None',
    'trainingStatus=compliant',
    'trainingStatus=nonCompliant',
    'trainingStatus=notRequired',
    'trainingStatus=expiringSoon',
    'hiredFrom=2030-01-01',
    'hasUser=true',
    'hasUser=false',
    'q=Ann',
    'q=c4ca4238',
    'q=zzqq',
    'asOf=2024-01-01',
    'asOf=2024-01-01&jobTitle=Job 17',
    'asOf=2024-01-01&trainingStatus=notRequired',
  ];
  const rows = [];
  for (const query of asks)
    rows.push(
      await measure(`personnel?${query}`, ROUNDS, () => elsewhere.get(`/personnel?limit=20&${query}`)),
    );
  for (const [path, query] of [
    ['/personnel', `orgStructureId=${leaf}`],
    ['/personnel', `orgStructureId=${root}`],
    ['/orgstructures', ''],
    ['/orgstructures', 'sort=-name'],
    ['/orgstructures', 'type=site'],
    ['/orgstructures', `parentId=${root}`],
    ['/orgstructures', 'selectable=true'],
    ['/orgstructures', 'isDefault=true'],
    ['/orgstructures', 'q=Item 1999'],
    ['/orgstructures/items', 'q=Item 1999'],
    ['/users', ''],
    ['/users', 'q=c4ca4238'],
    ['/users', 'eventManagerOnly=true'],
  ])
    rows.push(
      await measure(`${path.slice(1)}?${query.slice(0, 30)}`, ROUNDS, () =>
        admin.get(`${path}?limit=20&${query}`),
      ),
    );
  await lastPage(elsewhere, rows);
  return rows;
}

/** The last page of a walk by cursor beside the first. */
async function lastPage(caller, rows) {
  for (const sort of ['lastName', '-hireDate']) {
    let [path, last] = [`/personnel?limit=50&sort=${sort}`, ''];
    const first = path;
    for (;;) {
      const { body } = await caller.get(path);
      if (!body.page.hasMore) break;
      path = `${first}&cursor=${body.page.nextCursor}`;
      // The last whole page: one of few rows would be faster for that alone.
      if ((await caller.get(path)).body.data.length === 50) last = path;
    }
    const begin = await measure(`first page by ${sort}`, ROUNDS, () => caller.get(first));
    const end = await measure(`last page by ${sort}`, ROUNDS, () => caller.get(last));
    rows.push(begin, end);
    demand(
      `last page by ${sort} at most ${GOALS.lastPage} of the first`,
      end.all <= GOALS.lastPage * begin.all,
    );
  }
}

/** Rows at or below an org structure, and those that the caller may select. */
async function coverage({ admin, scoped, wide }, { leaf, middle }) {
  const rows = [];
  for (const [name, caller, path] of [
    ['hierarchy of two levels', admin, '/orgstructures/hierarchy?depth=2'],
    ['hierarchy below a branch', admin, `/orgstructures/hierarchy?rootId=${middle}`],
    ['hierarchy of a caller at a branch', scoped, '/orgstructures/hierarchy'],
    ['selectable of a caller at a branch', scoped, '/orgstructures?selectable=true&limit=20'],
    ['people of a caller at a branch', scoped, '/personnel?limit=20'],
    ['people of a caller at the root', wide, '/personnel?limit=20'],
    ['people at a leaf and below', admin, `/personnel?orgStructureId=${leaf}&limit=20`],
    ['permissions at a leaf', admin, `/users/me/permissions?orgStructureId=${leaf}`],
  ])
    rows.push(await measure(name, ROUNDS, () => caller.get(path)));
  const whole = await admin.get('/orgstructures/hierarchy');
  demand('400 for a hierarchy of more than 10,000', whole.status === 400 || PLACEMENTS <= 10_000);
  return rows;
}

/** Users by place and role, compared with a naive look at all assignments. */
async function users({ admin }, company, { leaf, middle }) {
  const { rows: all } = await owner.query(
    'SELECT user_id AS id, display_name AS name, assignments FROM company_users WHERE company_id = $1',
    [company],
  );
  const rows = [];
  for (const [name, ids] of [
    ['at a leaf', [leaf]],
    ['at a branch', [middle]],
    ['at both', [leaf, middle]],
  ]) {
    const { rows: paths } = await owner.query(
      'SELECT path_ids AS ids FROM org_structures WHERE id = ANY ($1)',
      [ids],
    );
    for (const evm of [true, false]) {
      const expected = all.filter(({ assignments }) =>
        assignments.some(
          (role) =>
            (!evm || role.isEventManager) &&
            (role.orgStructureIds.length === 0 ||
              paths.some((path) => role.orgStructureIds.some((id) => path.ids.includes(id)))),
        ),
      );
      const path = `/users?eventManagerOnly=${evm}&orgStructureRelationshipIds=${ids}&limit=200`;
      const found = [];
      for (let cursor = ''; cursor !== undefined; ) {
        const { body } = await admin.get(`${path}${cursor}`);
        found.push(...body.data.map(({ id }) => id));
        cursor = body.page.hasMore ? `&cursor=${body.page.nextCursor}` : undefined;
      }
      const same =
        found.sort().join() ===
        expected
          .map(({ id }) => id)
          .sort()
          .join();
      demand(`users ${name}, event managers ${evm}: as a naive look finds`, same);
      rows.push(
        await measure(`users ${name}${evm ? ', event managers' : ''}`, ROUNDS, () => admin.get(path)),
      );
    }
  }
  return rows;
}

/** A quarter of the tree moves below a new parent and back. */
async function moves({ admin }, company, { root, branch }) {
  const place = async (name, parentId) => {
    const item = (await admin.post('/orgstructures/items', { name, type: 'region' })).body;
    return (await admin.post('/orgstructures', { itemId: item.id, parentId })).body.id;
  };
  // The branch lies two levels deeper than before, so its last two have to go, and their people elsewhere.
  const last = `company_id = $1 AND level >= ${LEVELS - 2} AND path_ids && $2::uuid[]`;
  await owner.query(
    `UPDATE work_history SET org_structure_id = $3
     WHERE company_id = $1 AND org_structure_id IN (SELECT id FROM org_structures WHERE ${last})`,
    [company, branch, root],
  );
  await owner.query(`DELETE FROM org_structures WHERE ${last}`, [company, branch]);
  const [from, to, gathered] = [await place('From', root), await place('To', root), randomUUID()];
  const head = await place(`Head ${gathered}`, from);
  await owner.query(
    `UPDATE org_structures SET level = level + 2, path = 'moved / ' || path,
       parent_id = CASE WHEN level = 1 THEN $2::uuid ELSE parent_id END,
       path_ids = ARRAY[path_ids[1], $3::uuid, $2::uuid] || path_ids[2:]
     WHERE path_ids && $1::uuid[]`,
    [branch, head, from],
  );
  const { count } = await one('SELECT count(*)::int FROM org_structures WHERE path_ids @> ARRAY[$1::uuid]', [
    head,
  ]);
  const targets = [to, from];
  const row = await measure(`a branch of ${count} moves`, 4, (round) =>
    admin.patch(`/orgstructures/${head}`, { parentId: targets[Math.abs(round + 3) % 2] }),
  );
  return [{ ...row, rows: count, isWrite: true }];
}
