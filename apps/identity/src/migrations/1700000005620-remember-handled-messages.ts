import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A message that asks for a mail comes by the bus and, while Redis is unavailable, by HTTP. */
export class RememberHandledMessages1700000005620 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE handled_messages (
        id uuid PRIMARY KEY,
        handled_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX handled_messages_handled_idx ON handled_messages (handled_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE handled_messages');
  }
}
