import type { MigrationInterface, QueryRunner } from 'typeorm';

const EARLIER =
  "'invitation', 'forgotten-password', 'password-changed', 'new-email', 'email-requested', 'email-changed'";

/**
 * Users who have a password are sent invitations of companies too. They accept by a first request in the
 * company, so no company waits for them here any more.
 */
export class InviteKnownUsers1700000005440 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE outgoing_mails DROP CONSTRAINT outgoing_mails_kind_check,
        ADD CONSTRAINT outgoing_mails_kind_check CHECK (kind IN (${EARLIER}, 'invitation-to-company'));
      DELETE FROM pending_invitations USING credentials
        WHERE credentials.user_id = pending_invitations.user_id AND password_hash IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM outgoing_mails WHERE kind = 'invitation-to-company';
      ALTER TABLE outgoing_mails DROP CONSTRAINT outgoing_mails_kind_check,
        ADD CONSTRAINT outgoing_mails_kind_check CHECK (kind IN (${EARLIER}));
    `);
  }
}
