import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The users who can sign in. No tenancy policy: a user belongs to several companies, and signs in to none of
 * them.
 */
export class CreateUsers1700000001003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY,
        version integer NOT NULL,
        email text NOT NULL,
        given_name text NOT NULL,
        family_name text NOT NULL,
        disabled boolean NOT NULL,
        roles jsonb NOT NULL
      );
      COMMENT ON TABLE users IS 'Read model of the users of accounts, fed by user-changed.v1';

      CREATE TABLE credentials (
        user_id uuid PRIMARY KEY,
        email_key text NOT NULL UNIQUE,
        password_hash text NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now()
      );
      COMMENT ON COLUMN credentials.email_key IS 'The e-mail address in NFKC and lower case';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE credentials; DROP TABLE users');
  }
}
