import { settingSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startOfConcernThere } from './grace-begins.js';
import { changesOfPairs, changesWithRefreshers } from './standing-changes.js';
import { lastDaySql, placesAboveSince } from './standing-facts.js';
import { joinsByValidity, joinsOfPairs } from './standing-joins.js';
import { archivedOnceTakenBack, type Changes, standingsOnSql } from './standings-on.js';

const standingsSql = (joins: string, changes: Changes): string =>
  standingsOnSql(joins, startOfConcernThere, changes, placesAboveSince, archivedOnceTakenBack)
    .replaceAll("current_setting('app.time_zone')", settingSql('app.time_zone'))
    .replaceAll('k.ends_on', lastDaySql);

/** Standings read the courses that count for each, and not all courses of the company for each. */
export class ReadCoursesOfPairs1790000000111 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(standingsSql(joinsOfPairs, changesOfPairs));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(standingsSql(joinsByValidity, changesWithRefreshers));
  }
}
