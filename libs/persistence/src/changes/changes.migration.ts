import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '../create-tenant-table.js';

/**
 * SQL of the function of the owner that adds and drops days. A service that keeps its record longer runs it
 * in a migration of its own.
 */
export const turnDaysSql = (days: number): string => `
  CREATE OR REPLACE FUNCTION changes_turn_days() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    today date := (now() AT TIME ZONE 'UTC')::date;
    day date;
    old text;
  BEGIN
    PERFORM pg_advisory_xact_lock(7311103);
    FOR day IN SELECT today + ahead FROM generate_series(-1, 7) AS ahead LOOP
      IF to_regclass('change_days.' || quote_ident('d' || to_char(day, 'YYYYMMDD'))) IS NULL THEN
        EXECUTE format('CREATE TABLE change_days.%I PARTITION OF public.changes FOR VALUES FROM (%L) TO (%L)',
          'd' || to_char(day, 'YYYYMMDD'), day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
      END IF;
    END LOOP;
    FOR old IN SELECT relname FROM pg_class WHERE relnamespace = 'change_days'::regnamespace AND relkind = 'r'
                 AND relname < 'd' || to_char(today - ${days}, 'YYYYMMDD') LOOP
      EXECUTE format('DROP TABLE change_days.%I', old);
    END LOOP;
  END $$;
  COMMENT ON FUNCTION changes_turn_days IS 'Makes the partitions of the next week, and drops those older than ${days} days';`;

/**
 * The change record of a service, a partition for each day. The partitions are in a schema where the service
 * has no rights: it adds and reads records, and nothing else. Whole days are added and dropped by a function
 * of the owner, which keeps 30 of them whoever calls it.
 *
 * `(transaction_id, number)` is the place of a change for good. Below `pg_snapshot_xmin` nothing can be added
 * any more, so a reader who stays there misses nothing and reads nothing twice.
 */
export class CreateChanges1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA change_days;

      CREATE TABLE changes (
        company_id uuid NOT NULL,
        transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
        number bigint GENERATED ALWAYS AS IDENTITY,
        changed_at timestamptz(3) NOT NULL DEFAULT now(),
        resource text NOT NULL,
        id uuid NOT NULL,
        version integer NOT NULL,
        operation text NOT NULL,
        members jsonb NOT NULL,
        actor_user_id uuid,
        client_id text,
        request_id text,
        PRIMARY KEY (company_id, transaction_id, number, changed_at)
      ) PARTITION BY RANGE (changed_at);
      CREATE INDEX changes_row_idx ON changes (company_id, resource, id, version);
      ${tenantPolicySql('changes')}

      CREATE FUNCTION changes_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'the change record is never changed';
      END $$;
      CREATE TRIGGER changes_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE ON changes
        FOR EACH STATEMENT EXECUTE FUNCTION changes_refuse_change();

      ${turnDaysSql(30)}

      SELECT changes_turn_days();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION changes_turn_days();
      DROP TABLE changes;
      DROP FUNCTION changes_refuse_change();
      DROP SCHEMA change_days;
    `);
  }
}
