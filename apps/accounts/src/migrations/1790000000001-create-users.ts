import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A user belongs to no single company, so the wall stands around the user: whoever is signed in sees one row.
 * The e-mail address signs a user in and is unique whatever its case.
 */
export class CreateUsers1790000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY,
        version integer NOT NULL DEFAULT 1,
        email text NOT NULL,
        given_name text NOT NULL,
        family_name text NOT NULL,
        disabled_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX users_email_key ON users (lower(email));
      ALTER TABLE users ENABLE ROW LEVEL SECURITY;
      ALTER TABLE users FORCE ROW LEVEL SECURITY;
      CREATE POLICY self ON users
        USING (id = NULLIF(current_setting('app.user_id', true), '')::uuid)
        WITH CHECK (id = NULLIF(current_setting('app.user_id', true), '')::uuid);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE users');
  }
}
