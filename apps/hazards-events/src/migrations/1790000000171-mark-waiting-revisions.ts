import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withFlaggedViewSql } from './with-flagged-view.js';

const registers = ['hazards', 'events'] as const;

/**
 * Snapshots keep whether a revision waits, so that lists with flagged rows need not look at the working copy
 * of each. Events keep what of their proposals follows without medical detail, for filters of callers who may
 * not read it.
 */
export class MarkWaitingRevisions1790000000171 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['events', 'approved_events'])
      await runner.query(`
        ALTER TABLE ${table} ADD COLUMN open_osha_recordable boolean, ADD COLUMN open_riddor_reportable boolean;
        CREATE INDEX ${table}_of_open_osha ON ${table} (company_id, archived, open_osha_recordable, occurred_at, id);
        CREATE INDEX ${table}_of_open_riddor ON ${table} (company_id, archived, open_riddor_reportable, occurred_at, id);
        ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY;
        -- Of injuries and illnesses nothing is known until they are written again: filters do not find them.
        UPDATE ${table} SET open_osha_recordable = osha_recordable, open_riddor_reportable = riddor_reportable
          WHERE NOT group_types && ARRAY['injury', 'illness'];
        ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;`);
    for (const table of registers) {
      await runner.query(`
        DROP VIEW ${table}_and_flagged;
        ALTER TABLE approved_${table} ADD COLUMN revision_waits boolean NOT NULL DEFAULT false;
        ALTER TABLE approved_${table} NO FORCE ROW LEVEL SECURITY;
        ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY;
        UPDATE approved_${table} AS s SET revision_waits = true FROM ${table} AS w
          WHERE w.company_id = s.company_id AND w.id = s.id AND w.status IN ('pendingApproval', 'changesRequested');
        ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
        ALTER TABLE approved_${table} FORCE ROW LEVEL SECURITY;`);
      await runner.query(await withFlaggedViewSql(runner, table, `approved_${table}`));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of registers) {
      await runner.query(`
        DROP VIEW ${table}_and_flagged;
        ALTER TABLE approved_${table} DROP COLUMN revision_waits;`);
      if (table === 'events')
        for (const register of ['events', 'approved_events'])
          await runner.query(
            `ALTER TABLE ${register} DROP COLUMN open_osha_recordable, DROP COLUMN open_riddor_reportable`,
          );
      await runner.query(await withFlaggedViewSql(runner, table, `approved_${table}`));
    }
  }
}
