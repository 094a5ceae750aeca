import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['users', 'companies', 'roles', 'role_assignments'];

/**
 * An operator at the command line works on all companies and users: a transaction that says so passes the
 * walls. The service never says so. The record of operators' changes is kept, and no request sees it.
 */
export class LetOperatorsManage1790000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operator_changes (
        id uuid PRIMARY KEY,
        changed_at timestamptz(3) NOT NULL DEFAULT now(),
        change text NOT NULL,
        user_id uuid,
        company_id uuid,
        details jsonb NOT NULL
      );
      CREATE INDEX operator_changes_changed_idx ON operator_changes (changed_at, id);
      ALTER TABLE operator_changes ENABLE ROW LEVEL SECURITY;
      ALTER TABLE operator_changes FORCE ROW LEVEL SECURITY;
    `);
    for (const table of [...TABLES, 'operator_changes'])
      await runner.query(
        `CREATE POLICY operator ON ${table} USING (current_setting('app.operator', true) = 'yes')
         WITH CHECK (current_setting('app.operator', true) = 'yes')`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP POLICY operator ON ${table}`);
    await runner.query('DROP TABLE operator_changes');
  }
}
