import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sessions, grants and refresh tokens. No tenancy policy: a session is signed in to every company of its
 * user. Payloads are json, not jsonb: what clients send (state, nonce) may hold U+0000, which jsonb cannot.
 */
export class CreateSessions1700000001004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sessions (
        sid text PRIMARY KEY,
        id_sha256 bytea NOT NULL UNIQUE,
        user_id uuid,
        payload json NOT NULL,
        expires_at timestamptz NOT NULL,
        ended_at timestamptz
      );
      COMMENT ON COLUMN sessions.id_sha256 IS 'Digest of the value of the session cookie';
      COMMENT ON COLUMN sessions.ended_at IS 'An ended session stays until it would have expired, so that no late write brings it back';
      CREATE INDEX sessions_user_idx ON sessions (user_id);
      CREATE INDEX sessions_expires_idx ON sessions (expires_at);

      CREATE TABLE grants (
        id text PRIMARY KEY,
        user_id uuid NOT NULL,
        client_id text NOT NULL REFERENCES clients ON DELETE CASCADE,
        payload json NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz
      );
      CREATE INDEX grants_user_idx ON grants (user_id);
      CREATE INDEX grants_client_idx ON grants (client_id);
      CREATE INDEX grants_expires_idx ON grants (expires_at);

      CREATE TABLE refresh_tokens (
        id_sha256 bytea PRIMARY KEY,
        grant_id text NOT NULL REFERENCES grants ON DELETE CASCADE,
        payload json NOT NULL,
        expires_at timestamptz NOT NULL,
        consumed_at timestamptz
      );
      CREATE INDEX refresh_tokens_grant_idx ON refresh_tokens (grant_id);
      CREATE INDEX refresh_tokens_expires_idx ON refresh_tokens (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE refresh_tokens; DROP TABLE grants; DROP TABLE sessions');
  }
}
