import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Changes of roles that very many hold, and the holders who are yet to get their next version for one. The
 * job asks for the changes of all companies, so that table has no wall: it holds ids and times. The change
 * record of the role has the rest.
 */
export class TouchHoldersLater1790000005201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE due_role_changes (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        company_id uuid NOT NULL,
        -- Of the change record.
        role_id uuid NOT NULL,
        version integer NOT NULL,
        changed_at timestamptz(3) NOT NULL DEFAULT now(),
        traceparent text,
        tracestate text,
        -- Moves with each part, so that companies take turns.
        due_at timestamptz(3) NOT NULL DEFAULT now()
      );

      CREATE TABLE due_holders (
        company_id uuid NOT NULL,
        change_number bigint NOT NULL,
        user_id uuid NOT NULL,
        due_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (company_id, change_number, user_id)
      );
      CREATE INDEX due_holders_user_idx ON due_holders (company_id, user_id, change_number);
      ${tenantPolicySql('due_holders')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE due_holders, due_role_changes');
  }
}
