import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows that were there before the rule are read while others write. */
export class CheckIdTokenAlgorithms1700000005712 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE clients VALIDATE CONSTRAINT clients_id_token_signed_response_alg_check');
  }

  /** The rule stays, and goes with its column. */
  async down(): Promise<void> {}
}
