import { recordColumnsSql, resourceTableSql, tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePersonnel1790000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE personnel (
        ${recordColumnsSql},
        personnel_number text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        middle_name text,
        preferred_name text,
        email text,
        phone text,
        mobile text,
        date_of_birth date,
        sex text,
        address jsonb,
        hire_date date NOT NULL,
        termination_date date CHECK (termination_date >= hire_date),
        line_manager_id uuid CHECK (line_manager_id <> id),
        user_id uuid
      );
      ${resourceTableSql('personnel')}
      CREATE UNIQUE INDEX personnel_number_key ON personnel (company_id, lower(personnel_number));
      CREATE UNIQUE INDEX personnel_email_key ON personnel (company_id, lower(email)) WHERE archived_at IS NULL;
      CREATE UNIQUE INDEX personnel_user_key ON personnel (company_id, user_id) WHERE archived_at IS NULL;
      CREATE INDEX personnel_last_name_idx ON personnel (company_id, last_name, id);
      CREATE INDEX personnel_line_manager_idx ON personnel (company_id, line_manager_id);
      ALTER TABLE personnel ADD CONSTRAINT personnel_line_manager_fkey
        FOREIGN KEY (company_id, line_manager_id) REFERENCES personnel (company_id, id);

      -- The last number that was given out. Its row lock lets parallel creates of one company take turns.
      CREATE TABLE personnel_numbers (
        company_id uuid PRIMARY KEY,
        last integer NOT NULL
      );
      ${tenantPolicySql('personnel_numbers')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE personnel_numbers, personnel');
  }
}
