import { buildIndex, dropIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The roles of a user in one company. By the index of the user alone PostgreSQL reads those in all companies
 * of the user, which takes a time that tells of them.
 */
export class FindHeldRoles1790000005192 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'role_assignments_held_idx',
      on: 'role_assignments (company_id, user_id)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'role_assignments_held_idx');
  }
}
