import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Read once for each statement: the list may name hundreds of users. */
const TOLD = "(SELECT NULLIF(current_setting('app.told_user_ids', true), '')::uuid[])::uuid[]";

const assignedToTold = (columns: string): string =>
  `EXISTS (SELECT FROM role_assignments AS a WHERE ${columns} AND a.user_id = ANY (${TOLD}))`;

/**
 * A change of a role tells of everybody who holds it: a transaction that names users in `app.told_user_ids`
 * sees all of them, as each would.
 */
export class TellOfManyUsers1790000005104 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE POLICY told ON users USING (id = ANY (${TOLD})) WITH CHECK (id = ANY (${TOLD}));
      CREATE POLICY told ON role_assignments FOR SELECT USING (archived_at IS NULL AND user_id = ANY (${TOLD}));
      CREATE POLICY told ON company_users FOR SELECT USING (id = ANY (${TOLD}));
      CREATE POLICY of_told ON companies FOR SELECT USING (${assignedToTold('a.company_id = companies.id')});
      CREATE POLICY of_told ON roles FOR SELECT
        USING (${assignedToTold('a.company_id = roles.company_id AND a.role_id = roles.id')});
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const policy of ['of_told ON roles', 'of_told ON companies', 'told ON company_users'])
      await runner.query(`DROP POLICY ${policy}`);
    await runner.query('DROP POLICY told ON role_assignments; DROP POLICY told ON users');
  }
}
