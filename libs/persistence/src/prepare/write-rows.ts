import type { QueryRunner } from 'typeorm';

/** Rows that a preparation writes, company by company. */
export interface RowsToWrite {
  /** Tenant tables that the statements read or write; the first one has a row of each company concerned. */
  tables: string[];
  /** SQL statements that write the rows of `company`, again when they are repeated. */
  statements: string;
}

/**
 * Writes rows of tables in use, one company after another, each in a transaction of its own: no request waits
 * for more than the rows of its company. The migration that calls it says `transaction = false`, and is
 * repeated from its beginning when it fails.
 *
 * The wall between companies counts for the owner of a table too. It is lifted for the owner alone, by a lock
 * that lasts for that statement; the role of the service stays behind it.
 */
export async function writeRows(runner: QueryRunner, { tables, statements }: RowsToWrite): Promise<void> {
  for (const table of tables) await runner.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
  // A wait for a row holds up those rows of the company alone that are written already.
  await runner.query('SET lock_timeout = 0');
  try {
    await runner.query(`
      DO $rows$ DECLARE company uuid; BEGIN
        FOR company IN SELECT DISTINCT company_id FROM ${tables[0]} ORDER BY 1 LOOP
          ${statements};
          COMMIT;
        END LOOP;
      END $rows$`);
  } finally {
    await runner.query('RESET lock_timeout');
    for (const table of tables) await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  }
}
