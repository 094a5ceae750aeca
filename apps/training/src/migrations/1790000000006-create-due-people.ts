import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose standings are to be looked at, and when. Rows are only added: writers never wait for each other. The
 * table has no wall, since the job asks for all companies; it holds ids and times.
 */
export class CreateDuePeople1790000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE due_people (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        company_id uuid NOT NULL,
        personnel_id uuid NOT NULL,
        due_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX due_people_due_at_idx ON due_people (due_at, company_id);
      CREATE INDEX due_people_person_idx ON due_people (company_id, personnel_id);

      -- What was published last of each person.
      CREATE TABLE training_statuses (
        company_id uuid NOT NULL,
        personnel_id uuid NOT NULL,
        version integer NOT NULL DEFAULT 0,
        steps jsonb NOT NULL DEFAULT '[]',
        PRIMARY KEY (company_id, personnel_id)
      );
      ${tenantPolicySql('training_statuses')}

      -- What was announced, so that it is announced once.
      CREATE TABLE announcements (
        company_id uuid NOT NULL,
        personnel_id uuid NOT NULL,
        course_id uuid NOT NULL,
        kind text NOT NULL,
        -- The last day of validity, or the deadline.
        day date NOT NULL,
        announced_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (company_id, personnel_id, course_id, kind, day)
      );
      ${tenantPolicySql('announcements')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE announcements, training_statuses, due_people');
  }
}
