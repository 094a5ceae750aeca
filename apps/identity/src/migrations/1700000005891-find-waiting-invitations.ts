import { buildIndex, dropIndex, type IndexToBuild } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const waiting: IndexToBuild = {
  name: 'outgoing_mails_waiting_idx',
  on: 'outgoing_mails (user_id) WHERE next_attempt_at IS NOT NULL',
};

/** Thousands may wait for a later hour, and each further one is looked for among those of its user. */
export class FindWaitingInvitations1700000005891 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, waiting);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, waiting.name);
  }
}
