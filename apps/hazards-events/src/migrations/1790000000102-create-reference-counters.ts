import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last number given in each series of references, such as HAZ-2026. */
export class CreateReferenceCounters1790000000102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reference_counters (
        company_id uuid NOT NULL,
        series text NOT NULL,
        year integer NOT NULL,
        last integer NOT NULL,
        PRIMARY KEY (company_id, series, year)
      );
      ${tenantPolicySql('reference_counters')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reference_counters');
  }
}
