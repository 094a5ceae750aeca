import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startOfWork } from './grace-begins.js';
import { laterBeginnings, standingDaysSql } from './standing-days.js';

/**
 * The index has what lists of standings sort and filter by, as the job last saw it. It says which rows a page
 * may hold, and those are computed. For a person it is right from `indexed_from` up to the day before
 * `indexed_until`, as long as nothing of the person is due; of everybody else it says nothing.
 */
const indexSql = `
  CREATE TABLE standing_index (
    company_id uuid NOT NULL,
    personnel_id uuid NOT NULL,
    course_id uuid NOT NULL,
    id uuid NOT NULL,
    requirement text NOT NULL,
    status text NOT NULL,
    expires_on date,
    archived boolean NOT NULL,
    modified_at timestamptz(3) NOT NULL,
    PRIMARY KEY (company_id, personnel_id, course_id)
  );
  CREATE INDEX standing_index_by_expires_on ON standing_index (company_id, archived, expires_on, id);
  CREATE INDEX standing_index_by_expires_on_down
    ON standing_index (company_id, archived, expires_on DESC NULLS LAST, id DESC);
  CREATE INDEX standing_index_of_status ON standing_index (company_id, archived, status, id);
  CREATE INDEX standing_index_of_requirement ON standing_index (company_id, archived, requirement, id);
  CREATE INDEX standing_index_of_course ON standing_index (company_id, course_id);
  ${tenantPolicySql('standing_index')}

  ALTER TABLE training_statuses
    ADD COLUMN indexed_from date NOT NULL DEFAULT 'infinity',
    ADD COLUMN indexed_until date NOT NULL DEFAULT 'infinity';
  CREATE INDEX training_statuses_indexed_from_idx ON training_statuses (company_id, indexed_from);
  CREATE INDEX training_statuses_indexed_until_idx ON training_statuses (company_id, indexed_until);

  CREATE VIEW indexed_standings WITH (security_invoker = true) AS
    SELECT x.company_id, x.id, 0 AS version,
      c.created_at, NULL::uuid AS created_by_user_id,
      greatest(x.modified_at, c.modified_at) AS modified_at, NULL::uuid AS modified_by_user_id,
      x.archived, NULL::timestamptz AS archived_at, NULL::uuid AS archived_by_user_id,
      NULL::text AS external_id, '{}'::jsonb AS custom_fields,
      p.id AS personnel_id, p.display_name AS personnel_name, p.standing_key AS person_key,
      c.id AS course_id, c.name AS course_name, c.code AS course_code, c.standing_key AS course_key,
      p.org_structure_id, p.line_manager_id, x.requirement, x.status, x.expires_on
    FROM standing_index AS x
    JOIN personnel AS p ON p.company_id = x.company_id AND p.id = x.personnel_id
    JOIN courses AS c ON c.company_id = x.company_id AND c.id = x.course_id;`;

/** The owner is behind the wall of companies too: it is lifted while the migration runs. */
const everybodyIsDueSql = `
  ALTER TABLE personnel NO FORCE ROW LEVEL SECURITY;
  INSERT INTO due_people (company_id, personnel_id) SELECT company_id, id FROM personnel;
  ALTER TABLE personnel FORCE ROW LEVEL SECURITY;`;

/** Lists of standings in whatever order, without computing those of the whole company. */
export class IndexStandings1790000000055 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${indexSql}
      ${standingDaysSql(startOfWork, laterBeginnings)}
      ${everybodyIsDueSql}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${standingDaysSql(startOfWork)}
      DROP VIEW indexed_standings;
      ALTER TABLE training_statuses DROP COLUMN indexed_from, DROP COLUMN indexed_until;
      DROP TABLE standing_index;`);
  }
}
