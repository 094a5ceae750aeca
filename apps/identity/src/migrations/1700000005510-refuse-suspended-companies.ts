import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The clients of a suspended company get nothing, and nobody manages them. */
export class RefuseSuspendedCompanies1700000005510 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE suspended_companies (
        company_id uuid PRIMARY KEY,
        version integer NOT NULL,
        suspended boolean NOT NULL
      );
      COMMENT ON TABLE suspended_companies IS 'The newest that accounts has told of each company';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE suspended_companies');
  }
}
