import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Users of whom the other services are told after the request that changed them. Rows are only added: no
 * writer waits for another. The table has no wall, since the job asks for all companies; it holds ids and
 * times.
 */
export class TellUsersLater1790000005191 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users_to_tell (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        company_id uuid NOT NULL,
        user_id uuid NOT NULL,
        -- Whether the user was out of the company after the change: another one may bring the user back soon.
        has_left boolean NOT NULL,
        -- How many users the same change tells of: one alone does not wait behind thousands.
        together integer NOT NULL,
        -- The request of the change, which the messages name.
        request_id text NOT NULL,
        traceparent text,
        due_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX users_to_tell_turn_idx ON users_to_tell (together, number);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE users_to_tell');
  }
}
