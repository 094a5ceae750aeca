import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Read models of users and their roles, of associates and of courses. */
export class ExtendReadModels1790000000105 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE personnel ADD COLUMN line_manager_id uuid;

      CREATE TABLE company_users (
        company_id uuid NOT NULL,
        id uuid NOT NULL,
        version integer NOT NULL,
        belongs boolean NOT NULL,
        active boolean NOT NULL,
        assignments jsonb NOT NULL,
        PRIMARY KEY (company_id, id)
      );
      ${tenantPolicySql('company_users')}

      CREATE TABLE associates (
        company_id uuid NOT NULL,
        id uuid NOT NULL,
        version integer NOT NULL,
        display_name text NOT NULL,
        associate_type text NOT NULL,
        archived boolean NOT NULL,
        PRIMARY KEY (company_id, id)
      );
      ${tenantPolicySql('associates')}

      CREATE TABLE courses (
        company_id uuid NOT NULL,
        id uuid NOT NULL,
        version integer NOT NULL,
        name text NOT NULL,
        archived boolean NOT NULL,
        PRIMARY KEY (company_id, id)
      );
      ${tenantPolicySql('courses')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE courses, associates, company_users');
    await runner.query('ALTER TABLE personnel DROP COLUMN line_manager_id');
  }
}
