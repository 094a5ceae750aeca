import { recordColumnsSql, resourceTableSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Classes and their students. The counts stand in the class, whose row is locked by all who take or free a
 * place. `last_number` numbers the students in the order in which they came.
 */
export class CreateClasses1790000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE classes (
        ${recordColumnsSql},
        course_id uuid NOT NULL,
        title text NOT NULL,
        org_structure_id uuid,
        location_description text,
        meeting_url text,
        start_at timestamptz(3) NOT NULL,
        end_at timestamptz(3) NOT NULL,
        time_zone text NOT NULL,
        -- The day of end_at in the time zone of the class.
        ends_on date NOT NULL,
        instructor_personnel_id uuid,
        instructor_associate_id uuid,
        instructor_name text,
        capacity integer,
        minimum_students integer,
        enrolment_deadline timestamptz(3),
        cost double precision,
        currency text,
        status text NOT NULL,
        cancelled_reason text,
        enrolled_count integer NOT NULL DEFAULT 0,
        waitlisted_count integer NOT NULL DEFAULT 0,
        last_number integer NOT NULL DEFAULT 0,
        CHECK (end_at > start_at),
        CHECK (enrolled_count >= 0 AND waitlisted_count >= 0),
        CHECK (capacity IS NULL OR enrolled_count <= capacity)
      );
      ${resourceTableSql('classes')}
      CREATE INDEX classes_start_at_idx ON classes (company_id, start_at, id);
      CREATE INDEX classes_course_idx ON classes (company_id, course_id, start_at);
      CREATE INDEX classes_place_idx ON classes (company_id, org_structure_id, start_at);
      ALTER TABLE classes ADD CONSTRAINT classes_course_fkey
        FOREIGN KEY (company_id, course_id) REFERENCES courses (company_id, id);

      CREATE TABLE students (
        ${recordColumnsSql},
        class_id uuid NOT NULL,
        personnel_id uuid NOT NULL,
        status text NOT NULL,
        -- The one before it was cancelled.
        former_status text,
        cancelled_with_class boolean NOT NULL DEFAULT false,
        number integer NOT NULL,
        score double precision,
        attendance_minutes integer,
        enrolled_at timestamptz(3) NOT NULL,
        cancelled_reason text,
        training_record_id uuid,
        feedback text,
        CHECK ((status = 'cancelled') = (archived_at IS NOT NULL))
      );
      ${resourceTableSql('students')}
      CREATE UNIQUE INDEX students_person_key ON students (company_id, class_id, personnel_id)
        WHERE archived_at IS NULL;
      CREATE INDEX students_number_idx ON students (company_id, class_id, number);
      CREATE INDEX students_personnel_idx ON students (company_id, personnel_id);
      CREATE INDEX students_enrolled_at_idx ON students (company_id, enrolled_at, id);
      ALTER TABLE students ADD CONSTRAINT students_class_fkey
        FOREIGN KEY (company_id, class_id) REFERENCES classes (company_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE students, classes');
  }
}
