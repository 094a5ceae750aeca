import { buildIndex, dropIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const name = 'training_records_counting_idx';

/** The figures of a course that all people take, without reading and sorting each of its records. */
export class CountRecordsByCourse1790000000100 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name,
      on: `training_records (company_id, course_id, personnel_id, completed_on)
        WHERE archived_at IS NULL AND result <> 'failed'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, name);
  }
}
