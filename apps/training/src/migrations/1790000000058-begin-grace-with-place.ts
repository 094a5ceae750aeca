import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startOfConcern, startOfConcernThere } from './grace-begins.js';
import { changesByPerson } from './standing-changes.js';
import { laterBeginnings, standingDaysSql } from './standing-days.js';
import { placesAboveSince } from './standing-facts.js';
import { joinsByPerson } from './standing-joins.js';
import { standingsOnSql } from './standings-on.js';

/** Days of grace begin anew where a move of an org structure, or another item of it, brings a requirement. */
export class BeginGraceWithPlace1790000000058 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE org_structures ADD COLUMN item_since date, ADD COLUMN path_since date[];
      COMMENT ON COLUMN org_structures.item_since IS 'Null: it has had the item since ever';
      COMMENT ON COLUMN org_structures.path_since IS 'Since when it stands below each of path_ids; null: since ever';
      ${standingsOnSql(joinsByPerson, startOfConcernThere, changesByPerson, placesAboveSince)}
      ${standingDaysSql(startOfConcernThere, laterBeginnings, placesAboveSince)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${standingsOnSql(joinsByPerson, startOfConcern, changesByPerson)}
      ${standingDaysSql(startOfConcern, laterBeginnings)}
      ALTER TABLE org_structures DROP COLUMN item_since, DROP COLUMN path_since;`);
  }
}
