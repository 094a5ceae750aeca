import type { MigrationInterface, QueryRunner } from 'typeorm';
import { joinsByPair, joinsByPerson } from './standing-joins.js';
import { standingsOnSql } from './standings-on.js';

/** The standings of a large company within the time of a request, in whatever order. */
export class ReadStandingsByPerson1790000000051 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(standingsOnSql(joinsByPerson));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(standingsOnSql(joinsByPair));
  }
}
