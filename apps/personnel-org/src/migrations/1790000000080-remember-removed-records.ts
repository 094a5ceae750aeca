import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose work history records and emergency contacts were that are gone: the audit of a person shows their
 * changes too. The change record itself knows a row by its id alone.
 */
export class RememberRemovedRecords1790000000080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE removed_person_records (
        company_id uuid NOT NULL,
        personnel_id uuid NOT NULL,
        resource text NOT NULL,
        id uuid NOT NULL,
        removed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (company_id, personnel_id, resource, id),
        FOREIGN KEY (company_id, personnel_id) REFERENCES personnel (company_id, id)
      );
      ${tenantPolicySql('removed_person_records')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE removed_person_records');
  }
}
