import { settingSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startOfConcernThere } from './grace-begins.js';
import { changesWithBeginnings, changesWithRefreshers } from './standing-changes.js';
import { endsOnSql, placesAboveSince } from './standing-facts.js';
import { joinsByPerson, joinsWithRefreshers } from './standing-joins.js';
import { archivedAlways, archivedOnceTakenBack, type Changes, standingsOnSql } from './standings-on.js';

const standingsSql = (joins: string, changes: Changes, archived: string): string =>
  standingsOnSql(joins, startOfConcernThere, changes, placesAboveSince, archived)
    .replaceAll("current_setting('app.time_zone')", settingSql('app.time_zone'))
    .replaceAll('k.ends_on', endsOnSql);

/**
 * The next class may be one of the refresher that renews a standing. A standing that is not archived says of
 * no assignment when it was taken back. The index of standings learns of later instants as the migration
 * before has everybody looked at.
 */
export class ShowRefreshers1790000000095 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(standingsSql(joinsWithRefreshers, changesWithRefreshers, archivedOnceTakenBack));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(standingsSql(joinsByPerson, changesWithBeginnings, archivedAlways));
  }
}
