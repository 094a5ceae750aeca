import { type RowsToWrite, settingSql, writeRows } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { viewSql } from './1790000000091-stand-on-many-nodes.js';

/**
 * A message about the training of a person begins with its day, and takes the place of the one before. Days
 * before it are unknown: they have no row, and no status. Of people of whom training has never told anything,
 * nothing is required on any day.
 */
export class AdmitUnknownTraining1790000000093 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${daysSql("WHERE steps = '[]'")}
      ${beginSql(`WHERE NOT EXISTS (
          SELECT FROM training_statuses WHERE company_id = NEW.company_id AND personnel_id = NEW.id)`)}
      ${viewSql(settingSql('app.today'), settingSql('app.as_of'), 't.status')}`);
    await writeRows(runner, again);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${daysSql('')}
      ${beginSql('')}
      ${viewSql(settingSql('app.today'), settingSql('app.as_of'))}`);
    await writeRows(runner, again);
  }
}

/** `always` limits the row of all days. */
const daysSql = (always: string): string => `
  CREATE OR REPLACE FUNCTION training_days(company uuid, person uuid, steps jsonb) RETURNS SETOF training_status_days
  LANGUAGE sql STABLE AS $$
    SELECT company, person, status, first_day, coalesce(lead(first_day) OVER (ORDER BY first_day), 'infinity')
    FROM (
      SELECT '-infinity'::date AS first_day, 'notRequired' AS status ${always}
      UNION ALL
      SELECT (step ->> 'from')::date, step ->> 'status' FROM jsonb_array_elements(steps) AS step
    ) AS days
  $$;`;

const beginSql = (where: string): string => `
  CREATE OR REPLACE FUNCTION personnel_begin_days() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO training_status_days SELECT * FROM training_days(NEW.company_id, NEW.id, '[]') ${where}
    ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;`;

/** Those of whom training has told: what it tells of them meanwhile waits, and counts after it. */
const again: RowsToWrite = {
  tables: ['training_statuses', 'training_status_days'],
  statements: `
    DECLARE people uuid[] := ARRAY(
      SELECT personnel_id FROM training_statuses WHERE company_id = company ORDER BY personnel_id FOR UPDATE);
    BEGIN
      DELETE FROM training_status_days WHERE company_id = company AND personnel_id = ANY (people);
      INSERT INTO training_status_days
        SELECT d.* FROM training_statuses AS s, training_days(s.company_id, s.personnel_id, s.steps) AS d
        WHERE s.company_id = company AND s.personnel_id = ANY (people);
    END`,
};
