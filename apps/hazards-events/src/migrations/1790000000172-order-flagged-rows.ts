import type { MigrationInterface, QueryRunner } from 'typeorm';

const WAITS = "status IN ('pendingApproval', 'changesRequested')";

/** The orders of the lists, those of columns that may be null in both directions. */
const orders = {
  hazards: ['identified_at', 'created_at', 'reference', 'modified_at', 'risk_score', 'due_date'],
  events: ['occurred_at', 'reported_at', 'reference', 'modified_at'],
} as const;
const nullable = ['risk_score', 'due_date'];
type Register = keyof typeof orders;
const registers = Object.keys(orders) as Register[];

/**
 * Views of all snapshots and all working copies: the reader asks for those that wait. A branch of a UNION ALL
 * with a condition of its own is planned for all of its rows, in no order. Rows that wait have indexes in the
 * order of each list. The views `…_and_flagged` stay for processes of the version before.
 */
export class OrderFlaggedRows1790000000172 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of registers) {
      const rows: { column_name: string }[] = await runner.query(
        `SELECT column_name FROM information_schema.columns WHERE table_schema = 'public'
           AND table_name = $1 AND column_name <> 'revision_waits' ORDER BY ordinal_position`,
        [`approved_${table}`],
      );
      const columns = rows.map(({ column_name }) => `"${column_name}"`).join(', ');
      await runner.query(`
        CREATE VIEW ${table}_and_copies WITH (security_invoker = true) AS
          SELECT ${columns}, ${WAITS} AS flagged, false AS revision_waits, true AS working FROM ${table}
          UNION ALL SELECT ${columns}, false, revision_waits, false FROM approved_${table};
        ${indexesOf(table)
          .map(
            ([name, keys]) =>
              `CREATE INDEX ${name} ON ${table} (company_id, archived, ${keys}) WHERE ${WAITS};`,
          )
          .join('\n')}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of registers) {
      await runner.query(`DROP VIEW ${table}_and_copies;
        DROP INDEX ${indexesOf(table)
          .map(([name]) => name)
          .join(', ')};`);
    }
  }
}

const indexesOf = (table: Register): [name: string, keys: string][] =>
  orders[table].flatMap((column): [string, string][] => [
    [`${table}_flagged_by_${column}`, `${column}, id`],
    ...(nullable.includes(column)
      ? ([[`${table}_flagged_by_${column}_down`, `${column} DESC NULLS LAST, id DESC`]] as [string, string][])
      : []),
  ]);
