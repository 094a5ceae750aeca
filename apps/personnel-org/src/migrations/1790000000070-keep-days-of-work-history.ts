import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The days of each record of work history, which a trigger keeps: an index finds who is at a place, or in a
 * job, on a date. The records alone say who ever was. Before the first record a person belongs where that
 * record will put them, so its days begin before all time.
 *
 * The view takes place and training status from such days; it looked through all records of a person before.
 */
export class KeepDaysOfWorkHistory1790000000070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE work_history_days (
        company_id uuid NOT NULL,
        personnel_id uuid NOT NULL,
        first_day date NOT NULL,
        end_day date NOT NULL,
        org_structure_id uuid NOT NULL,
        job_title text NOT NULL,
        employment_type text NOT NULL,
        employment_status text NOT NULL,
        PRIMARY KEY (company_id, personnel_id, first_day)
      );
      COMMENT ON COLUMN work_history_days.end_day IS 'The first day on which the record no longer counts';
      ${found.map(indexSql).join('\n')}
      ${tenantPolicySql('work_history_days')}

      CREATE FUNCTION days_of_work_history(company uuid, person uuid) RETURNS SETOF work_history_days
      LANGUAGE sql STABLE AS $$
        SELECT company_id, personnel_id,
          CASE WHEN lag(id) OVER chain IS NULL THEN '-infinity'::date ELSE effective_date END,
          coalesce(lead(effective_date) OVER chain, 'infinity'),
          org_structure_id, job_title, employment_type, employment_status
        FROM work_history WHERE company_id = company AND personnel_id = person
        WINDOW chain AS (ORDER BY effective_date)
      $$;
      CREATE FUNCTION work_history_keep_days() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        written work_history := coalesce(NEW, OLD);
      BEGIN
        DELETE FROM work_history_days
          WHERE company_id = written.company_id AND personnel_id = written.personnel_id;
        INSERT INTO work_history_days SELECT * FROM days_of_work_history(written.company_id, written.personnel_id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER work_history_days AFTER INSERT OR UPDATE OR DELETE ON work_history
        FOR EACH ROW EXECUTE FUNCTION work_history_keep_days();

      ALTER TABLE personnel NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE work_history NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE work_history_days NO FORCE ROW LEVEL SECURITY;
      INSERT INTO work_history_days SELECT d.* FROM personnel AS p, days_of_work_history(p.company_id, p.id) AS d;
      ALTER TABLE work_history_days FORCE ROW LEVEL SECURITY;
      ALTER TABLE work_history FORCE ROW LEVEL SECURITY;
      ALTER TABLE personnel FORCE ROW LEVEL SECURITY;

      DROP INDEX work_history_job_title, work_history_employment_status, work_history_employment_type;
      DROP VIEW personnel_today;
      ${viewSql(seenByDays, trainedByDays)}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW personnel_today;
      ${viewSql(seenByRecords, trainedBySteps)}
      DROP TRIGGER work_history_days ON work_history;
      DROP FUNCTION work_history_keep_days();
      DROP FUNCTION days_of_work_history(uuid, uuid);
      DROP TABLE work_history_days;
      CREATE INDEX work_history_job_title ON work_history (company_id, job_title, personnel_id);
      CREATE INDEX work_history_employment_status ON work_history (company_id, employment_status, personnel_id);
      CREATE INDEX work_history_employment_type ON work_history (company_id, employment_type, personnel_id);
    `);
  }
}

const found = ['org_structure_id', 'job_title', 'employment_type', 'employment_status'];
const indexSql = (column: string): string =>
  `CREATE INDEX work_history_days_${column} ON work_history_days
    (company_id, ${column}, first_day, end_day, personnel_id);`;

const viewSql = (seen: string, trained: string): string => `
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
  ${seen}
  ${trained};`;

const onDay = (days: string, setting: string): string =>
  `${days}.company_id = p.company_id AND ${days}.personnel_id = p.id
    AND ${days}.first_day <= current_setting('${setting}')::date
    AND ${days}.end_day > current_setting('${setting}')::date`;

const seenByDays = `LEFT JOIN work_history_days AS d ON ${onDay('d', 'app.today')}
  LEFT JOIN org_structures AS seen ON seen.company_id = p.company_id AND seen.id = d.org_structure_id`;
const trainedByDays = `LEFT JOIN training_status_days AS t ON ${onDay('t', 'app.as_of')}`;

const seenByRecords = `LEFT JOIN LATERAL (
    SELECT s.path_ids FROM work_history AS w
    JOIN org_structures AS s ON s.company_id = w.company_id AND s.id = w.org_structure_id
    WHERE w.company_id = p.company_id AND w.personnel_id = p.id
    ORDER BY w.effective_date <= current_setting('app.today')::date DESC,
      abs(w.effective_date - current_setting('app.today')::date) LIMIT 1
  ) AS seen ON true`;
const trainedBySteps = `LEFT JOIN LATERAL (
    SELECT step ->> 'status' AS status
    FROM training_statuses AS s, jsonb_array_elements(s.steps) AS step
    WHERE s.company_id = p.company_id AND s.personnel_id = p.id
      AND (step ->> 'from')::date <= current_setting('app.as_of')::date
    ORDER BY step ->> 'from' DESC LIMIT 1
  ) AS t ON true`;
