import type { MigrationInterface, QueryRunner } from 'typeorm';

const CALLER = "NULLIF(current_setting('app.user_id', true), '')::uuid";
const COMPANY = "NULLIF(current_setting('app.company_id', true), '')::uuid";
const CLIENT_COMPANY = "NULLIF(current_setting('app.client_company_id', true), '')::uuid";
const SERVICE_CLIENT = "NULLIF(current_setting('app.service_client_id', true), '')::uuid";
const TOLD = "(SELECT NULLIF(current_setting('app.told_user_ids', true), '')::uuid[])::uuid[]";

const tables = ['company_users', 'role_assignments'];
/** The policies that look beyond one company, by table. */
const beyond: [policy: string, condition: string][] = [
  ['own ON company_users', `id = ${CALLER}`],
  ['told ON company_users', `id = ANY (${TOLD})`],
  ['own ON role_assignments', `archived_at IS NULL AND user_id = ${CALLER}`],
  ['own_client ON role_assignments', `archived_at IS NULL AND client_id = ${SERVICE_CLIENT}`],
  ['told ON role_assignments', `archived_at IS NULL AND user_id = ANY (${TOLD})`],
];
const ofClient = `company_id = coalesce(${CLIENT_COMPANY}, company_id)`;

/**
 * A company's client sees nothing beyond its company: each policy says so itself. A restrictive one held for
 * the role of searches too, which kept it from its index, and PostgreSQL took lists for short because of it.
 */
export class KeepClientsByEachPolicy1790000005194 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [policy, condition] of beyond)
      await runner.query(`ALTER POLICY ${policy} USING (${condition} AND ${ofClient})`);
    for (const table of tables)
      await runner.query(`
        ALTER POLICY company ON ${table} USING (company_id =
          CASE WHEN ${CLIENT_COMPANY} IS NULL OR ${CLIENT_COMPANY} = ${COMPANY} THEN ${COMPANY} END);
        DROP POLICY of_client ON ${table};`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables)
      await runner.query(`
        CREATE POLICY of_client ON ${table} AS RESTRICTIVE FOR SELECT USING (${ofClient});
        ALTER POLICY company ON ${table} USING (company_id = ${COMPANY});`);
    for (const [policy, condition] of beyond)
      await runner.query(`ALTER POLICY ${policy} USING (${condition})`);
  }
}
