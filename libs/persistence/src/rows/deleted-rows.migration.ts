import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '../create-tenant-table.js';

/**
 * The ids of rows that were deleted for good, of resources whose ids clients make. They are kept for as long
 * as the company is: a freed id would give its change record to whoever takes it next.
 */
export class CreateDeletedRows1700000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE deleted_rows (
        company_id uuid NOT NULL,
        resource text NOT NULL,
        id uuid NOT NULL,
        deleted_by_user_id uuid,
        PRIMARY KEY (company_id, resource, id)
      );
      ${tenantPolicySql('deleted_rows')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deleted_rows');
  }
}
