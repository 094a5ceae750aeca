import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Users who were disabled and given a neutral address kept the earlier one, as the one that they had proven.
 * A user who was disabled between the confirmation of a new address and the change to it proves it again.
 */
export class ForgetAddressesOfDisabledUsers1700000005850 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE credentials SET proven_email_key = NULL FROM users
      WHERE users.id = user_id AND disabled AND proven_email_key <> email_key
    `);
  }

  /** Nobody knows them any more. */
  async down(): Promise<void> {}
}
