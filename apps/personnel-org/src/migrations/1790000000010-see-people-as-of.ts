import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * People as their work history says on `app.as_of`, and as the caller may see them on `app.today`: who may
 * see a person follows from today, whatever date is asked for. A transaction has to set both.
 *
 * The chain of work history is a view too: each record knows the one before and the next by their dates, so
 * no write can leave a link that is wrong. `history_due` keeps the time zone, by which a day begins.
 */
export class SeePeopleAsOf1790000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE history_due ADD COLUMN time_zone text;
      ALTER TABLE personnel
        ADD COLUMN date_of_birth_sealed bytea,
        ADD COLUMN sex_sealed bytea,
        ADD COLUMN address_sealed bytea;

      CREATE TABLE training_statuses (
        company_id uuid NOT NULL,
        personnel_id uuid NOT NULL,
        version integer NOT NULL,
        steps jsonb NOT NULL,
        PRIMARY KEY (company_id, personnel_id)
      );
      ${tenantPolicySql('training_statuses')}

      DROP VIEW personnel_today;
      CREATE VIEW personnel_today WITH (security_invoker = true) AS
      SELECT p.*, h.org_structure_id, h.job_title, h.employment_type, h.employment_status, h.fte,
        n.effective_date AS next_change_date, o.path AS org_structure_path,
        o.path_ids AS org_structure_path_ids, seen.path_ids AS place_ids,
        coalesce(t.status, 'notRequired') AS training_status
      FROM personnel AS p
      LEFT JOIN LATERAL (
        SELECT w.* FROM work_history AS w
        WHERE w.company_id = p.company_id AND w.personnel_id = p.id
          AND w.effective_date <= current_setting('app.as_of')::date
        ORDER BY w.effective_date DESC LIMIT 1
      ) AS h ON true
      LEFT JOIN LATERAL (
        SELECT w.effective_date FROM work_history AS w
        WHERE w.company_id = p.company_id AND w.personnel_id = p.id
          AND w.effective_date > current_setting('app.as_of')::date
        ORDER BY w.effective_date LIMIT 1
      ) AS n ON true
      LEFT JOIN org_structures AS o ON o.company_id = p.company_id AND o.id = h.org_structure_id
      LEFT JOIN LATERAL (
        -- Before the first record counts, a person belongs where that record will put them.
        SELECT s.path_ids FROM work_history AS w
        JOIN org_structures AS s ON s.company_id = w.company_id AND s.id = w.org_structure_id
        WHERE w.company_id = p.company_id AND w.personnel_id = p.id
        ORDER BY w.effective_date <= current_setting('app.today')::date DESC,
          abs(w.effective_date - current_setting('app.today')::date) LIMIT 1
      ) AS seen ON true
      LEFT JOIN LATERAL (
        SELECT step ->> 'status' AS status
        FROM training_statuses AS s, jsonb_array_elements(s.steps) AS step
        WHERE s.company_id = p.company_id AND s.personnel_id = p.id
          AND (step ->> 'from')::date <= current_setting('app.as_of')::date
        ORDER BY step ->> 'from' DESC LIMIT 1
      ) AS t ON true;

      CREATE VIEW work_history_chain WITH (security_invoker = true) AS
      SELECT w.*, lead(w.id) OVER chain AS changed_to_record_id, lead(w.effective_date) OVER chain - 1 AS end_date,
        CASE WHEN lag(w.id) OVER chain IS NULL THEN '{}'::text[] ELSE array_remove(ARRAY[
          ${changedSql('org_structure_id', 'orgStructureId')},
          ${changedSql('job_title', 'jobTitle')},
          ${changedSql('employment_type', 'employmentType')},
          ${changedSql('employment_status', 'employmentStatus')},
          ${changedSql('fte', 'fte')},
          ${changedSql('line_manager_id', 'lineManagerId')}
        ], NULL) END AS changed_fields
      FROM work_history AS w
      WINDOW chain AS (PARTITION BY w.company_id, w.personnel_id ORDER BY w.effective_date);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW work_history_chain, personnel_today;
      DROP TABLE training_statuses;
      ALTER TABLE personnel DROP COLUMN date_of_birth_sealed, DROP COLUMN sex_sealed, DROP COLUMN address_sealed;
      ALTER TABLE history_due DROP COLUMN time_zone;
    `);
  }
}

const changedSql = (column: string, member: string): string =>
  `CASE WHEN w.${column} IS DISTINCT FROM lag(w.${column}) OVER chain THEN '${member}' END`;
