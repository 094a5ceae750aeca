import { dropListIndexesSql, listIndexesSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { courseLists } from '../courses/course-lists.js';

export class ServeCourseLists1790000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX courses_name_idx; ${listIndexesSql(courseLists)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropListIndexesSql(courseLists)}
      CREATE INDEX courses_name_idx ON courses (company_id, name, id);`);
  }
}
