import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The counters of wrong passwords. No tenancy policy: nobody is signed in yet. */
export class CreateThrottling1700000001502 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE known_devices (
        user_id uuid NOT NULL,
        device_sha256 bytea NOT NULL,
        last_used_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, device_sha256)
      );
      CREATE INDEX known_devices_used_idx ON known_devices (last_used_at);
      COMMENT ON TABLE known_devices IS 'Where users have signed in: strangers cannot lock them out there';

      CREATE UNLOGGED TABLE counters (
        key text PRIMARY KEY,
        count integer NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX counters_expires_idx ON counters (expires_at);
      COMMENT ON TABLE counters IS 'While Redis is away. Unlogged: losing it costs one window';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE counters; DROP TABLE known_devices');
  }
}
