import { recordColumnsSql, resourceTableSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Evidence. A voided record is an archived one: it is kept, and counts no more. */
export class CreateTrainingRecords1790000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE training_records (
        ${recordColumnsSql},
        personnel_id uuid NOT NULL,
        course_id uuid NOT NULL,
        class_id uuid,
        student_id uuid,
        completed_on date NOT NULL,
        result text NOT NULL,
        score double precision,
        expires_on date,
        expiry_source text NOT NULL,
        certificate_number text,
        issuer text,
        attachment_ids uuid[] NOT NULL DEFAULT '{}',
        source text NOT NULL,
        xapi_statement_id uuid,
        void_reason text
      );
      ${resourceTableSql('training_records')}
      CREATE UNIQUE INDEX training_records_completion_key
        ON training_records (company_id, personnel_id, course_id, completed_on, source) WHERE archived_at IS NULL;
      CREATE UNIQUE INDEX training_records_xapi_key ON training_records (company_id, xapi_statement_id);
      CREATE INDEX training_records_completed_on_idx ON training_records (company_id, completed_on, id);
      CREATE INDEX training_records_person_idx ON training_records (company_id, personnel_id, course_id);
      CREATE INDEX training_records_course_idx ON training_records (company_id, course_id, completed_on);
      CREATE INDEX training_records_class_idx ON training_records (company_id, class_id) WHERE class_id IS NOT NULL;
      ALTER TABLE training_records ADD CONSTRAINT training_records_course_fkey
        FOREIGN KEY (company_id, course_id) REFERENCES courses (company_id, id);
      ALTER TABLE training_records ADD CONSTRAINT training_records_class_fkey
        FOREIGN KEY (company_id, class_id) REFERENCES classes (company_id, id);
      ALTER TABLE training_records ADD CONSTRAINT training_records_student_fkey
        FOREIGN KEY (company_id, student_id) REFERENCES students (company_id, id);
      ALTER TABLE students ADD CONSTRAINT students_training_record_fkey
        FOREIGN KEY (company_id, training_record_id) REFERENCES training_records (company_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE students DROP CONSTRAINT students_training_record_fkey;
      DROP TABLE training_records;
    `);
  }
}
