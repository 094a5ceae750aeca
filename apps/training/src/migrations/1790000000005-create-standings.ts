import { recordColumnsSql, resourceTableSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { joinsByPair, requirementsSql, standingsOnSql, upcomingSql } from './standings-on.js';

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

/** The days on which standings of people can change, from \`today\` on; some change nothing. */
const daysSql = `
  CREATE FUNCTION standing_days(company uuid, people uuid[], today date)
  RETURNS TABLE (personnel_id uuid, day date) LANGUAGE sql STABLE AS $$
    SELECT p.id, step.day
    FROM personnel AS p
    LEFT JOIN org_structures AS o ON o.company_id = p.company_id AND o.id = p.org_structure_id
    CROSS JOIN LATERAL (
      SELECT today AS day
      UNION
      SELECT unnest(ARRAY[
          r.effective_from, r.effective_from + r.grace_days + 1, a.due_date + r.grace_days + 1
        ])
      FROM (SELECT r.course_id, r.effective_from, r.grace_days ${requirementsSql('')}) AS r
      LEFT JOIN training_assignments AS a
        ON a.company_id = company AND a.personnel_id = p.id AND a.course_id = r.course_id
      UNION
      SELECT unnest(ARRAY[a.due_date + 1, a.waived_until + 1]) FROM training_assignments AS a
      WHERE a.company_id = company AND a.personnel_id = p.id
      UNION
      SELECT unnest(ARRAY[t.expires_on + 1, t.expires_on - c.expiry_warning_days])
      FROM training_records AS t
      JOIN courses AS c ON c.company_id = company
        AND (c.id = t.course_id OR t.course_id = ANY(c.equivalent_course_ids) OR c.refresher_course_id = t.course_id)
      WHERE t.company_id = company AND t.personnel_id = p.id AND t.archived_at IS NULL AND t.expires_on >= today
      UNION
      SELECT k.ends_on + 1 ${upcomingSql}
    ) AS step
    WHERE p.company_id = company AND p.id = ANY(people) AND step.day >= today
  $$;`;

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
    await runner.query(daysSql);
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
