import { dropListIndexesSql, listIndexesSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { personnelLists } from '../personnel/personnel-lists.js';

export class ServePersonnelLists1790000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX personnel_last_name_idx; ${listIndexesSql(personnelLists)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropListIndexesSql(personnelLists)}
      CREATE INDEX personnel_last_name_idx ON personnel (company_id, last_name, id);`);
  }
}
