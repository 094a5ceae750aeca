import type { MigrationInterface, QueryRunner } from 'typeorm';

const WRITTEN = ['users', 'companies', 'roles', 'role_assignments', 'company_users', 'operator_changes'];
const READ = ['service_clients'];

/**
 * A setting of the transaction let the role of the service pass all walls, and whoever takes the service over
 * makes settings. Now a role of its own passes them, which the role of the command line alone is a member of.
 */
export class LetARoleManage1790000005109 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of WRITTEN) await runner.query(`DROP POLICY operator ON ${table}`);
    await runner.query(`
      DO $do$
      DECLARE
        role text := left(current_database(), 48) || '_all_companies';
        walled text;
      BEGIN
        BEGIN
          EXECUTE format('CREATE ROLE %I NOLOGIN', role);
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
          -- Left by a database of this name that was dropped.
          NULL;
        END;
        EXECUTE format('CREATE FUNCTION all_companies_role() RETURNS text LANGUAGE sql IMMUTABLE AS %L',
          format('SELECT %L', role));
        FOREACH walled IN ARRAY '{${WRITTEN.join()}}'::text[] LOOP
          EXECUTE format('CREATE POLICY operator ON %I TO %I USING (true) WITH CHECK (true)', walled, role);
        END LOOP;
        FOREACH walled IN ARRAY '{${READ.join()}}'::text[] LOOP
          EXECUTE format('CREATE POLICY operator ON %I FOR SELECT TO %I USING (true)', walled, role);
        END LOOP;
      END $do$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...WRITTEN, ...READ]) await runner.query(`DROP POLICY operator ON ${table}`);
    await runner.query(`
      DO $do$ BEGIN EXECUTE format('DROP ROLE %I', all_companies_role()); END $do$;
      DROP FUNCTION all_companies_role();
    `);
    for (const table of WRITTEN)
      await runner.query(
        `CREATE POLICY operator ON ${table} USING (current_setting('app.operator', true) = 'yes')
         WITH CHECK (current_setting('app.operator', true) = 'yes')`,
      );
  }
}
