import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The console: its sessions, its place among the clients, and what it shows of sessions. No tenancy policy:
 * as sessions.
 */
export class CreateConsole1700000001402 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE clients ADD COLUMN first_party boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN clients.first_party IS 'A part of this service, registered by itself: nobody lists or changes it';

      ALTER TABLE sessions
        ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN last_seen_at timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN user_agent text,
        ADD COLUMN address text;
      COMMENT ON COLUMN sessions.address IS 'Of the last visit, for the user alone to see; gone with the session';

      CREATE TABLE console_sessions (
        id_sha256 bytea PRIMARY KEY,
        user_id uuid NOT NULL,
        sid text NOT NULL REFERENCES sessions ON DELETE CASCADE,
        id_token text NOT NULL,
        authenticated_at timestamptz NOT NULL,
        ui_locale text,
        expires_at timestamptz NOT NULL
      );
      COMMENT ON COLUMN console_sessions.id_sha256 IS 'Digest of the value of the cookie';
      COMMENT ON COLUMN console_sessions.id_token IS 'The hint for signing out; good for nothing else';
      CREATE INDEX console_sessions_sid_idx ON console_sessions (sid);
      CREATE INDEX console_sessions_expires_idx ON console_sessions (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE console_sessions;
      ALTER TABLE sessions DROP COLUMN created_at, DROP COLUMN last_seen_at, DROP COLUMN user_agent, DROP COLUMN address;
      DELETE FROM clients WHERE first_party;
      ALTER TABLE clients DROP COLUMN first_party;
    `);
  }
}
