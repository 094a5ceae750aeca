import { turnDaysSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  deleteAtOnceSql,
  dropIndexesSql,
  KEPT_DAYS,
  mergeDaysSql,
  splitMonthsSql,
  turnMonthsSql,
} from './months-of-changes.js';

/**
 * The change record of accounts in partitions of months, with an index for each filter. PostgreSQL plans,
 * locks and opens all partitions of a list: 400 days took longer than the search in them.
 *
 * It is no transaction, and is repeated from its beginning when it fails: months that are merged stay so.
 */
export class KeepMonthsOfChanges1790000005196 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // First: the function of days would add days that are in a month already.
    await runner.query(turnMonthsSql(deleteAtOnceSql));
    await runner.query(mergeDaysSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(splitMonthsSql);
    await runner.query(turnDaysSql(KEPT_DAYS));
    await runner.query(dropIndexesSql);
  }
}
