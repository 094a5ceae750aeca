import { buildIndex, dropIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const before = { name: 'standing_index_by_modified_at', on: 'standing_index (company_id, modified_at)' };
const next = { name: 'standing_index_in_order', on: 'standing_index (company_id, modified_at, id)' };

/** Polls of standings read those that have changed until a page is full, and do not sort all of them. */
export class WalkChanges1790000000110 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, next);
    await dropIndex(runner, before.name);
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, before);
    await dropIndex(runner, next.name);
  }
}
