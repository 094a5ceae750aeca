import { recordColumnsSql, resourceTableSql, tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const hazardColumnsSql = `
  ${recordColumnsSql},
  reference text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  hazard_type text NOT NULL,
  psychosocial_factor text,
  observation_kind text NOT NULL,
  org_structure_id uuid NOT NULL,
  location_description text,
  latitude double precision,
  longitude double precision,
  identified_at timestamptz(3) NOT NULL,
  reported_by_personnel_id uuid,
  reported_by_associate_id uuid,
  reported_by_name text,
  anonymous boolean NOT NULL,
  responsible_personnel_id uuid,
  persons_at_risk text[] NOT NULL,
  immediate_action_taken text,
  existing_controls jsonb NOT NULL,
  risk_assessment jsonb NOT NULL,
  risk_score integer,
  due_date date,
  next_review_date date,
  related_event_ids uuid[] NOT NULL,
  attachment_ids uuid[] NOT NULL,
  tags text[] NOT NULL,
  status text NOT NULL,
  has_pending_revision boolean NOT NULL DEFAULT false,
  approved_at timestamptz(3),
  approved_by_user_id uuid,
  closed_at timestamptz(3),
  closed_by_user_id uuid,
  closure_reason text`;

const placeKeySql = (table: string): string => `
  ALTER TABLE ${table} ADD CONSTRAINT ${table}_org_structure_fkey
    FOREIGN KEY (company_id, org_structure_id) REFERENCES org_structures (company_id, id);`;

/**
 * Two tables of one shape: the working copy that people edit, and the snapshot that was approved last. Lists
 * and filters of approved hazards run on the snapshot alone, so an edit that is not approved cannot show in
 * them. The external id is unique among working copies only: a snapshot may hold one that its hazard has
 * given up since.
 */
export class CreateHazards1790000000103 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE hazards (${hazardColumnsSql});
      ${resourceTableSql('hazards')}
      ${placeKeySql('hazards')}
      ALTER TABLE hazards ADD CONSTRAINT hazards_reference_key UNIQUE (company_id, reference);

      CREATE TABLE approved_hazards (${hazardColumnsSql}, PRIMARY KEY (company_id, id));
      ${tenantPolicySql('approved_hazards')}
      ${placeKeySql('approved_hazards')}
      ALTER TABLE approved_hazards ADD CONSTRAINT approved_hazards_hazard_fkey
        FOREIGN KEY (company_id, id) REFERENCES hazards (company_id, id);
      CREATE INDEX approved_hazards_modified_at_idx ON approved_hazards (company_id, modified_at, id);
      CREATE INDEX approved_hazards_identified_at_idx ON approved_hazards (company_id, identified_at, id);
      CREATE INDEX approved_hazards_created_at_idx ON approved_hazards (company_id, created_at, id);
      CREATE INDEX approved_hazards_reference_idx ON approved_hazards (company_id, reference, id);
      CREATE INDEX approved_hazards_risk_score_idx ON approved_hazards (company_id, risk_score DESC NULLS LAST, id DESC);
      CREATE INDEX approved_hazards_due_date_idx ON approved_hazards (company_id, due_date, id);
      CREATE INDEX approved_hazards_place_idx ON approved_hazards (company_id, org_structure_id, identified_at, id);
      CREATE INDEX approved_hazards_external_id_idx ON approved_hazards (company_id, external_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE approved_hazards, hazards');
  }
}
