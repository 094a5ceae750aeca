import { buildIndex, dropIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const name = 'personnel_early_place_idx';

/** People who work nowhere yet are found by where they are going to. */
export class FindPeopleEarly1790000000097 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { name, on: 'personnel (company_id, place_id) WHERE org_structure_id IS NULL' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, name);
  }
}
