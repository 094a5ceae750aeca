import { settingSql, writeRows } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startOfConcernThere } from './grace-begins.js';
import { changesWithRefreshers } from './standing-changes.js';
import { countedByHash, laterBeginnings, standingDaysSql } from './standing-days.js';
import { endsOnSql, lastDaySql, placesAboveSince } from './standing-facts.js';
import { joinsWithRefreshers } from './standing-joins.js';
import { archivedOnceTakenBack, standingsOnSql } from './standings-on.js';

const standingsSql = standingsOnSql(
  joinsWithRefreshers,
  startOfConcernThere,
  changesWithRefreshers,
  placesAboveSince,
  archivedOnceTakenBack,
).replaceAll("current_setting('app.time_zone')", settingSql('app.time_zone'));
const daysSql = standingDaysSql(startOfConcernThere, laterBeginnings, placesAboveSince, countedByHash);

const functionsSql = (lastDay: string): string =>
  `${standingsSql}\n${daysSql}`.replaceAll('k.ends_on', lastDay);

/**
 * A class that ends at midnight ends on the day before, in standings and in classes that are not over. The
 * zone is the name that PostgreSQL has: it does not know all that were taken once, and would give up.
 */
export class EndClassesAtMidnight1790000000104 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(functionsSql(lastDaySql));
    // The index of standings has the previous days. Lists do without it while very many are due at once.
    await writeRows(runner, {
      tables: ['classes', 'students'],
      statements: `UPDATE classes AS k
          SET ends_on = ((k.end_at - interval '1 millisecond') AT TIME ZONE z.name)::date
        FROM pg_timezone_names AS z
        WHERE k.company_id = company AND k.status IN ('scheduled', 'inProgress')
          AND lower(z.name) = lower(k.time_zone)
          AND k.ends_on <> ((k.end_at - interval '1 millisecond') AT TIME ZONE z.name)::date;
        INSERT INTO due_people (company_id, personnel_id, due_at)
        SELECT company, person.id, now() + random() * interval '1 hour'
        FROM (
          SELECT DISTINCT s.personnel_id FROM students AS s
          JOIN classes AS k ON k.company_id = company AND k.id = s.class_id
          WHERE s.company_id = company AND k.status IN ('scheduled', 'inProgress')
        ) AS person(id)`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(functionsSql(endsOnSql));
  }
}
