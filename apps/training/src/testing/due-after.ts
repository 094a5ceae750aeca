import { CompanyTransactions } from '@safety/persistence';
import type { TestApi } from '@safety/testing';

/** The people whom some work has noted as due, by their ids. The job sees them after the commit only. */
export function dueAfter(api: TestApi, companyId: string, work: () => Promise<unknown>): Promise<string[]> {
  const transactions = api.app.get(CompanyTransactions);
  return transactions.run(companyId, async () => {
    const { client } = transactions.current(companyId);
    await work();
    const text = `SELECT DISTINCT personnel_id AS id FROM due_people
      WHERE company_id = $1 AND xmin = pg_current_xact_id()::xid ORDER BY id`;
    return (await client.query<{ id: string }>(text, [companyId])).rows.map(({ id }) => id);
  });
}
