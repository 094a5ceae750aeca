import type { MigrationInterface, QueryRunner } from 'typeorm';
import { KEPT_DAYS } from './1790000005196-keep-months-of-changes.js';
import { turnMonthsSql } from './months-of-changes.js';

/** The change record of a suite that was off for longer than changes are kept finds its months again. */
export class TurnMonthsAfterAPause1790000005198 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(turnMonthsSql(KEPT_DAYS));
  }

  /** The function stays: it serves the release before as well. */
  async down(): Promise<void> {
    return;
  }
}
