import { recordColumnsSql, resourceTableSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWorkHistory1790000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE work_history (
        ${recordColumnsSql},
        personnel_id uuid NOT NULL,
        effective_date date NOT NULL,
        org_structure_id uuid NOT NULL,
        job_title text NOT NULL,
        employment_type text NOT NULL,
        employment_status text NOT NULL,
        fte double precision NOT NULL CHECK (fte BETWEEN 0 AND 1),
        line_manager_id uuid,
        reason text,
        note text
      );
      ${resourceTableSql('work_history')}
      CREATE INDEX work_history_place_idx ON work_history (company_id, org_structure_id, personnel_id);
      ALTER TABLE work_history
        ADD CONSTRAINT work_history_date_key UNIQUE (company_id, personnel_id, effective_date),
        ADD CONSTRAINT work_history_person_fkey
          FOREIGN KEY (company_id, personnel_id) REFERENCES personnel (company_id, id),
        ADD CONSTRAINT work_history_org_structure_fkey
          FOREIGN KEY (company_id, org_structure_id) REFERENCES org_structures (company_id, id),
        ADD CONSTRAINT work_history_line_manager_fkey
          FOREIGN KEY (company_id, line_manager_id) REFERENCES personnel (company_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE work_history');
  }
}
