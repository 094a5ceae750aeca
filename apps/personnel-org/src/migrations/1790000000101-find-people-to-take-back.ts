import { buildIndex, dropIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const name = 'history_due_was_in_force_idx';

/** Records that have yet to take their person back are looked for each minute, and there are hardly any. */
export class FindPeopleToTakeBack1790000000101 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { name, on: 'history_due (due_at) WHERE was_in_force' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, name);
  }
}
