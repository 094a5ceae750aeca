import type { QueryRunner } from 'typeorm';

/**
 * SQL of the view of all snapshots and all flagged working copies, `<working>_and_flagged`. Both may hold a
 * record: the reader decides which one counts. It runs with the rights of its reader, so the tenancy policies
 * hold.
 */
export async function withFlaggedViewSql(
  runner: QueryRunner,
  working: string,
  snapshots: string,
): Promise<string> {
  const rows: { column_name: string }[] = await runner.query(
    `SELECT column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`,
    [snapshots],
  );
  const columns = rows.map(({ column_name }) => `"${column_name}"`).join(', ');
  return `CREATE VIEW ${working}_and_flagged WITH (security_invoker = true) AS
    SELECT ${columns}, true AS flagged FROM ${working} WHERE status IN ('pendingApproval', 'changesRequested')
    UNION ALL SELECT ${columns}, false FROM ${snapshots};`;
}
