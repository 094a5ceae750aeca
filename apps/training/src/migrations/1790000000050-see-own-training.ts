import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every list asks who the caller is among the people of the company: one's own training is always in sight.
 */
export class SeeOwnTraining1790000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX personnel_user_idx ON personnel (company_id, user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX personnel_user_idx');
  }
}
