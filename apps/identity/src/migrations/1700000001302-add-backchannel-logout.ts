import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A client may be told of the end of a session at its Logout Uri, by a signed logout token, or both. */
export class AddBackchannelLogout1700000001302 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE logout_deliveries
        ADD COLUMN kind text NOT NULL DEFAULT 'logout-uri' CHECK (kind IN ('logout-uri', 'backchannel')),
        ADD COLUMN user_id uuid,
        DROP CONSTRAINT logout_deliveries_sid_client_id_key,
        ADD UNIQUE (sid, client_id, kind);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM logout_deliveries WHERE kind = 'backchannel';
      ALTER TABLE logout_deliveries DROP COLUMN kind, DROP COLUMN user_id, ADD UNIQUE (sid, client_id);
    `);
  }
}
