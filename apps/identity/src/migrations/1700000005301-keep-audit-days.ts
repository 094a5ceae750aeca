import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The days that the audit trail keeps at least, as the owner of the database says: a service that is taken
 * over could otherwise ask for the one day that hides how. They are in a schema where the service has no
 * rights.
 */
export class KeepAuditDays1700000005301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA audit_rules;
      CREATE TABLE audit_rules.retention (days integer NOT NULL CHECK (days > 0));
      CREATE UNIQUE INDEX retention_one_row ON audit_rules.retention ((true));
      INSERT INTO audit_rules.retention (days) VALUES (30);
    `);
    await replaceFunction(runner, 'greatest(kept, (SELECT days FROM audit_rules.retention), 1)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceFunction(runner, 'greatest(kept, 1)');
    await runner.query('DROP SCHEMA audit_rules CASCADE');
  }
}

/** The function of `create-audit.ts`, with another number of days that stay. */
const replaceFunction = (runner: QueryRunner, days: string): Promise<unknown> =>
  runner.query(`
    CREATE OR REPLACE FUNCTION audit_keep_days(kept integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE
      today date := (now() AT TIME ZONE 'UTC')::date;
      day date;
      old text;
    BEGIN
      PERFORM pg_advisory_xact_lock(7311102);
      FOR day IN SELECT today + ahead FROM generate_series(-1, 7) AS ahead LOOP
        IF to_regclass('audit_days.' || quote_ident('d' || to_char(day, 'YYYYMMDD'))) IS NULL THEN
          EXECUTE format('CREATE TABLE audit_days.%I PARTITION OF public.audit_records FOR VALUES FROM (%L) TO (%L)',
            'd' || to_char(day, 'YYYYMMDD'), day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
        END IF;
      END LOOP;
      FOR old IN SELECT relname FROM pg_class WHERE relnamespace = 'audit_days'::regnamespace AND relkind = 'r'
                   AND relname < 'd' || to_char(today - ${days}, 'YYYYMMDD') LOOP
        EXECUTE format('DROP TABLE audit_days.%I', old);
      END LOOP;
    END $$;`);
