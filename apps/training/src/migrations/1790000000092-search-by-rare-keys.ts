import { lookupFunctionsSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { classLists } from '../classes/class-lists.js';
import { courseLists } from '../courses/course-lists.js';
import { studentLists } from '../students/student-lists.js';
import { trainingRecordLists } from '../training-records/training-record-lists.js';

const lists = [classLists, courseLists, studentLists, trainingRecordLists];

/** Searches leave out what nearly all rows hold. */
export class SearchByRareKeys1790000000092 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(lookupFunctionsSql(...lists));
  }

  /** The functions before took the same and found the same. */
  async down(): Promise<void> {}
}
