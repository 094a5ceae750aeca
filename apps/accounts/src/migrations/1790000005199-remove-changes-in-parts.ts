import { buildIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DAY, deleteAtOnceSql, PARTITIONS, removeOldSql, turnMonthsSql } from './months-of-changes.js';

/**
 * Old changes of the oldest month go in parts, by a function and an index of their own. All at once within
 * the turn of months took longer than a statement may after a day of many changes, and then the turn failed
 * each hour: no month to come was made.
 */
export class RemoveChangesInParts1790000005199 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const partitions: { name: string }[] = await runner.query(`SELECT name FROM ${PARTITIONS} ORDER BY name`);
    await runner.query('SET search_path = public, change_days');
    for (const { name } of partitions)
      await buildIndex(runner, { name: `${name}_day_idx`, on: `change_days.${name} (${DAY})` });
    await runner.query('RESET search_path');
    // Takes over those of the partitions. It builds one for a month alone that was made just now.
    await runner.query(`DO $$ BEGIN CREATE INDEX IF NOT EXISTS changes_day_idx ON changes (${DAY}); END $$`);
    await runner.query(removeOldSql);
    await runner.query(turnMonthsSql());
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(turnMonthsSql(deleteAtOnceSql));
    await runner.query('DROP FUNCTION changes_remove_old; DROP INDEX changes_day_idx');
  }
}
