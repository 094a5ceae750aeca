import { addGenerationsSql, dropGenerationsSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const READ_MODELS = ['users', 'session_limits', 'suspended_companies', 'accounts_position'];

/** Read models compare the generation of an owner before the version: one that was restored begins again. */
export class CompareGenerations1700000005690 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(addGenerationsSql(...READ_MODELS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropGenerationsSql(...READ_MODELS));
  }
}
