import { CompanyTransactions } from '@safety/persistence';
import type { TestApi } from '@safety/testing';

/** The people whom some work has noted as due, by their ids. The job sees them after the commit only. */
export function dueAfter(api: TestApi, companyId: string, work: () => Promise<unknown>): Promise<string[]> {
  return api.app.get(CompanyTransactions).run(companyId, async () => {
    await work();
    return dueSoFar(api, companyId);
  });
}

/** Those whom the current transaction has noted. */
export async function dueSoFar(api: TestApi, companyId: string): Promise<string[]> {
  const { client } = api.app.get(CompanyTransactions).current(companyId);
  const text = `SELECT DISTINCT personnel_id AS id FROM due_people
    WHERE company_id = $1 AND xmin = pg_current_xact_id()::xid ORDER BY id`;
  return (await client.query<{ id: string }>(text, [companyId])).rows.map(({ id }) => id);
}
