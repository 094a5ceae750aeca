import { dropListIndexesSql, listIndexesSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { classLists } from '../classes/class-lists.js';
import { studentLists } from '../students/student-lists.js';
import { trainingRecordLists } from '../training-records/training-record-lists.js';

const lists = [classLists, studentLists, trainingRecordLists];

/** The indexes of lists follow from their declarations, in place of those made by hand. */
export class ServeTrainingLists1790000000041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX classes_start_at_idx, classes_place_idx, students_enrolled_at_idx, training_records_completed_on_idx;
      ${lists.map(listIndexesSql).join('\n')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${lists.map(dropListIndexesSql).join('\n')}
      CREATE INDEX classes_start_at_idx ON classes (company_id, start_at, id);
      CREATE INDEX classes_place_idx ON classes (company_id, org_structure_id, start_at);
      CREATE INDEX students_enrolled_at_idx ON students (company_id, enrolled_at, id);
      CREATE INDEX training_records_completed_on_idx ON training_records (company_id, completed_on, id);`);
  }
}
