import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit trail, with a partition for each day. No tenancy policy: most records are about users, who belong
 * to several companies. The partitions are in a schema where the service has no rights, so it can add records
 * and read them, and nothing else; whole days are added and dropped by a function that runs as the owner.
 */
export class CreateAudit1700000001202 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA audit_days;

      CREATE TABLE audit_records (
        id uuid NOT NULL,
        occurred_at timestamptz NOT NULL,
        type text NOT NULL,
        actor text NOT NULL,
        user_id uuid,
        client_id text,
        sid text,
        grant_id text,
        request_id text,
        reason text,
        details json NOT NULL,
        PRIMARY KEY (occurred_at, id)
      ) PARTITION BY RANGE (occurred_at);
      CREATE INDEX audit_records_user_idx ON audit_records (user_id, occurred_at);
      CREATE INDEX audit_records_client_idx ON audit_records (client_id, occurred_at);
      CREATE INDEX audit_records_refused_idx ON audit_records (occurred_at) WHERE type = 'refused';

      CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'audit records are never changed';
      END $$;
      CREATE TRIGGER audit_records_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_records
        FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();

      CREATE FUNCTION audit_keep_days(kept integer) RETURNS void
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
                     AND relname < 'd' || to_char(today - greatest(kept, 1), 'YYYYMMDD') LOOP
          EXECUTE format('DROP TABLE audit_days.%I', old);
        END LOOP;
      END $$;
      COMMENT ON FUNCTION audit_keep_days IS 'Makes the partitions of the next week, and drops those older than so many days';

      SELECT audit_keep_days(30);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION audit_keep_days(integer);
      DROP TABLE audit_records;
      DROP FUNCTION audit_refuse_change();
      DROP SCHEMA audit_days;
    `);
  }
}
