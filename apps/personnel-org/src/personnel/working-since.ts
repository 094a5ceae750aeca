import { type CompanyTransaction, execute } from '@safety/persistence';

/**
 * The first day of the job that people have at their org structure, by their ids. Records that change neither
 * go on with it; somebody who has left and returns begins anew. The transaction has set the date.
 */
export async function workingSince(
  { client }: Pick<CompanyTransaction, 'client'>,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await execute<{ id: string; since: string }>(client, sinceSql, [companyId, ids]);
  return new Map(rows.map(({ id, since }) => [id, since]));
}

// count is read: the first of some days, for a message
const sinceSql = `
  SELECT personnel_id AS id, min(effective_date)::text AS since
  FROM (
    SELECT personnel_id, effective_date, bool_and(goes_on) OVER latest_first AS unbroken
    FROM (
      SELECT personnel_id, effective_date, employment_status IS DISTINCT FROM 'terminated'
        AND org_structure_id IS NOT DISTINCT FROM first_value(org_structure_id) OVER latest_first
        AND lower(job_title) IS NOT DISTINCT FROM first_value(lower(job_title)) OVER latest_first AS goes_on
      FROM work_history
      WHERE company_id = $1 AND personnel_id = ANY($2) AND effective_date <= current_setting('app.as_of')::date
      WINDOW latest_first AS (PARTITION BY personnel_id ORDER BY effective_date DESC)
    ) AS record
    WINDOW latest_first AS (PARTITION BY personnel_id ORDER BY effective_date DESC)
  ) AS record
  WHERE unbroken GROUP BY personnel_id`;
