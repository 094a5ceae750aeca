import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The life cycle of API clients. New columns have a default or are null: the previous release writes on. */
export class ManageClients1700000001201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE clients
        ADD COLUMN company_id uuid,
        ADD COLUMN version integer NOT NULL DEFAULT 1,
        ADD COLUMN auth_method text CHECK (auth_method IN ('client_secret', 'private_key_jwt', 'none')),
        ADD COLUMN jwks json,
        ADD COLUMN backchannel_logout_uri text,
        ADD COLUMN access_token_seconds integer,
        ADD COLUMN refresh_token_seconds integer,
        ADD COLUMN keeps_offline_access boolean NOT NULL DEFAULT false,
        ADD COLUMN disabled_at timestamptz,
        ADD COLUMN modified_at timestamptz NOT NULL DEFAULT now();
      COMMENT ON COLUMN clients.company_id IS 'Whose administrators manage it and whose users may sign in at it; null: the operator''s, for everybody';
      COMMENT ON COLUMN clients.auth_method IS 'Null: client_secret when confidential, else none';
      CREATE INDEX clients_company_idx ON clients (company_id, name) WHERE company_id IS NOT NULL;

      ALTER TABLE client_secrets
        ADD COLUMN id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
        ADD COLUMN hint text,
        ADD COLUMN last_used_at timestamptz;
      COMMENT ON COLUMN client_secrets.hint IS 'The last four characters, to tell two secrets apart';
      COMMENT ON COLUMN client_secrets.last_used_at IS 'Written at most once a minute';

      ALTER TABLE revocations
        DROP CONSTRAINT revocations_kind_check,
        ADD CONSTRAINT revocations_kind_check CHECK (kind IN ('sid', 'grantId', 'userId', 'jti', 'clientId'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM revocations WHERE kind = 'clientId';
      ALTER TABLE revocations
        DROP CONSTRAINT revocations_kind_check,
        ADD CONSTRAINT revocations_kind_check CHECK (kind IN ('sid', 'grantId', 'userId', 'jti'));
      ALTER TABLE client_secrets DROP COLUMN id, DROP COLUMN hint, DROP COLUMN last_used_at;
      ALTER TABLE clients
        DROP COLUMN company_id, DROP COLUMN version, DROP COLUMN auth_method, DROP COLUMN jwks,
        DROP COLUMN backchannel_logout_uri, DROP COLUMN access_token_seconds, DROP COLUMN refresh_token_seconds,
        DROP COLUMN keeps_offline_access, DROP COLUMN disabled_at, DROP COLUMN modified_at;
    `);
  }
}
