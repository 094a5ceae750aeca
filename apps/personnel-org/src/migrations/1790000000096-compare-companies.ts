import { addGenerationsSql, tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The newest state of each company that was followed: messages may come in any order. */
export class CompareCompanies1790000000096 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE companies (
        company_id uuid NOT NULL PRIMARY KEY,
        version integer NOT NULL
      );
      ${tenantPolicySql('companies')}
      ${addGenerationsSql('companies')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE companies');
  }
}
