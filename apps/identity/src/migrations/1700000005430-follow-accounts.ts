import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far identity has followed the outbox of accounts without Redis. */
export class FollowAccounts1700000005430 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts_position (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        number bigint NOT NULL
      );
      INSERT INTO accounts_position (number) VALUES (0);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE accounts_position');
  }
}
