import { settingSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startOfConcernThere } from './grace-begins.js';
import { changesWithRefreshers } from './standing-changes.js';
import { lastDaySql, placesAboveSince } from './standing-facts.js';
import { joinsWithNamedRefreshers, joinsWithRefreshers } from './standing-joins.js';
import { archivedOnceTakenBack, standingsOnSql } from './standings-on.js';

const standingsSql = (joins: string): string =>
  standingsOnSql(joins, startOfConcernThere, changesWithRefreshers, placesAboveSince, archivedOnceTakenBack)
    .replaceAll("current_setting('app.time_zone')", settingSql('app.time_zone'))
    .replaceAll('k.ends_on', lastDaySql);

/** Standings look for records to renew of those courses alone that have a refresher. */
export class RenewNamedRefreshers1790000000107 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(standingsSql(joinsWithNamedRefreshers));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(standingsSql(joinsWithRefreshers));
  }
}
