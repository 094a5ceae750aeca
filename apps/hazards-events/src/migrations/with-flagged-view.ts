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
  const marker = '"revision_waits"';
  const names = rows.map(({ column_name }) => `"${column_name}"`);
  const columns = names.filter((name) => name !== marker).join(', ');
  const marked = (sql: string): string => (names.includes(marker) ? `, ${sql} AS revision_waits` : '');
  return `CREATE VIEW ${working}_and_flagged WITH (security_invoker = true) AS
    SELECT ${columns}, true AS flagged${marked('false')} FROM ${working} WHERE status IN ('pendingApproval', 'changesRequested')
    UNION ALL SELECT ${columns}, false${marked(marker)} FROM ${snapshots};`;
}
