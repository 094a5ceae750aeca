import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The numbers of people move to the number series that all services have. */
export class MovePersonnelNumbers1790000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE personnel_numbers NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE number_series NO FORCE ROW LEVEL SECURITY;
      INSERT INTO number_series (company_id, series, year, last) SELECT company_id, 'P', 0, last FROM personnel_numbers;
      ALTER TABLE number_series FORCE ROW LEVEL SECURITY;
      DROP TABLE personnel_numbers;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE personnel_numbers (
        company_id uuid PRIMARY KEY,
        last integer NOT NULL
      );
      ${tenantPolicySql('personnel_numbers')}
      ALTER TABLE personnel_numbers NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE number_series NO FORCE ROW LEVEL SECURITY;
      INSERT INTO personnel_numbers SELECT company_id, last FROM number_series;
      DELETE FROM number_series;
      ALTER TABLE number_series FORCE ROW LEVEL SECURITY;
      ALTER TABLE personnel_numbers FORCE ROW LEVEL SECURITY;
    `);
  }
}
