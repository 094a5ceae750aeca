import { settingSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { viewSql } from './1790000000091-stand-on-many-nodes.js';

const today = settingSql('app.today');
const asOf = settingSql('app.as_of');

/**
 * Processes of 0.1.0 have no word for a training status that is unknown: null in `training_status` is 500
 * there. So the null is in a column of its own. No later release reads `training_status`: the one after the
 * next may drop it.
 */
export class KeepTrainingStatusesKnown1790000000097 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      viewSql(today, asOf, "coalesce(t.status, 'notRequired')", ', t.status AS known_training_status'),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW personnel_today; ${viewSql(today, asOf, 't.status')}`);
  }
}
