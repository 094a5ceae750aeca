import { recordColumnsSql, resourceTableSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCourses1790000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE courses (
        ${recordColumnsSql},
        code text NOT NULL,
        name text NOT NULL,
        description text,
        category text NOT NULL,
        delivery_method text NOT NULL,
        duration_minutes integer,
        validity_months integer,
        expiry_warning_days integer NOT NULL DEFAULT 30,
        pass_mark double precision,
        prerequisite_course_ids uuid[] NOT NULL DEFAULT '{}',
        refresher_course_id uuid,
        equivalent_course_ids uuid[] NOT NULL DEFAULT '{}',
        provider text,
        language text,
        content_url text,
        status text NOT NULL DEFAULT 'draft'
      );
      ${resourceTableSql('courses')}
      CREATE UNIQUE INDEX courses_code_key ON courses (company_id, lower(code));
      CREATE INDEX courses_name_idx ON courses (company_id, name, id);
      ALTER TABLE courses ADD CONSTRAINT courses_refresher_course_fkey
        FOREIGN KEY (company_id, refresher_course_id) REFERENCES courses (company_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE courses');
  }
}
