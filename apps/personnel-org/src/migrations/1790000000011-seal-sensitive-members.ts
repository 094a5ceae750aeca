import { recordColumnsSql, resourceTableSql, tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The keys of companies, wrapped with the key of the deployment, and what is encrypted with them.
 * `company_keys` has no tenancy policy: a rotation goes through all companies. Reads of sensitive members are
 * kept and never changed.
 */
export class SealSensitiveMembers1790000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE company_keys (
        company_id uuid NOT NULL,
        number integer NOT NULL,
        wrapped bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (company_id, number)
      );

      CREATE TABLE emergency_contacts (
        ${recordColumnsSql},
        personnel_id uuid NOT NULL,
        priority integer NOT NULL CHECK (priority BETWEEN 1 AND 9),
        details bytea NOT NULL
      );
      ${resourceTableSql('emergency_contacts')}
      CREATE UNIQUE INDEX emergency_contacts_priority_key
        ON emergency_contacts (company_id, personnel_id, priority);
      ALTER TABLE emergency_contacts ADD CONSTRAINT emergency_contacts_person_fkey
        FOREIGN KEY (company_id, personnel_id) REFERENCES personnel (company_id, id);

      CREATE TABLE payrolls (
        ${recordColumnsSql},
        details bytea NOT NULL,
        payroll_number_digest bytea
      );
      ${resourceTableSql('payrolls')}
      CREATE UNIQUE INDEX payrolls_number_key ON payrolls (company_id, payroll_number_digest);
      ALTER TABLE payrolls ADD CONSTRAINT payrolls_person_fkey
        FOREIGN KEY (company_id, id) REFERENCES personnel (company_id, id);

      CREATE TABLE sensitive_reads (
        company_id uuid NOT NULL,
        number bigint GENERATED ALWAYS AS IDENTITY,
        read_at timestamptz(3) NOT NULL DEFAULT now(),
        personnel_id uuid NOT NULL,
        members text[] NOT NULL,
        user_id uuid,
        client_id text,
        request_id text,
        PRIMARY KEY (company_id, number)
      );
      CREATE INDEX sensitive_reads_person_idx ON sensitive_reads (company_id, personnel_id, number);
      ${tenantPolicySql('sensitive_reads')}
      CREATE FUNCTION sensitive_reads_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'the record of sensitive reads is never changed';
      END $$;
      CREATE TRIGGER sensitive_reads_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE ON sensitive_reads
        FOR EACH STATEMENT EXECUTE FUNCTION sensitive_reads_refuse_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE sensitive_reads, payrolls, emergency_contacts, company_keys;
      DROP FUNCTION sensitive_reads_refuse_change();
    `);
  }
}
