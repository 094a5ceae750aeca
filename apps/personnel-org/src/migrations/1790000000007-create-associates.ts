import { recordColumnsSql, resourceTableSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People who work with a company without being on its personnel, and the job titles that they can hold. */
export class CreateAssociates1790000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE job_titles (
        ${recordColumnsSql},
        name text NOT NULL,
        code text,
        description text
      );
      ${resourceTableSql('job_titles')}
      CREATE UNIQUE INDEX job_titles_name_key ON job_titles (company_id, lower(name)) WHERE archived_at IS NULL;
      CREATE INDEX job_titles_name_idx ON job_titles (company_id, name, id);

      CREATE TABLE associates (
        ${recordColumnsSql},
        first_name text NOT NULL,
        last_name text NOT NULL,
        associate_type text NOT NULL,
        employer_name text,
        job_title_id uuid,
        email text,
        phone text,
        org_structure_ids uuid[] NOT NULL DEFAULT '{}',
        host_personnel_id uuid,
        valid_from date,
        valid_to date CHECK (valid_to >= valid_from),
        induction_completed_at date,
        notes text
      );
      ${resourceTableSql('associates')}
      CREATE UNIQUE INDEX associates_email_key ON associates (company_id, lower(email)) WHERE archived_at IS NULL;
      CREATE INDEX associates_last_name_idx ON associates (company_id, last_name, id);
      CREATE INDEX associates_created_at_idx ON associates (company_id, created_at, id);
      CREATE INDEX associates_valid_to_idx ON associates (company_id, valid_to, id);
      CREATE INDEX associates_job_title_idx ON associates (company_id, job_title_id);
      CREATE INDEX associates_host_idx ON associates (company_id, host_personnel_id);
      ALTER TABLE associates
        ADD CONSTRAINT associates_job_title_fkey
          FOREIGN KEY (company_id, job_title_id) REFERENCES job_titles (company_id, id),
        ADD CONSTRAINT associates_host_fkey
          FOREIGN KEY (company_id, host_personnel_id) REFERENCES personnel (company_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE associates, job_titles');
  }
}
