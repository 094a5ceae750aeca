import { lookupFunctionsSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { actionLists, approvedEventLists, eventLists } from './1790000000108-serve-event-and-action-lists.js';
import { approvedHazardLists, hazardLists } from './1790000000140-serve-hazard-lists.js';

const lists = [actionLists, approvedEventLists, approvedHazardLists, eventLists, hazardLists];

/** Searches leave out what nearly all rows hold. */
export class SearchByRareKeys1790000000192 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(lookupFunctionsSql(...lists));
  }

  /** The functions before took the same and found the same. */
  async down(): Promise<void> {}
}
