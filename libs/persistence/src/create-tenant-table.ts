/** SQL of the columns of `CompanyRecord`, for `CREATE TABLE` in a migration. */
export const recordColumnsSql = `
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by_user_id uuid,
  modified_at timestamptz(3) NOT NULL DEFAULT now(),
  modified_by_user_id uuid,
  archived boolean NOT NULL GENERATED ALWAYS AS (archived_at IS NOT NULL) STORED,
  archived_at timestamptz(3),
  archived_by_user_id uuid,
  external_id text,
  custom_fields jsonb NOT NULL DEFAULT '{}'`;

/** SQL of the column of `ClientMadeRecord`, for `CREATE TABLE` and for `ALTER TABLE … ADD COLUMN`. */
export const creationDigestColumnSql = 'creation_digest bytea';

/**
 * SQL that walls a tenant table in: row-level security for everybody, its owner too, so that a query without
 * a company sees nothing and one with a company sees only that company's rows.
 */
export const tenantPolicySql = (table: string): string => `
  ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
  ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
  CREATE POLICY company ON ${table}
    USING (company_id = NULLIF(current_setting('app.company_id', true), '')::uuid)
    WITH CHECK (company_id = NULLIF(current_setting('app.company_id', true), '')::uuid);`;

/** SQL of the keys and indexes that every resource table has, and its tenancy policy. */
export const resourceTableSql = (table: string): string => `
  ALTER TABLE ${table} ADD CONSTRAINT ${table}_pkey PRIMARY KEY (company_id, id);
  ALTER TABLE ${table} ADD CONSTRAINT ${table}_external_id_key UNIQUE (company_id, external_id);
  CREATE INDEX ${table}_modified_at_idx ON ${table} (company_id, modified_at, id);
  ${tenantPolicySql(table)}`;
