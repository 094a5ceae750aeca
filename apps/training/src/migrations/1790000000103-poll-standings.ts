import { buildIndex, dropIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const name = 'standing_index_by_modified_at';

/** Polls of standings read those that have changed since, and not all of a company. */
export class PollStandings1790000000103 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { name, on: 'standing_index (company_id, modified_at)' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, name);
  }
}
