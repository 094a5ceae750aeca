import { recordColumnsSql, resourceTableSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { standingDaysSql } from './standing-days.js';
import { joinsByPair } from './standing-joins.js';
import { standingsOnSql } from './standings-on.js';

/** Decisions about the training of people: assignments and waivers. The id is that of the standing. */
const assignmentsSql = `
  CREATE TABLE training_assignments (
    ${recordColumnsSql},
    personnel_id uuid NOT NULL,
    course_id uuid NOT NULL,
    assigned boolean NOT NULL,
    assigned_by_user_id uuid,
    due_date date,
    waived_until date,
    waiver_reason text
  );
  ${resourceTableSql('training_assignments')}
  CREATE UNIQUE INDEX training_assignments_person_key ON training_assignments (company_id, personnel_id, course_id);
  CREATE INDEX training_assignments_course_idx ON training_assignments (company_id, course_id);
  ALTER TABLE training_assignments ADD CONSTRAINT training_assignments_course_fkey
    FOREIGN KEY (company_id, course_id) REFERENCES courses (company_id, id);

  ALTER TABLE courses ADD COLUMN
    -- The half of the id of each standing in the course.
    standing_key text NOT NULL GENERATED ALWAYS AS (left(encode(sha256(uuid_send(id)), 'hex'), 15)) STORED;
  CREATE INDEX courses_standing_key_idx ON courses (company_id, standing_key);`;

const standingsSql = `
  ${standingsOnSql(joinsByPair)}

  -- A transaction has to set both settings: a missing one is an error rather than a wrong answer.
  CREATE VIEW standings WITH (security_invoker = true) AS
    SELECT s.*, NULL::text AS external_id, '{}'::jsonb AS custom_fields
    FROM standings_on(current_setting('app.today')::date) AS s;`;

/**
 * The training status of people on each of these days, of which at most \`most\` are looked at. Only what is
 * mandatory counts; what is not yet due, or waived, is no gap.
 */
const stepsSql = `
  CREATE FUNCTION training_steps(company uuid, people uuid[], today date, most integer)
  RETURNS TABLE (personnel_id uuid, day date, status text) LANGUAGE sql STABLE AS $$
    SELECT step.personnel_id, step.day, CASE
        WHEN held.gap THEN 'nonCompliant' WHEN held.expiring THEN 'expiringSoon'
        WHEN held.gap IS NULL THEN 'notRequired' ELSE 'compliant'
      END
    FROM (
      SELECT d.personnel_id, d.day, row_number() OVER (PARTITION BY d.personnel_id ORDER BY d.day) AS place
      FROM standing_days(company, people, today) AS d
    ) AS step
    CROSS JOIN LATERAL (
      SELECT bool_or(s.status IN ('expired', 'overdue')) AS gap, bool_or(s.status = 'expiringSoon') AS expiring
      FROM standings_on(step.day) AS s
      WHERE s.company_id = company AND s.personnel_id = step.personnel_id
        AND s.requirement = 'mandatory' AND NOT s.archived
    ) AS held
    WHERE step.place <= most
  $$;`;

export class CreateStandings1790000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(assignmentsSql);
    await runner.query(standingsSql);
    await runner.query(standingDaysSql());
    await runner.query(stepsSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION training_steps(uuid, uuid[], date, integer);
      DROP FUNCTION standing_days(uuid, uuid[], date);
      DROP VIEW standings;
      DROP FUNCTION standings_on(date);
      ALTER TABLE courses DROP COLUMN standing_key;
      DROP TABLE training_assignments;
    `);
  }
}
