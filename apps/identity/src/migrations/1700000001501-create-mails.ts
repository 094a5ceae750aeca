import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Mails under way and the links in them. No tenancy policy: they are of users, who belong to several
 * companies.
 */
export class CreateMails1700000001501 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE credentials ALTER COLUMN password_hash DROP NOT NULL;
      COMMENT ON COLUMN credentials.password_hash IS 'Null until the user has chosen a password';
      INSERT INTO credentials (user_id, email_key) SELECT id, lower(normalize(trim(email), NFKC)) FROM users
      ON CONFLICT DO NOTHING;

      CREATE TABLE password_links (
        token_sha256 bytea PRIMARY KEY,
        user_id uuid NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX password_links_user_idx ON password_links (user_id);
      CREATE INDEX password_links_expires_idx ON password_links (expires_at);

      CREATE TABLE outgoing_mails (
        id uuid PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('invitation', 'forgotten-password', 'password-changed')),
        user_id uuid,
        email_key text,
        language text NOT NULL,
        sign_in text,
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz DEFAULT now(),
        delivered_at timestamptz,
        last_error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK (num_nonnulls(user_id, email_key) = 1)
      );
      COMMENT ON COLUMN outgoing_mails.next_attempt_at IS 'Null once it is delivered or given up';
      COMMENT ON COLUMN outgoing_mails.sign_in IS 'The sign-in that the mail was asked for at, to lead back to';
      CREATE INDEX outgoing_mails_created_idx ON outgoing_mails (created_at);
      CREATE INDEX outgoing_mails_due_idx ON outgoing_mails (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

      CREATE TABLE demo_mails (
        id uuid PRIMARY KEY,
        recipient text NOT NULL,
        subject text NOT NULL,
        body text NOT NULL,
        sent_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX demo_mails_sent_idx ON demo_mails (sent_at);
      COMMENT ON TABLE demo_mails IS 'The mailbox page of the demo, in place of an SMTP server; empty everywhere else';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE demo_mails; DROP TABLE outgoing_mails; DROP TABLE password_links;
      DELETE FROM credentials WHERE password_hash IS NULL;
      ALTER TABLE credentials ALTER COLUMN password_hash SET NOT NULL;
    `);
  }
}
