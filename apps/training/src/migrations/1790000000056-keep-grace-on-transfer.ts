import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  changesByPerson,
  joinsByPerson,
  laterBeginnings,
  standingDaysSql,
  standingsOnSql,
  startOfConcern,
  startOfWork,
} from './standings-on.js';

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
