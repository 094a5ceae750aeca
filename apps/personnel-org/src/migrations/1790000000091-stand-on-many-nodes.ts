import { settingSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The view tells which setting of the transaction is missing, on any node. */
export class StandOnManyNodes1790000000091 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(viewSql(settingSql('app.today'), settingSql('app.as_of')));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(viewSql("current_setting('app.today')", "current_setting('app.as_of')"));
  }
}

const onDay = (days: string, day: string): string =>
  `${days}.company_id = p.company_id AND ${days}.personnel_id = p.id
    AND ${days}.first_day <= ${day}::date AND ${days}.end_day > ${day}::date`;

/** `trained` is the training status of the day `t`, `further` more columns behind it. */
export const viewSql = (
  today: string,
  asOf: string,
  trained = "coalesce(t.status, 'notRequired')",
  further = '',
): string => `
  CREATE OR REPLACE VIEW personnel_today WITH (security_invoker = true) AS
  SELECT p.*, h.org_structure_id, h.job_title, h.employment_type, h.employment_status, h.fte,
    n.effective_date AS next_change_date, o.path AS org_structure_path,
    o.path_ids AS org_structure_path_ids, seen.path_ids AS place_ids,
    ${trained} AS training_status${further}
  FROM personnel AS p
  LEFT JOIN LATERAL (
    SELECT w.* FROM work_history AS w
    WHERE w.company_id = p.company_id AND w.personnel_id = p.id AND w.effective_date <= ${asOf}::date
    ORDER BY w.effective_date DESC LIMIT 1
  ) AS h ON true
  LEFT JOIN LATERAL (
    SELECT w.effective_date FROM work_history AS w
    WHERE w.company_id = p.company_id AND w.personnel_id = p.id AND w.effective_date > ${asOf}::date
    ORDER BY w.effective_date LIMIT 1
  ) AS n ON true
  LEFT JOIN org_structures AS o ON o.company_id = p.company_id AND o.id = h.org_structure_id
  LEFT JOIN work_history_days AS d ON ${onDay('d', today)}
  LEFT JOIN org_structures AS seen ON seen.company_id = p.company_id AND seen.id = d.org_structure_id
  LEFT JOIN training_status_days AS t ON ${onDay('t', asOf)};`;
