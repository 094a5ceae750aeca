import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startOfConcern, startOfWork } from './grace-begins.js';
import { changesByPerson } from './standing-changes.js';
import { laterBeginnings, standingDaysSql } from './standing-days.js';
import { joinsByPerson } from './standing-joins.js';
import { standingsOnSql } from './standings-on.js';

/** Days of grace go on when somebody moves to another job or org structure of the same requirement. */
export class KeepGraceOnTransfer1790000000056 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE personnel ADD COLUMN formerly jsonb NOT NULL DEFAULT '[]';
      ${standingsOnSql(joinsByPerson, startOfConcern, changesByPerson)}
      ${standingDaysSql(startOfConcern, laterBeginnings)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${standingsOnSql(joinsByPerson, startOfWork, changesByPerson)}
      ${standingDaysSql(startOfWork, laterBeginnings)}
      ALTER TABLE personnel DROP COLUMN formerly;`);
  }
}
