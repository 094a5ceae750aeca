import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether the user has shown that mail to the address arrives, and the address that was shown last. Of
 * earlier users, null: nobody knows whether their addresses were corrected since the invitation.
 */
export class RememberProvenAddresses1700000005630 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE credentials ADD COLUMN email_proven boolean, ADD COLUMN proven_email_key text;
      ALTER TABLE credentials ALTER COLUMN email_proven SET DEFAULT false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE credentials DROP COLUMN email_proven, DROP COLUMN proven_email_key');
  }
}
