import { lookupFunctionsSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { actionLists } from '../actions/action-lists.js';
import { approvedEventLists, eventLists } from '../events/event-lists.js';
import { approvedHazardLists, hazardLists } from '../hazards/hazard-lists.js';

const lists = [actionLists, approvedEventLists, approvedHazardLists, eventLists, hazardLists];

/** Searches leave out what nearly all rows hold. */
export class SearchByRareKeys1790000000192 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(lookupFunctionsSql(...lists));
  }

  /** The functions before took the same and found the same. */
  async down(): Promise<void> {}
}
