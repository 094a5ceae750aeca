import { recordColumnsSql, resourceTableSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const SERVICE_CLIENT = "NULLIF(current_setting('app.service_client_id', true), '')::uuid";

/**
 * Clients of companies, as identity tells of them, and the roles by which they act for their company. A
 * client (`app.service_client_id`) sees itself, the own assignments and what these lead to.
 */
export class AddServiceClients1790000005103 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE service_clients (
        ${recordColumnsSql},
        name text NOT NULL,
        status text NOT NULL CHECK (status IN ('active', 'disabled')),
        acts_for_itself boolean NOT NULL
      );
      ${resourceTableSql('service_clients')}
      CREATE INDEX service_clients_name_idx ON service_clients (company_id, name, id);
      CREATE POLICY own_client ON service_clients FOR SELECT USING (id = ${SERVICE_CLIENT});

      ALTER TABLE role_assignments
        ALTER COLUMN user_id DROP NOT NULL,
        ADD COLUMN client_id uuid,
        ADD CONSTRAINT role_assignments_holder CHECK (num_nonnulls(user_id, client_id) = 1),
        ADD CONSTRAINT role_assignments_client_fkey
          FOREIGN KEY (company_id, client_id) REFERENCES service_clients (company_id, id);
      CREATE INDEX role_assignments_client_idx ON role_assignments (client_id) WHERE client_id IS NOT NULL;
      CREATE POLICY own_client ON role_assignments FOR SELECT
        USING (archived_at IS NULL AND client_id = ${SERVICE_CLIENT});
      CREATE POLICY of_own_client ON companies FOR SELECT USING (EXISTS (
        SELECT FROM role_assignments AS a WHERE a.company_id = companies.id AND a.client_id = ${SERVICE_CLIENT}));
      CREATE POLICY of_own_client ON roles FOR SELECT USING (EXISTS (
        SELECT FROM role_assignments AS a
        WHERE a.company_id = roles.company_id AND a.role_id = roles.id AND a.client_id = ${SERVICE_CLIENT}));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP POLICY of_own_client ON roles;
      DROP POLICY of_own_client ON companies;
      DELETE FROM role_assignments WHERE client_id IS NOT NULL;
      DROP POLICY own_client ON role_assignments;
      ALTER TABLE role_assignments DROP COLUMN client_id, ALTER COLUMN user_id SET NOT NULL;
      DROP TABLE service_clients;
    `);
  }
}
