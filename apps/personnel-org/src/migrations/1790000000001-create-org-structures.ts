import { MAX_ORG_STRUCTURE_DEPTH } from '@safety/contracts';
import { recordColumnsSql, resourceTableSql, tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Items and their placements in the tree. A placement carries the name, code and type of its item, since its
 * path is made of names and has to follow a renaming anyway.
 */
export class CreateOrgStructures1790000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE org_structure_items (
        ${recordColumnsSql},
        name text NOT NULL,
        code text,
        type text NOT NULL,
        description text
      );
      ${resourceTableSql('org_structure_items')}
      CREATE UNIQUE INDEX org_structure_items_code_key ON org_structure_items (company_id, lower(code));
      CREATE UNIQUE INDEX org_structure_items_name_key ON org_structure_items (company_id, lower(name), type)
        WHERE archived_at IS NULL;

      CREATE TABLE org_structures (
        ${recordColumnsSql},
        item_id uuid NOT NULL,
        parent_id uuid,
        name text NOT NULL,
        code text,
        type text NOT NULL,
        level integer NOT NULL CHECK (level BETWEEN 0 AND ${MAX_ORG_STRUCTURE_DEPTH - 1}),
        path text NOT NULL,
        path_ids uuid[] NOT NULL,
        sort_order integer NOT NULL DEFAULT 0,
        time_zone text,
        address jsonb,
        establishment jsonb,
        CONSTRAINT org_structures_path_ids_check CHECK (
          cardinality(path_ids) = level + 1 AND path_ids[level + 1] = id
          AND (parent_id IS NULL) = (level = 0) AND (level = 0 OR path_ids[level] = parent_id))
      );
      ${resourceTableSql('org_structures')}
      ALTER TABLE org_structures
        ADD CONSTRAINT org_structures_item_parent_key UNIQUE NULLS NOT DISTINCT (company_id, item_id, parent_id),
        ADD CONSTRAINT org_structures_item_fkey
          FOREIGN KEY (company_id, item_id) REFERENCES org_structure_items (company_id, id),
        ADD CONSTRAINT org_structures_parent_fkey
          FOREIGN KEY (company_id, parent_id) REFERENCES org_structures (company_id, id);
      CREATE INDEX org_structures_path_idx ON org_structures (company_id, path, id);
      CREATE INDEX org_structures_parent_idx ON org_structures (company_id, parent_id);

      CREATE TABLE default_org_structures (
        company_id uuid NOT NULL,
        user_id uuid NOT NULL,
        org_structure_id uuid NOT NULL,
        PRIMARY KEY (company_id, user_id),
        FOREIGN KEY (company_id, org_structure_id) REFERENCES org_structures (company_id, id)
      );
      ${tenantPolicySql('default_org_structures')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE default_org_structures, org_structures, org_structure_items');
  }
}
