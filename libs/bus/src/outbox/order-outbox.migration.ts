import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order in which messages were published, and which of them hold the whole state of something. */
export class OrderOutbox1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE outbox ADD COLUMN seq bigint, ADD COLUMN state text;
      COMMENT ON COLUMN outbox.seq IS 'Place in the stream; null while the message waits';
      COMMENT ON COLUMN outbox.state IS 'What the message tells the whole state of; its newest message is kept for good';
      UPDATE outbox SET published_at = NULL WHERE published_at IS NOT NULL;
      CREATE UNIQUE INDEX outbox_seq_key ON outbox (seq);
      CREATE INDEX outbox_state_idx ON outbox (state, seq) WHERE state IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox DROP COLUMN seq, DROP COLUMN state');
  }
}
