import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which users belong to which company: a read model of what accounts says. */
export class CreateCompanyUsers1790000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE company_users (
        company_id uuid NOT NULL,
        user_id uuid NOT NULL,
        version integer NOT NULL,
        belongs boolean NOT NULL,
        PRIMARY KEY (company_id, user_id)
      );
      ${tenantPolicySql('company_users')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE company_users');
  }
}
