import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The time zone of each company, by which writes of work history follow its moves; null until accounts tells
 * of the company. A record that was in force before a move, and waits again, has yet to take its person back.
 */
export class MovePeopleWithCompanies1790000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE companies ADD COLUMN time_zone text;
      ALTER TABLE history_due ADD COLUMN was_in_force boolean NOT NULL DEFAULT false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE history_due DROP COLUMN was_in_force;
      ALTER TABLE companies DROP COLUMN time_zone;
    `);
  }
}
