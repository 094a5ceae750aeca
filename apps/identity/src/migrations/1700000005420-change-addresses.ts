import type { MigrationInterface, QueryRunner } from 'typeorm';

const EARLIER = "'invitation', 'forgotten-password', 'password-changed'";

/**
 * Links that confirm an address to sign in with, and mails to addresses that are not, or no longer, the
 * user's. No tenancy policy: they are of users, who belong to several companies.
 */
export class ChangeAddresses1700000005420 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE email_links (
        token_sha256 bytea PRIMARY KEY,
        user_id uuid NOT NULL,
        email text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX email_links_user_idx ON email_links (user_id);
      CREATE INDEX email_links_expires_idx ON email_links (expires_at);
      ALTER TABLE outgoing_mails ADD COLUMN address text,
        DROP CONSTRAINT outgoing_mails_kind_check,
        ADD CONSTRAINT outgoing_mails_kind_check CHECK (
          kind IN (${EARLIER}, 'new-email', 'email-requested', 'email-changed'));
      COMMENT ON COLUMN outgoing_mails.address IS 'Where it is sent, when that is not the address of the user';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE email_links;
      DELETE FROM outgoing_mails WHERE kind NOT IN (${EARLIER});
      ALTER TABLE outgoing_mails DROP COLUMN address,
        DROP CONSTRAINT outgoing_mails_kind_check,
        ADD CONSTRAINT outgoing_mails_kind_check CHECK (kind IN (${EARLIER}));
    `);
  }
}
