import { dropListIndexesSql, listIndexesSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { roleAssignmentLists } from '../role-assignments/role-assignment-lists.js';
import { roleLists } from '../roles/role-lists.js';
import { serviceClientLists } from '../service-clients/service-client-lists.js';
import { companyUserLists } from '../users/company-user-lists.js';

const lists = [companyUserLists, roleLists, roleAssignmentLists, serviceClientLists];

/**
 * The indexes of lists follow from their declarations, in place of those made by hand. No index serves
 * `lower` behind the wall, since it is not leakproof: addresses in lower case are a column. Policies of roles
 * look into role assignments, so whoever searches roles has to read what they compare there.
 */
export class ServeLists1790000005193 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX company_users_name_idx, service_clients_name_idx;
      ${lists.map(listIndexesSql).join('\n')}
      ALTER TABLE company_users ADD COLUMN email_key text NOT NULL GENERATED ALWAYS AS (lower(email)) STORED;
      CREATE INDEX company_users_of_email ON company_users (company_id, archived, email_key, display_name, id);
      CREATE INDEX roles_built_in ON roles (company_id, archived, name, id) WHERE built_in IS NOT NULL;
      DO $do$ BEGIN
        EXECUTE format('GRANT SELECT (company_id, role_id, user_id, client_id) ON role_assignments TO %I', search_role());
      END $do$;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $do$ BEGIN
        EXECUTE format('REVOKE ALL ON role_assignments FROM %I', search_role());
      END $do$;
      DROP INDEX roles_built_in;
      ALTER TABLE company_users DROP COLUMN email_key;
      ${lists.map(dropListIndexesSql).join('\n')}
      CREATE INDEX service_clients_name_idx ON service_clients (company_id, name, id);
      CREATE INDEX company_users_name_idx ON company_users (company_id, display_name, id);`);
  }
}
