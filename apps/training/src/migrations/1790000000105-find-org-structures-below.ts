import { dropIndex, growList } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { belowLists } from '../read-models/org-structures-below.js';

/** Each message of an org structure read all of the company, for those below it. */
export class FindOrgStructuresBelow1790000000105 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await growList(runner, { ...belowLists, sets: [] }, belowLists);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION IF EXISTS org_structures_with_path_ids(uuid, text[], integer)');
    await dropIndex(runner, 'org_structures_with_path_ids');
  }
}
