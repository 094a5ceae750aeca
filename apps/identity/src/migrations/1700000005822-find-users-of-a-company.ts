import { buildIndex, dropIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'users_roles_idx';

/** A limit of sessions looked through the users of all companies. */
export class FindUsersOfACompany1700000005822 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { name: NAME, on: 'users USING gin (roles jsonb_path_ops)' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, NAME);
  }
}
