import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A change that concerns very many people stands here until all of them are in `due_people`: the ids of what
 * has changed, the last person whom the job has gone through, and where it ends. Like that table it has no
 * wall, and stays on one node.
 */
const changesSql = `
  CREATE TABLE due_changes (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    company_id uuid NOT NULL,
    kind text NOT NULL,
    about uuid[] NOT NULL,
    after_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    until_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    noted_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT due_changes_kind_key UNIQUE (company_id, kind)
  )`;

/** The owner is behind the wall of companies too: it is lifted while the migration runs. */
const everybodyIsDueSql = `
  ALTER TABLE personnel NO FORCE ROW LEVEL SECURITY;
  INSERT INTO due_people (company_id, personnel_id)
    SELECT company_id, id FROM personnel WHERE company_id IN (SELECT company_id FROM due_changes);
  ALTER TABLE personnel FORCE ROW LEVEL SECURITY;`;

/** A change for a company of hundreds of thousands took longer than a statement may. */
export class NoteChangesOfMany1790000000106 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(changesSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`${everybodyIsDueSql} DROP TABLE due_changes`);
  }
}
