import { actionPriorities } from '@safety/contracts';
import { creationDigestColumnSql, recordColumnsSql, resourceTableSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const priorities = actionPriorities.map((priority) => `'${priority}'`).join(', ');

/** Actions about hazards, events and training. A suggestion becomes an action once at most. */
export class CreateActions1790000000106 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE actions (
        ${recordColumnsSql},
        ${creationDigestColumnSql},
        reference text NOT NULL,
        title text NOT NULL,
        description text,
        action_type text NOT NULL,
        control_type text,
        source_type text NOT NULL,
        source_id uuid,
        source_suggested_action_id uuid,
        org_structure_id uuid NOT NULL,
        assignee_personnel_id uuid,
        assignee_user_id uuid,
        verifier_user_id uuid,
        priority text NOT NULL,
        priority_rank integer NOT NULL
          GENERATED ALWAYS AS (array_position(ARRAY[${priorities}], priority)) STORED,
        mandatory boolean NOT NULL,
        due_date date NOT NULL,
        original_due_date date NOT NULL,
        status text NOT NULL,
        status_comment text,
        completed_at timestamptz(3),
        completed_by_user_id uuid,
        completion_comment text,
        verified_at timestamptz(3),
        verified_by_user_id uuid,
        effectiveness text,
        cost double precision,
        currency text,
        tags text[] NOT NULL
      );
      ${resourceTableSql('actions')}
      ALTER TABLE actions ADD CONSTRAINT actions_reference_key UNIQUE (company_id, reference);
      ALTER TABLE actions ADD CONSTRAINT actions_suggestion_key UNIQUE (company_id, source_suggested_action_id);
      ALTER TABLE actions ADD CONSTRAINT actions_org_structure_fkey
        FOREIGN KEY (company_id, org_structure_id) REFERENCES org_structures (company_id, id);
      CREATE INDEX actions_source_idx ON actions (company_id, source_id);
      CREATE INDEX actions_due_date_idx ON actions (company_id, due_date, id);
      CREATE INDEX actions_priority_idx ON actions (company_id, priority_rank, id);
      CREATE INDEX actions_place_idx ON actions (company_id, org_structure_id, due_date, id);
      CREATE INDEX actions_assignee_personnel_idx ON actions (company_id, assignee_personnel_id, due_date, id);
      CREATE INDEX actions_assignee_user_idx ON actions (company_id, assignee_user_id, due_date, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE actions');
  }
}
