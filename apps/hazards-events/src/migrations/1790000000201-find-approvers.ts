import { buildIndex, dropIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'company_users_approving';

/** Each submission looked through the users of the company until it met enough who approve. */
export class FindApprovers1790000000201 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: NAME,
      on:
        'company_users (company_id, id) WHERE belongs AND active AND accepted ' +
        `AND assignments @> '[{"permissions": ["events.approve"]}]'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, NAME);
  }
}
