import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A person may end two classes of a course on one day, the test and its repetition: the completion of a class
 * makes one record for each student. Other records stay unique by person, course, day and source.
 */
export class RecordEveryClass1790000000052 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX training_records_completion_key;
      CREATE UNIQUE INDEX training_records_completion_key
        ON training_records (company_id, personnel_id, course_id, completed_on, source)
        WHERE archived_at IS NULL AND source <> 'class';
      CREATE UNIQUE INDEX training_records_student_key ON training_records (company_id, student_id, source)
        WHERE archived_at IS NULL AND source = 'class';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX training_records_student_key, training_records_completion_key;
      CREATE UNIQUE INDEX training_records_completion_key
        ON training_records (company_id, personnel_id, course_id, completed_on, source) WHERE archived_at IS NULL;`);
  }
}
