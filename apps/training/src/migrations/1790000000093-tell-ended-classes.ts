import { settingSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startOfConcernThere } from './grace-begins.js';
import { changesByPerson, changesWithClasses } from './standing-changes.js';
import { placesAboveSince } from './standing-facts.js';
import { joinsByPerson } from './standing-joins.js';
import { standingsOnSql } from './standings-on.js';

const standingsSql = (changes: { joins: string; newest: string }): string =>
  standingsOnSql(joinsByPerson, startOfConcernThere, changes, placesAboveSince).replaceAll(
    "current_setting('app.time_zone')",
    settingSql('app.time_zone'),
  );

/** Polls for changed standings learn of classes of equivalent courses, and of the day after a class. */
export class TellEndedClasses1790000000093 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(standingsSql(changesWithClasses));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(standingsSql(changesByPerson));
  }
}
