import {
  creationDigestColumnSql,
  recordColumnsSql,
  resourceTableSql,
  tenantPolicySql,
} from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { approvalColumnsSql } from './approval-columns.js';
import { withFlaggedViewSql } from './with-flagged-view.js';

const eventColumnsSql = `
  ${recordColumnsSql},
  reference text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  event_type text NOT NULL,
  actual_severity text NOT NULL,
  potential_severity text,
  occurred_at timestamptz(3) NOT NULL,
  occurred_time_unknown boolean NOT NULL,
  time_zone text NOT NULL,
  reported_at timestamptz(3) NOT NULL,
  org_structure_id uuid NOT NULL,
  location_description text,
  latitude double precision,
  longitude double precision,
  reported_by_personnel_id uuid,
  supervisor_personnel_id uuid,
  activity_at_time text,
  equipment_involved text,
  substance_involved text,
  immediate_action_taken text,
  witnesses jsonb NOT NULL,
  event_groups jsonb NOT NULL,
  group_types text[] NOT NULL,
  injured_personnel_ids uuid[] NOT NULL,
  investigation jsonb,
  related_hazard_ids uuid[] NOT NULL,
  tags text[] NOT NULL,
  status text NOT NULL,
  status_comment text,
  osha_recordable boolean NOT NULL,
  riddor_reportable boolean NOT NULL,
  riddor_category text,
  report_due_at timestamptz(3),
  lost_days integer NOT NULL,
  approved_at timestamptz(3),
  approved_by_user_id uuid,
  ${approvalColumnsSql}`;

const keysSql = (table: string): string => `
  ALTER TABLE ${table} ADD CONSTRAINT ${table}_org_structure_fkey
    FOREIGN KEY (company_id, org_structure_id) REFERENCES org_structures (company_id, id);
  CREATE INDEX ${table}_occurred_at_idx ON ${table} (company_id, occurred_at, id);
  CREATE INDEX ${table}_place_idx ON ${table} (company_id, org_structure_id, occurred_at, id);`;

/** Events as hazards: a working copy that people edit, and the snapshot that was approved last. */
export class CreateEvents1790000000107 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE org_structures ADD COLUMN time_zone text;

      CREATE TABLE events (${eventColumnsSql}, ${creationDigestColumnSql});
      ${resourceTableSql('events')}
      ${keysSql('events')}
      ALTER TABLE events ADD CONSTRAINT events_reference_key UNIQUE (company_id, reference);
      CREATE INDEX events_flagged_idx ON events (company_id, occurred_at, id)
        WHERE status IN ('pendingApproval', 'changesRequested');

      CREATE TABLE approved_events (${eventColumnsSql}, PRIMARY KEY (company_id, id));
      ${tenantPolicySql('approved_events')}
      ${keysSql('approved_events')}
      ALTER TABLE approved_events ADD CONSTRAINT approved_events_event_fkey
        FOREIGN KEY (company_id, id) REFERENCES events (company_id, id);
      CREATE INDEX approved_events_modified_at_idx ON approved_events (company_id, modified_at, id);
      CREATE INDEX approved_events_reported_at_idx ON approved_events (company_id, reported_at, id);
      CREATE INDEX approved_events_reference_idx ON approved_events (company_id, reference, id);
      CREATE INDEX approved_events_external_id_idx ON approved_events (company_id, external_id);
      CREATE INDEX approved_events_injured_idx ON approved_events USING gin (injured_personnel_ids);
    `);
    await runner.query(await withFlaggedViewSql(runner, 'events', 'approved_events'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW events_and_flagged;
      DROP TABLE approved_events, events;
      ALTER TABLE org_structures DROP COLUMN time_zone;
    `);
  }
}
