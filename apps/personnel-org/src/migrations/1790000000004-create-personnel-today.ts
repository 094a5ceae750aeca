import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * People with what their work history says on `app.today`, which a transaction has to set: a missing date is
 * an error rather than a wrong answer. Nothing is copied, so a record of the future counts from its very
 * first day. `security_invoker`: the policies of the tables below count for whoever reads the view.
 */
export class CreatePersonnelToday1790000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW personnel_today WITH (security_invoker = true) AS
      SELECT p.*, h.org_structure_id, h.job_title, h.employment_type, h.employment_status, h.fte,
        n.effective_date AS next_change_date,
        CASE WHEN h.id IS NOT NULL THEN o.path END AS org_structure_path,
        -- Before the first record counts, a person belongs where that record will put them.
        o.path_ids AS place_ids
      FROM personnel AS p
      LEFT JOIN LATERAL (
        SELECT w.* FROM work_history AS w
        WHERE w.company_id = p.company_id AND w.personnel_id = p.id
          AND w.effective_date <= current_setting('app.today')::date
        ORDER BY w.effective_date DESC LIMIT 1
      ) AS h ON true
      LEFT JOIN LATERAL (
        SELECT w.* FROM work_history AS w
        WHERE w.company_id = p.company_id AND w.personnel_id = p.id
          AND w.effective_date > current_setting('app.today')::date
        ORDER BY w.effective_date LIMIT 1
      ) AS n ON true
      LEFT JOIN org_structures AS o
        ON o.company_id = p.company_id AND o.id = coalesce(h.org_structure_id, n.org_structure_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW personnel_today');
  }
}
