import { replaceIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const before = { name: 'due_people_due_at_idx', on: 'due_people (due_at, company_id)' };
const next = { name: 'due_people_turn_idx', on: 'due_people (company_id, due_at, number)' };

/** The next due people of a company are found without a sort of all who wait. */
export class TakeDuePeopleInOrder1790000000101 implements MigrationInterface {
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return replaceIndex(runner, before, next);
  }

  down(runner: QueryRunner): Promise<void> {
    return replaceIndex(runner, next, before);
  }
}
