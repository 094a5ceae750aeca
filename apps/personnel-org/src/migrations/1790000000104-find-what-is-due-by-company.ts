import { buildIndex, dropIndex, type IndexToBuild, replaceIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const next: IndexToBuild = {
  name: 'history_due_next_idx',
  on: 'history_due (company_id, due_at, effective_date, personnel_id)',
};
const takenBackBefore: IndexToBuild = {
  name: 'history_due_was_in_force_idx',
  on: 'history_due (due_at) WHERE was_in_force',
};
const takenBack: IndexToBuild = {
  name: 'history_due_next_to_take_back_idx',
  on: 'history_due (company_id, due_at, effective_date, personnel_id) WHERE was_in_force',
};

/**
 * Records take effect a hundred at a time, in their order: tens of thousands of one day were sorted for each
 * hundred.
 */
export class FindWhatIsDueByCompany1790000000104 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, next);
    await replaceIndex(runner, takenBackBefore, takenBack);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, takenBack, takenBackBefore);
    await dropIndex(runner, next.name);
  }
}
