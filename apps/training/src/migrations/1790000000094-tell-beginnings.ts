import { settingSql, writeRows } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startOfConcernThere } from './grace-begins.js';
import { changesWithBeginnings, changesWithClasses } from './standing-changes.js';
import { laterBeginnings, standingDaysSql } from './standing-days.js';
import { endsOnSql, placesAboveSince } from './standing-facts.js';
import { joinsByPerson } from './standing-joins.js';
import { type Changes, standingsOnSql } from './standings-on.js';

const standingsSql = (changes: Changes): string =>
  standingsOnSql(joinsByPerson, startOfConcernThere, changes, placesAboveSince).replaceAll(
    "current_setting('app.time_zone')",
    settingSql('app.time_zone'),
  );
const daysSql = standingDaysSql(startOfConcernThere, laterBeginnings, placesAboveSince);

/**
 * A class is to come until the end of a day of the company, as all days of standings are. Polls for changed
 * standings learn of each requirement that has begun, and of another time zone of the company.
 */
export class TellBeginnings1790000000094 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const functionsSql = `${standingsSql(changesWithBeginnings)}\n${daysSql}`;
    await runner.query(`
      ALTER TABLE companies ADD COLUMN IF NOT EXISTS applied_at timestamptz(3);
      COMMENT ON COLUMN companies.applied_at IS 'When it came to another time zone';
      ${functionsSql.replaceAll('k.ends_on', endsOnSql)}`);
    // The index of standings has earlier instants. Lists do without it while very many are due at once.
    await writeRows(runner, {
      tables: ['personnel'],
      statements: `INSERT INTO due_people (company_id, personnel_id, due_at)
        SELECT company_id, id, now() + random() * interval '1 hour' FROM personnel WHERE company_id = company`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${standingsSql(changesWithClasses)}
      ${daysSql}
      ALTER TABLE companies DROP COLUMN applied_at;`);
  }
}
