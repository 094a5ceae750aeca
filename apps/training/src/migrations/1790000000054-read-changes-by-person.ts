import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startOfWork } from './grace-begins.js';
import { changesByPerson } from './standing-changes.js';
import { joinsByPerson } from './standing-joins.js';
import { standingsOnSql } from './standings-on.js';

/** The standings of a large company in the order of their change within the time of a request. */
export class ReadChangesByPerson1790000000054 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(standingsOnSql(joinsByPerson, startOfWork, changesByPerson));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(standingsOnSql(joinsByPerson, startOfWork));
  }
}
