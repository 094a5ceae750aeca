import { addGenerationsSql, dropGenerationsSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const READ_MODELS = ['company_users', 'training_statuses', 'courses'];

/** Read models compare the generation of an owner before the version: one that was restored begins again. */
export class CompareGenerations1790000000090 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(addGenerationsSql(...READ_MODELS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropGenerationsSql(...READ_MODELS));
  }
}
