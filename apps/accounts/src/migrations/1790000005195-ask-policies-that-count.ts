import type { MigrationInterface, QueryRunner } from 'typeorm';

const CALLER = "NULLIF(current_setting('app.user_id', true), '')::uuid";
const SERVICE_CLIENT = "NULLIF(current_setting('app.service_client_id', true), '')::uuid";
const TOLD = "(SELECT NULLIF(current_setting('app.told_user_ids', true), '')::uuid[])::uuid[]";

const tables = [
  { table: 'companies', own: 'of_own_companies', leads: 'a.company_id = companies.id' },
  {
    table: 'roles',
    own: 'of_own_assignments',
    leads: 'a.company_id = roles.company_id AND a.role_id = roles.id',
  },
];

/** The policies that look into the assignments, each with the setting without which it shows nothing. */
const policies = tables.flatMap(({ table, own, leads }) =>
  [
    { policy: `${own} ON ${table}`, setting: CALLER, held: `a.user_id = ${CALLER}` },
    { policy: `of_own_client ON ${table}`, setting: SERVICE_CLIENT, held: `a.client_id = ${SERVICE_CLIENT}` },
    { policy: `of_told ON ${table}`, setting: TOLD, held: `a.user_id = ANY (${TOLD})` },
  ].map((one) => ({
    ...one,
    exists: `EXISTS (SELECT FROM role_assignments AS a WHERE ${leads} AND ${one.held})`,
  })),
);

/**
 * PostgreSQL asks these before the policy of the company, once for each row: behind the wall of a company
 * they read the assignments of it again and again, by the index that statistics favour, and show nothing.
 */
export class AskPoliciesThatCount1790000005195 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { policy, setting, exists } of policies)
      await runner.query(`ALTER POLICY ${policy} USING (${setting} IS NOT NULL AND ${exists})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { policy, exists } of policies) await runner.query(`ALTER POLICY ${policy} USING (${exists})`);
  }
}
