import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startOfConcernThere } from './grace-begins.js';
import { countedByHash, laterBeginnings, standingDaysSql } from './standing-days.js';
import { endsOnSql, placesAboveSince } from './standing-facts.js';

const daysSql = (...counted: (typeof countedByHash)[]): string =>
  standingDaysSql(startOfConcernThere, laterBeginnings, placesAboveSince, ...counted).replaceAll(
    'k.ends_on',
    endsOnSql,
  );

/** The days of people are found without a comparison of each of their records with each course. */
export class CountDaysByHash1790000000102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(daysSql(countedByHash));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(daysSql());
  }
}
