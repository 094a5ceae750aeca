// GET /companies/me of a user of many companies, beside its statement, and the size of the access token.
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { median } from '../common/statistics.mjs';

const PAGE = 200;

/** All pages of the list by requests, and the same rows by one statement each, in turns. */
export async function measureOwnCompanies(suite, userId, token, rounds) {
  const service = new pg.Client({ connectionString: suite.environment.accounts.DATABASE_URL });
  await service.connect();
  try {
    const times = { pagesMs: [], sqlMs: [] };
    let companies = 0;
    for (let round = -2; round < rounds; round++) {
      const [asked, known] = [await pagesOf(suite, token), await statementsOf(service, userId)];
      companies = asked.rows;
      if (asked.rows !== known.rows) throw new Error(`${asked.rows} companies, and ${known.rows} by SQL`);
      if (round < 0) continue;
      times.pagesMs.push(asked.ms);
      times.sqlMs.push(known.ms);
    }
    const [pagesMs, sqlMs] = [median(times.pagesMs), median(times.sqlMs)];
    const figures = { companies, pagesMs, sqlMs, ratio: pagesMs / sqlMs };
    return Object.fromEntries(
      Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(2))]),
    );
  } finally {
    await service.end();
  }
}

/** Asked of accounts itself: what a gateway adds is measured in bench/gateway. */
async function pagesOf(suite, token) {
  const startedAt = performance.now();
  let [cursor, rows] = ['', 0];
  do {
    const answer = await fetch(`${suite.urls.accounts}/companies/me?limit=${PAGE}${cursor}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (answer.status !== 200) throw new Error(`The list answered ${answer.status}`);
    const { data, page } = await answer.json();
    rows += data.length;
    cursor = page.hasMore ? `&cursor=${page.nextCursor}` : '';
  } while (cursor);
  return { rows, ms: performance.now() - startedAt };
}

/** As the service asks, behind the wall around the user. */
async function statementsOf(service, userId) {
  const startedAt = performance.now();
  let [after, rows] = [['', '00000000-0000-0000-0000-000000000000'], 0];
  for (;;) {
    await service.query(`BEGIN READ ONLY; SELECT set_config('app.user_id', '${userId}', true)`);
    const page = await service.query({
      name: 'own-companies',
      text: STATEMENT,
      values: [userId, ...after, PAGE + 1],
    });
    await service.query('COMMIT');
    rows += Math.min(page.rows.length, PAGE);
    if (page.rows.length <= PAGE) return { rows, ms: performance.now() - startedAt };
    const last = page.rows[PAGE - 1];
    after = [last.name, last.id];
  }
}

const STATEMENT = `
  SELECT c.id, c.name, c.legal_name, c.country_code, c.time_zone, c.default_locale, c.status, c.is_demo,
    json_agg(json_build_object(
      'assignmentId', a.id, 'roleId', r.id, 'name', r.name, 'builtIn', r.built_in, 'permissions', r.permissions,
      'orgStructureIds', a.org_structure_ids
    ) ORDER BY cardinality(a.org_structure_ids) > 0, a.created_at, a.id) AS held, min(a.created_at)
  FROM role_assignments AS a
  JOIN companies AS c ON c.id = a.company_id
  JOIN roles AS r ON r.company_id = a.company_id AND r.id = a.role_id
  JOIN company_users AS m ON m.company_id = a.company_id AND m.id = a.user_id
    AND m.archived_at IS NULL AND a.archived_at IS NULL
  WHERE a.user_id = $1 AND m.status = 'active' AND EXISTS (SELECT FROM users WHERE id = $1 AND disabled_at IS NULL)
    AND (c.name, c.id) > ($2, $3::uuid)
  GROUP BY c.id ORDER BY c.name, c.id LIMIT $4`;
