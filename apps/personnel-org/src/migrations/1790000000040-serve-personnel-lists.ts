import { dropListIndexesSql, listIndexesSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { personnelLists } from '../personnel/personnel-lists.js';

export class ServePersonnelLists1790000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX personnel_last_name_idx;
      ${listIndexesSql(personnelLists)}
      CREATE INDEX personnel_with_user ON personnel (company_id, archived, last_name, id) WHERE user_id IS NOT NULL;
      CREATE INDEX personnel_without_user ON personnel (company_id, archived, last_name, id) WHERE user_id IS NULL;
      CREATE INDEX work_history_job_title ON work_history (company_id, job_title, personnel_id);
      CREATE INDEX work_history_employment_status ON work_history (company_id, employment_status, personnel_id);
      CREATE INDEX work_history_employment_type ON work_history (company_id, employment_type, personnel_id);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropListIndexesSql(personnelLists)}
      DROP INDEX personnel_with_user, personnel_without_user, work_history_job_title, work_history_employment_status,
        work_history_employment_type;
      CREATE INDEX personnel_last_name_idx ON personnel (company_id, last_name, id);`);
  }
}
