import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The remains of withdrawn drafts that were deleted, and until when they stay. No tenancy policy: the look
 * for what is due is one for all companies, and finds ids and times only.
 */
export class ForgetDeletedDrafts1790000000203 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE drafts_to_forget (
        company_id uuid NOT NULL,
        hazard_id uuid NOT NULL,
        forget_at timestamptz(3) NOT NULL,
        PRIMARY KEY (company_id, hazard_id)
      );
      CREATE INDEX drafts_to_forget_at_idx ON drafts_to_forget (forget_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE drafts_to_forget');
  }
}
