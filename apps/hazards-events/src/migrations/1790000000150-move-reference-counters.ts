import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The counters of references move to the number series that all services have. */
export class MoveReferenceCounters1790000000150 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE reference_counters NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE number_series NO FORCE ROW LEVEL SECURITY;
      INSERT INTO number_series (company_id, series, year, last) SELECT company_id, series, year, last FROM reference_counters;
      ALTER TABLE number_series FORCE ROW LEVEL SECURITY;
      DROP TABLE reference_counters;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reference_counters (
        company_id uuid NOT NULL,
        series text NOT NULL,
        year integer NOT NULL,
        last integer NOT NULL,
        PRIMARY KEY (company_id, series, year)
      );
      ${tenantPolicySql('reference_counters')}
      ALTER TABLE reference_counters NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE number_series NO FORCE ROW LEVEL SECURITY;
      INSERT INTO reference_counters SELECT company_id, series, year, last FROM number_series;
      DELETE FROM number_series;
      ALTER TABLE number_series FORCE ROW LEVEL SECURITY;
      ALTER TABLE reference_counters FORCE ROW LEVEL SECURITY;
    `);
  }
}
