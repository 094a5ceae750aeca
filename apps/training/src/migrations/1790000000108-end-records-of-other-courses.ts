import { settingSql, writeRows } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startOfConcernThere } from './grace-begins.js';
import { changesWithRefreshers } from './standing-changes.js';
import { countedByHash, countedByValidity, laterBeginnings, standingDaysSql } from './standing-days.js';
import { lastDaySql, placesAboveSince } from './standing-facts.js';
import { joinsByValidity, joinsWithNamedRefreshers } from './standing-joins.js';
import { archivedOnceTakenBack, standingsOnSql } from './standings-on.js';

const functionsSql = (joins: string, counted: typeof countedByHash): string => {
  const standings = standingsOnSql(
    joins,
    startOfConcernThere,
    changesWithRefreshers,
    placesAboveSince,
    archivedOnceTakenBack,
  ).replaceAll("current_setting('app.time_zone')", settingSql('app.time_zone'));
  const days = standingDaysSql(startOfConcernThere, laterBeginnings, placesAboveSince, counted);
  return `${standings}\n${days}`.replaceAll('k.ends_on', lastDaySql);
};

/**
 * A record of an equivalent course or of a refresher that has no end counts by the validity of the course for
 * which it counts: it counted for ever.
 */
export class EndRecordsOfOtherCourses1790000000108 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(functionsSql(joinsByValidity, countedByValidity));
    // The index of standings has no end. Lists do without it while very many are due at once.
    await writeRows(runner, {
      tables: ['courses', 'training_records'],
      statements: `INSERT INTO due_people (company_id, personnel_id, due_at)
        SELECT company, person.id, now() + random() * interval '1 hour'
        FROM (
          SELECT DISTINCT t.personnel_id FROM courses AS c
          CROSS JOIN LATERAL unnest(ARRAY[c.refresher_course_id] || c.equivalent_course_ids) AS counted(id)
          JOIN training_records AS t ON t.company_id = company AND t.course_id = counted.id
          WHERE c.company_id = company AND c.validity_months IS NOT NULL AND t.expires_on IS NULL
            AND t.archived_at IS NULL AND t.result <> 'failed'
        ) AS person(id)`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(functionsSql(joinsWithNamedRefreshers, countedByHash));
  }
}
