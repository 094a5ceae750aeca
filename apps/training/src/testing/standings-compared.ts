import { expect } from '@jest/globals';
import { CompanyTransactions } from '@safety/persistence';
import { dateIn } from '@safety/platform';
import { eventually, type TestApi } from '@safety/testing';
import { IndexedStandingRows } from '../standings/indexed-standings.rows.js';
import { StandingRows } from '../standings/standings.rows.js';

const TIME_ZONE = 'Europe/Dublin';

const kept = 'personnel_id, course_id, id, requirement, status, expires_on, archived, modified_at';
const differenceSql = `
  (SELECT 'index' AS of, ${kept} FROM indexed_standings EXCEPT SELECT 'index', ${kept} FROM standings)
  UNION ALL
  (SELECT 'standings', ${kept} FROM standings EXCEPT SELECT 'standings', ${kept} FROM indexed_standings)`;
const stepsSql = `
  SELECT p.id, (SELECT array_agg(step ->> 'from' || ' ' || (step ->> 'status') ORDER BY step ->> 'from')
      FROM jsonb_array_elements(published.steps) AS step WHERE step ->> 'from' >= $2) AS published,
    (SELECT array_agg(live.day || ' ' || live.status ORDER BY live.day) FROM (
      SELECT day, status, lag(status) OVER (ORDER BY day) AS before
      FROM training_steps($1, ARRAY[p.id], $2::date, 1000)) AS live
      WHERE live.status IS DISTINCT FROM live.before) AS live
  FROM personnel AS p LEFT JOIN training_statuses AS published
    ON published.company_id = p.company_id AND published.personnel_id = p.id`;

/** Where the index and the published statuses differ from the standings of a company, once nobody is due. */
export async function differences(api: TestApi, companyId: string): Promise<unknown[]> {
  const transactions = api.app.get(CompanyTransactions);
  const due = () => api.app.get(IndexedStandingRows).due(companyId, dateIn(TIME_ZONE, new Date()));
  await eventually(async () => expect(await transactions.run(companyId, due)).toEqual([]));
  return transactions.run(companyId, async () => {
    const { client } = transactions.current(companyId);
    const today = await api.app.get(StandingRows).begin({ companyId, timeZone: TIME_ZONE });
    const { rows } = await client.query(differenceSql);
    const people = await client.query<Published>(stepsSql, [companyId, today]);
    return rows.concat(
      people.rows.filter(({ published, live }) => statusesOf(published) !== statusesOf(live)),
    );
  });
}

interface Published {
  id: string;
  published: string[] | null;
  live: string[];
}

/** One status after the other, without the days. */
const statusesOf = (steps: string[] | null) => steps?.map((step) => step.slice(11)).join() || 'notRequired';
