import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A former place counts once for each person, however often they worked there. */
const formerSql = (person: string): string => `
  SELECT DISTINCT ${person}.company_id, f."orgStructureId", ${person}.id
  FROM jsonb_to_recordset(${person}.formerly) AS f("orgStructureId" uuid) WHERE f."orgStructureId" IS NOT NULL`;

/**
 * Where people worked before, which a trigger keeps: days of grace depend on it, so an org structure that
 * changes concerns those who worked there too. An index of `formerly` would do nothing behind the wall.
 */
export class KnowFormerPlaces1790000000057 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE former_places (
        company_id uuid NOT NULL,
        org_structure_id uuid NOT NULL,
        personnel_id uuid NOT NULL,
        PRIMARY KEY (company_id, org_structure_id, personnel_id)
      );
      CREATE INDEX former_places_person_idx ON former_places (company_id, personnel_id);
      ${tenantPolicySql('former_places')}

      CREATE FUNCTION personnel_keep_former_places() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM former_places WHERE company_id = NEW.company_id AND personnel_id = NEW.id;
        INSERT INTO former_places ${formerSql('NEW')};
        RETURN NULL;
      END $$;
      CREATE TRIGGER personnel_former_places_added AFTER INSERT ON personnel
        FOR EACH ROW WHEN (NEW.formerly <> '[]') EXECUTE FUNCTION personnel_keep_former_places();
      CREATE TRIGGER personnel_former_places_changed AFTER UPDATE OF formerly ON personnel
        FOR EACH ROW WHEN (NEW.formerly <> OLD.formerly) EXECUTE FUNCTION personnel_keep_former_places();

      -- The owner is behind the wall of companies too.
      ALTER TABLE personnel NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE former_places NO FORCE ROW LEVEL SECURITY;
      INSERT INTO former_places
        SELECT f.* FROM personnel AS p CROSS JOIN LATERAL (${formerSql('p')}) AS f WHERE p.formerly <> '[]';
      ALTER TABLE former_places FORCE ROW LEVEL SECURITY;
      ALTER TABLE personnel FORCE ROW LEVEL SECURITY;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER personnel_former_places_added ON personnel;
      DROP TRIGGER personnel_former_places_changed ON personnel;
      DROP FUNCTION personnel_keep_former_places();
      DROP TABLE former_places;`);
  }
}
