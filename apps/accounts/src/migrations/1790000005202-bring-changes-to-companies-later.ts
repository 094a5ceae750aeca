import type { MigrationInterface, QueryRunner } from 'typeorm';

const CALLER = "NULLIF(current_setting('app.user_id', true), '')::uuid";

/**
 * Changes that users of very many companies make of themselves, and the companies that have yet to learn of
 * one. The job asks for all companies, so those have no wall: they are ids and times. Names and addresses
 * are behind the wall of the user.
 */
export class BringChangesToCompaniesLater1790000005202 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE own_changes (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id uuid NOT NULL,
        made_at timestamptz NOT NULL DEFAULT now(),
        -- Null stays as it is.
        email text,
        given_name text,
        family_name text,
        -- Of the request of the change, which the records and messages name.
        client_id text,
        request_id text,
        traceparent text,
        tracestate text
      );
      CREATE INDEX own_changes_user_idx ON own_changes (user_id);
      ALTER TABLE own_changes ENABLE ROW LEVEL SECURITY;
      ALTER TABLE own_changes FORCE ROW LEVEL SECURITY;
      CREATE POLICY self ON own_changes USING (user_id = ${CALLER}) WITH CHECK (user_id = ${CALLER});

      CREATE TABLE due_own_companies (
        user_id uuid NOT NULL,
        company_id uuid NOT NULL,
        change_number bigint NOT NULL,
        due_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, company_id, change_number)
      );
      CREATE INDEX due_own_companies_turn_idx ON due_own_companies (change_number, company_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE due_own_companies, own_changes');
  }
}
