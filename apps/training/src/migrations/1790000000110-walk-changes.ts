import { replaceIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const before = { name: 'standing_index_by_modified_at', on: 'standing_index (company_id, modified_at)' };
const next = { name: 'standing_index_in_order', on: 'standing_index (company_id, modified_at, id)' };

/** Polls of standings read those that have changed until a page is full, and do not sort all of them. */
export class WalkChanges1790000000110 implements MigrationInterface {
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return replaceIndex(runner, before, next);
  }

  down(runner: QueryRunner): Promise<void> {
    return replaceIndex(runner, next, before);
  }
}
