import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startOfWork } from './grace-begins.js';
import { standingDaysSql } from './standing-days.js';
import { joinsByPerson } from './standing-joins.js';
import { standingsOnSql } from './standings-on.js';

/** Days of grace begin with the work: nobody is overdue on the first day at a place or in a job. */
export class BeginGraceWithWork1790000000053 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE personnel ADD COLUMN working_since date;
      ${standingsOnSql(joinsByPerson, startOfWork)}
      ${standingDaysSql(startOfWork)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${standingsOnSql(joinsByPerson)}
      ${standingDaysSql()}
      ALTER TABLE personnel DROP COLUMN working_since;`);
  }
}
