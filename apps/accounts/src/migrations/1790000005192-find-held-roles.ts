import { buildIndex, dropIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The roles of a user in one company, and the user there. By an index of the user alone PostgreSQL may read
 * those in all companies of the user, which takes a time that tells of them.
 */
const indexes = [
  { name: 'role_assignments_held_idx', on: 'role_assignments (user_id, company_id)' },
  { name: 'company_users_held_idx', on: 'company_users (id, company_id)' },
];
const before = [
  { name: 'role_assignments_user_idx', on: 'role_assignments (user_id)' },
  { name: 'company_users_user_idx', on: 'company_users (id)' },
];

export class FindHeldRoles1790000005192 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of indexes) await buildIndex(runner, index);
    for (const { name } of before) await dropIndex(runner, name);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of before) await buildIndex(runner, index);
    for (const { name } of indexes) await dropIndex(runner, name);
  }
}
