import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * On the token of a company's client a user sees that company alone. Companies and roles are seen by their assignments, so a
 * wall around those is one around everything.
 */
export class KeepClientsToTheirCompany1790000005101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE POLICY of_client ON role_assignments AS RESTRICTIVE FOR SELECT
        USING (company_id = coalesce(NULLIF(current_setting('app.client_company_id', true), '')::uuid, company_id));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP POLICY of_client ON role_assignments');
  }
}
