import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Values of a lost key are replaced only once an operator has given it up. */
export class GiveUpLostKeys1790000000098 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE company_keys ADD COLUMN given_up_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE company_keys DROP COLUMN given_up_at');
  }
}
