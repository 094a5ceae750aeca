import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * No record waits for approvers who never came. Users count as accepted until accounts tells of them again.
 */
export class KnowWhoAccepted1790000000199 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE company_users ADD COLUMN accepted boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE company_users DROP COLUMN accepted');
  }
}
