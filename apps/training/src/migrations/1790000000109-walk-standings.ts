import { replaceIndex } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const before = { name: 'standing_index_of_course', on: 'standing_index (company_id, course_id)' };
const next = { name: 'standing_index_in_course', on: 'standing_index (company_id, course_id, id)' };

/** Standings in the order of courses are read until a page is full, and not all sorted. */
export class WalkStandings1790000000109 implements MigrationInterface {
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return replaceIndex(runner, before, next);
  }

  down(runner: QueryRunner): Promise<void> {
    return replaceIndex(runner, next, before);
  }
}
