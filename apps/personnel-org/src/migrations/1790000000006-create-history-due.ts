import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Records of work history that take effect in the future, and when: the beginning of their day in the time
 * zone that the company had when they were written. No tenancy policy: the look for what is due is one for
 * all companies, and finds ids and dates only.
 */
export class CreateHistoryDue1790000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE history_due (
        company_id uuid NOT NULL,
        personnel_id uuid NOT NULL,
        effective_date date NOT NULL,
        due_at timestamptz NOT NULL,
        PRIMARY KEY (company_id, personnel_id, effective_date),
        FOREIGN KEY (company_id, personnel_id, effective_date)
          REFERENCES work_history (company_id, personnel_id, effective_date) ON UPDATE CASCADE ON DELETE CASCADE
      );
      CREATE INDEX history_due_at_idx ON history_due (due_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE history_due');
  }
}
