import { buildIndex, dropIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const before = { name: 'logout_deliveries_client_idx', on: 'logout_deliveries (client_id)' };
const newest = {
  name: 'logout_deliveries_newest_idx',
  on: 'logout_deliveries (client_id, created_at DESC)',
};
const failed = {
  name: 'logout_deliveries_failed_idx',
  on: 'logout_deliveries (client_id, created_at DESC) WHERE delivered_at IS NULL',
};

/** The newest calls of a client are found without a sort of all its calls. */
export class FindNewestLogoutCalls1700000005823 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, newest);
    await buildIndex(runner, failed);
    await dropIndex(runner, before.name);
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, before);
    await dropIndex(runner, newest.name);
    await dropIndex(runner, failed.name);
  }
}
