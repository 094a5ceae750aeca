import {
  buildIndex,
  buildList,
  dropIndex,
  dropListIndexesSql,
  type IndexToBuild,
  writeRows,
} from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { roleAssignmentLists } from '../role-assignments/role-assignment-lists.js';
import { roleLists } from '../roles/role-lists.js';
import { serviceClientLists } from '../service-clients/service-client-lists.js';
import { companyUserLists } from '../users/company-user-lists.js';

const lists = [companyUserLists, roleLists, roleAssignmentLists, serviceClientLists];

const indexes: IndexToBuild[] = [
  {
    name: 'company_users_of_email',
    on: 'company_users (company_id, archived, email_key, display_name, id)',
  },
  { name: 'roles_built_in', on: 'roles (company_id, archived, name, id) WHERE built_in IS NOT NULL' },
];

/** Made by hand; the list has one that begins with `archived`, as its queries do. */
const before: IndexToBuild[] = [
  { name: 'company_users_name_idx', on: 'company_users (company_id, display_name, id)' },
  { name: 'service_clients_name_idx', on: 'service_clients (company_id, name, id)' },
];

/**
 * The indexes of lists follow from their declarations, in place of those made by hand. No index serves
 * `lower` behind the wall, since it is not leakproof: addresses in lower case are a column. Policies of roles
 * look into role assignments, so whoever searches roles has to read what they compare there.
 *
 * A trigger keeps the addresses in lower case, also for the release before. A generated column would be
 * written into all rows while nobody reads them.
 */
export class ServeLists1790000005193 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION company_users_keep_email_key() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.email_key := lower(NEW.email);
        RETURN NEW;
      END $$;
      ALTER TABLE company_users ADD COLUMN IF NOT EXISTS email_key text NOT NULL DEFAULT '';
      CREATE OR REPLACE TRIGGER company_users_email_key BEFORE INSERT OR UPDATE OF email, email_key
        ON company_users FOR EACH ROW EXECUTE FUNCTION company_users_keep_email_key();
      ALTER TABLE company_users ALTER COLUMN email_key DROP DEFAULT;`);
    await writeRows(runner, {
      tables: ['company_users'],
      statements: `UPDATE company_users SET email_key = lower(email)
        WHERE company_id = company AND email_key = ''`,
    });
    for (const index of indexes) await buildIndex(runner, index);
    for (const list of lists) await buildList(runner, list);
    await runner.query(`
      DO $do$ BEGIN
        EXECUTE format('GRANT SELECT (company_id, role_id, user_id, client_id) ON role_assignments TO %I', search_role());
      END $do$;`);
    for (const { name } of before) await dropIndex(runner, name);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of before) await buildIndex(runner, index);
    await runner.query(`
      DO $do$ BEGIN
        EXECUTE format('REVOKE ALL ON role_assignments FROM %I', search_role());
      END $do$;
      DROP INDEX roles_built_in;
      DROP TRIGGER company_users_email_key ON company_users;
      DROP FUNCTION company_users_keep_email_key();
      ALTER TABLE company_users DROP COLUMN email_key;
      ${lists.map(dropListIndexesSql).join('\n')}`);
  }
}
