import { buildIndex, dropIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'hazards_withdrawn';

/** Polls of callers with a small reach look for drafts that were withdrawn, of which there are few. */
export class FindWithdrawals1790000000197 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: NAME,
      on: "hazards (company_id) WHERE status = 'draft' AND withdrawn IS NOT NULL",
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, NAME);
  }
}
