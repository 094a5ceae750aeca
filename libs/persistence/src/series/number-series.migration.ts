import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '../create-tenant-table.js';

/**
 * The last number given in each series of a company; `year` is 0 in a series that goes on from year to year.
 */
export class CreateNumberSeries1700000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE number_series (
        company_id uuid NOT NULL,
        series text NOT NULL,
        year integer NOT NULL,
        last integer NOT NULL,
        PRIMARY KEY (company_id, series, year)
      );
      ${tenantPolicySql('number_series')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE number_series');
  }
}
