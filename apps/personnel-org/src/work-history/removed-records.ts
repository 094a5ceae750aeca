import { type CompanyActor, type CompanyTransaction, execute, type RowsSource } from '@safety/persistence';

interface OfPerson {
  id: string;
  personnelId: string;
}

/**
 * The `written` of a class of rows: remembers whose a row was that is removed, for as long as its
 * changes are kept.
 */
export const rememberRemoved =
  (source: RowsSource, resource: string) =>
  async ({ companyId }: CompanyActor, after: OfPerson, before: OfPerson | undefined): Promise<void> => {
    // A removed row is recorded with nothing left in it.
    if (!before || (after.personnelId as string | null) !== null) return;
    const { client } = source.transactions.current(companyId);
    await execute(client, OLD_SQL, [companyId, before.personnelId]);
    const text = `INSERT INTO removed_person_records (company_id, personnel_id, resource, id)
      VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`;
    await execute(client, text, [companyId, before.personnelId, resource, before.id]);
  };

/** Whether a person had the row, which is removed: known for as long as its changes are. */
export async function wasRemoved(
  { client, companyId }: CompanyTransaction,
  resource: string,
  { id, personnelId }: OfPerson,
): Promise<boolean> {
  const text = `SELECT FROM removed_person_records
    WHERE company_id = $1 AND personnel_id = $2 AND resource = $3 AND id = $4`;
  return (await execute(client, text, [companyId, personnelId, resource, id])).rowCount === 1;
}

const OLD_SQL = `DELETE FROM removed_person_records
  WHERE company_id = $1 AND personnel_id = $2 AND removed_at < now() - interval '31 days'`;

/**
 * SQL of the rows of a person ($2) of a company ($1) that have changes: the name of the table, and the id.
 */
export const recordsOfPersonSql = `
  SELECT resource, $2::uuid AS id FROM unnest(ARRAY['personnel', 'payrolls']) AS resource
  UNION ALL SELECT 'work_history', id FROM work_history WHERE company_id = $1 AND personnel_id = $2
  UNION ALL SELECT 'emergency_contacts', id FROM emergency_contacts WHERE company_id = $1 AND personnel_id = $2
  UNION ALL SELECT resource, id FROM removed_person_records WHERE company_id = $1 AND personnel_id = $2`;
