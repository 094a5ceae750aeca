import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The languages of users and of companies, for pages and mails. */
export class KeepLocales1700000005710 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN locale text;
      COMMENT ON COLUMN users.locale IS 'BCP 47; null: that of the company, or not told yet';
      CREATE TABLE company_locales (
        company_id uuid PRIMARY KEY,
        version integer NOT NULL,
        generation bigint NOT NULL DEFAULT 0,
        locale text NOT NULL
      );
      COMMENT ON TABLE company_locales IS 'The newest that accounts has told of each company';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE company_locales; ALTER TABLE users DROP COLUMN locale');
  }
}
