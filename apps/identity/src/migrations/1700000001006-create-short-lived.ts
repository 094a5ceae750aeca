import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Values that live for minutes, while Redis is unavailable. No tenancy policy: nobody is signed in yet.
 * Unlogged: losing it is allowed.
 */
export class CreateShortLived1700000001006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE short_lived (
        key text PRIMARY KEY,
        value text NOT NULL,
        expires_at timestamptz NOT NULL,
        claimed_at timestamptz
      );
      CREATE INDEX short_lived_expires_idx ON short_lived (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE short_lived');
  }
}
