import { dropListIndexesSql, listIndexesSql, tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { associateLists } from '../associates/associate-lists.js';
import { userLists } from '../company-users/user-lists.js';
import { jobTitleLists } from '../job-titles/job-title-lists.js';
import { orgStructureItemLists, orgStructureLists } from '../org-structures/org-structure-lists.js';

const lists = [associateLists, jobTitleLists, orgStructureLists, orgStructureItemLists, userLists];

/**
 * The indexes of all lists but that of people. Users get what an index needs: `role_keys` says which roles
 * count where. Training statuses get their days: one row for each time in which a status holds, from before
 * all time on.
 */
export class ServeFurtherLists1790000000060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX associates_last_name_idx, associates_created_at_idx, associates_valid_to_idx, job_titles_name_idx,
        org_structures_path_idx, org_structure_items_name_idx, company_users_name_idx, company_users_modified_at_idx;

      CREATE FUNCTION role_keys(assignments jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT coalesce(array_agg(DISTINCT key), '{}')
        FROM jsonb_array_elements(assignments) AS role,
          jsonb_array_elements_text(
            CASE role -> 'orgStructureIds' WHEN '[]' THEN '["*"]' ELSE role -> 'orgStructureIds' END) AS place,
          unnest(ARRAY[place]
            || CASE WHEN (role -> 'isEventManager')::boolean THEN ARRAY['m', 'm:' || place] ELSE '{}' END) AS key
      $$;
      DROP VIEW users;
      ALTER TABLE company_users
        ADD COLUMN id uuid NOT NULL GENERATED ALWAYS AS (user_id) STORED,
        ADD COLUMN archived boolean NOT NULL GENERATED ALWAYS AS (NOT belongs) STORED,
        ADD COLUMN role_keys text[] NOT NULL GENERATED ALWAYS AS (role_keys(assignments)) STORED;
      CREATE UNIQUE INDEX company_users_id_key ON company_users (company_id, id);
      CREATE INDEX company_users_modified_at_idx ON company_users (company_id, modified_at, id);
      ${usersSql('u.id', 'u.archived', ', u.role_keys')}

      ${lists.map(listIndexesSql).join('\n')}

      CREATE TABLE training_status_days (
        company_id uuid NOT NULL,
        personnel_id uuid NOT NULL,
        status text NOT NULL,
        first_day date NOT NULL,
        end_day date NOT NULL,
        PRIMARY KEY (company_id, personnel_id, first_day)
      );
      COMMENT ON COLUMN training_status_days.end_day IS 'The first day on which the status no longer holds';
      CREATE INDEX training_status_days_status_idx
        ON training_status_days (company_id, status, first_day, end_day, personnel_id);
      ${tenantPolicySql('training_status_days')}

      CREATE FUNCTION training_days(company uuid, person uuid, steps jsonb) RETURNS SETOF training_status_days
      LANGUAGE sql STABLE AS $$
        SELECT company, person, status, first_day, coalesce(lead(first_day) OVER (ORDER BY first_day), 'infinity')
        FROM (
          SELECT '-infinity'::date AS first_day, 'notRequired' AS status
          UNION ALL
          SELECT (step ->> 'from')::date, step ->> 'status' FROM jsonb_array_elements(steps) AS step
        ) AS days
      $$;
      CREATE FUNCTION training_statuses_keep_days() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM training_status_days WHERE company_id = NEW.company_id AND personnel_id = NEW.personnel_id;
        INSERT INTO training_status_days SELECT * FROM training_days(NEW.company_id, NEW.personnel_id, NEW.steps);
        RETURN NULL;
      END $$;
      CREATE TRIGGER training_statuses_days AFTER INSERT OR UPDATE ON training_statuses
        FOR EACH ROW EXECUTE FUNCTION training_statuses_keep_days();
      CREATE FUNCTION personnel_begin_days() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO training_status_days SELECT * FROM training_days(NEW.company_id, NEW.id, '[]')
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      CREATE TRIGGER personnel_days AFTER INSERT ON personnel
        FOR EACH ROW EXECUTE FUNCTION personnel_begin_days();

      ALTER TABLE personnel NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE training_statuses NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE training_status_days NO FORCE ROW LEVEL SECURITY;
      INSERT INTO training_status_days
        SELECT d.* FROM training_statuses AS s, training_days(s.company_id, s.personnel_id, s.steps) AS d;
      INSERT INTO training_status_days
        SELECT d.* FROM personnel AS p, training_days(p.company_id, p.id, '[]') AS d ON CONFLICT DO NOTHING;
      ALTER TABLE training_status_days FORCE ROW LEVEL SECURITY;
      ALTER TABLE training_statuses FORCE ROW LEVEL SECURITY;
      ALTER TABLE personnel FORCE ROW LEVEL SECURITY;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER personnel_days ON personnel;
      DROP TRIGGER training_statuses_days ON training_statuses;
      DROP FUNCTION personnel_begin_days();
      DROP FUNCTION training_statuses_keep_days();
      DROP FUNCTION training_days(uuid, uuid, jsonb);
      DROP TABLE training_status_days;
      ${lists.map(dropListIndexesSql).join('\n')}
      DROP VIEW users;
      ALTER TABLE company_users DROP COLUMN id, DROP COLUMN archived, DROP COLUMN role_keys;
      ${usersSql('u.user_id', 'NOT u.belongs', '')}
      DROP FUNCTION role_keys(jsonb);
      CREATE INDEX associates_last_name_idx ON associates (company_id, last_name, id);
      CREATE INDEX associates_created_at_idx ON associates (company_id, created_at, id);
      CREATE INDEX associates_valid_to_idx ON associates (company_id, valid_to, id);
      CREATE INDEX job_titles_name_idx ON job_titles (company_id, name, id);
      CREATE INDEX org_structures_path_idx ON org_structures (company_id, path, id);
      CREATE INDEX org_structure_items_name_idx ON org_structure_items (company_id, name, id);
      CREATE INDEX company_users_name_idx ON company_users (company_id, display_name, user_id);
      CREATE INDEX company_users_modified_at_idx ON company_users (company_id, modified_at, user_id);
    `);
  }
}

const usersSql = (id: string, archived: string, further: string): string => `
  CREATE VIEW users WITH (security_invoker = true) AS
  SELECT u.company_id, ${id} AS id, u.version, u.created_at, NULL::uuid AS created_by_user_id,
    u.modified_at, NULL::uuid AS modified_by_user_id, ${archived} AS archived,
    CASE WHEN NOT u.belongs THEN u.modified_at END AS archived_at, NULL::uuid AS archived_by_user_id,
    NULL::text AS external_id, '{}'::jsonb AS custom_fields,
    u.display_name, u.email, u.active, u.assignments, p.id AS personnel_id${further}
  FROM company_users AS u
  LEFT JOIN personnel AS p ON p.company_id = u.company_id AND p.user_id = u.user_id AND p.archived_at IS NULL;`;
