import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages this service has applied already. No tenancy policy: it holds ids of messages only. */
export class CreateInbox1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE inbox (
        event_id uuid PRIMARY KEY,
        handled_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX inbox_handled_at_idx ON inbox (handled_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE inbox');
  }
}
