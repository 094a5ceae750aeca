import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations that wait for a later hour: whose they are, and when they were due. */
export class LetInvitationsWait1700000005890 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE outgoing_mails ADD COLUMN company_id uuid, ADD COLUMN due_at timestamptz;
      COMMENT ON COLUMN outgoing_mails.company_id IS 'That invites; null for all other mails';
      COMMENT ON COLUMN outgoing_mails.due_at IS 'Of the first try; null: as soon as it was made';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outgoing_mails DROP COLUMN company_id, DROP COLUMN due_at');
  }
}
