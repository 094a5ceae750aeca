import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * With a token of the client of a company, a user sees that company alone. Users see companies and roles
 * through assignments, so one policy on assignments covers everything.
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
