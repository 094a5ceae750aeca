import { lookupFunctionsSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { associateLists } from '../associates/associate-lists.js';
import { userLists } from '../company-users/user-lists.js';
import { jobTitleLists } from '../job-titles/job-title-lists.js';
import { orgStructureItemLists, orgStructureLists } from '../org-structures/org-structure-lists.js';
import { personnelLists } from '../personnel/personnel-lists.js';

const lists = [
  associateLists,
  jobTitleLists,
  orgStructureItemLists,
  orgStructureLists,
  personnelLists,
  userLists,
];

/** Searches leave out what nearly all rows hold. */
export class SearchByRareKeys1790000000092 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(lookupFunctionsSql(...lists));
  }

  /** The functions before took the same and found the same. */
  async down(): Promise<void> {}
}
