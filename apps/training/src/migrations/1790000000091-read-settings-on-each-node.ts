import { settingSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startOfConcernThere } from './grace-begins.js';
import { changesByPerson } from './standing-changes.js';
import { placesAboveSince } from './standing-facts.js';
import { joinsByPerson } from './standing-joins.js';
import { standingsOnSql } from './standings-on.js';

const TIME_ZONE = "current_setting('app.time_zone')";
const standingsSql = standingsOnSql(joinsByPerson, startOfConcernThere, changesByPerson, placesAboveSince);

const viewSql = (today: string): string => `
  CREATE OR REPLACE VIEW standings WITH (security_invoker = true) AS
    SELECT s.*, NULL::text AS external_id, '{}'::jsonb AS custom_fields FROM standings_on(${today}::date) AS s;`;

/** Standings tell which setting of the transaction is missing, on many nodes as on one. */
export class ReadSettingsOnEachNode1790000000091 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      standingsSql.replaceAll(TIME_ZONE, settingSql('app.time_zone')) + viewSql(settingSql('app.today')),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(standingsSql + viewSql("current_setting('app.today')"));
  }
}
