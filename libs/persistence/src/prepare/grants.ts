import pg from 'pg';

const nameIn = (client: pg.ClientBase, name: string): string => client.escapeIdentifier(name);

/**
 * Takes from PUBLIC what PostgreSQL gives to every role of a server: to connect, to create temporary tables,
 * and to call each function, those of migrations to come included. A closed database stays closed.
 * @throws when the database stays open, since its owner is somebody else
 */
export async function closeToPublic(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<{ database: string }>('SELECT current_database() AS database');
  const database = rows[0]?.database ?? '';
  const name = nameIn(owner, database);
  await owner.query(`
    REVOKE CONNECT, TEMPORARY ON DATABASE ${name} FROM PUBLIC;
    REVOKE ALL ON SCHEMA public FROM PUBLIC;
    ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON ROUTINES FROM PUBLIC;`);
  const open = await owner.query(
    "SELECT 1 WHERE has_database_privilege('public', current_database(), 'CONNECT')",
  );
  if (open.rowCount)
    throw new Error(
      `Every role of the server may connect to ${database}: let its owner run REVOKE CONNECT, TEMPORARY ON DATABASE ${name} FROM PUBLIC.`,
    );
}

interface KeptRecord {
  table: string;
  /** Those that the service fills. PostgreSQL alone numbers entries and calls a function for their time. */
  columns: string;
}

/**
 * Records that are only ever added to, which a trigger keeps from `TRUNCATE`. None with Citus: the
 * coordinator fills the other columns and sends them to the node of the company, as the role of the service.
 */
const KEPT_RECORDS = `
  SELECT quote_ident(c.relname) AS "table", string_agg(quote_ident(a.attname), ', ') AS columns
  FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
    LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relnamespace = 'public'::regnamespace
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attidentity = ''
    AND coalesce(pg_get_expr(d.adbin, d.adrelid), '') NOT LIKE '%(%'
    AND EXISTS (
      SELECT FROM pg_trigger AS t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgtype & 32 > 0)
    AND NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')
  GROUP BY c.relname`;

/** Lets the restricted role of a service do what its requests do, and nobody else. */
export async function grantToService(owner: pg.ClientBase, username: string): Promise<void> {
  const role = nameIn(owner, username);
  const records = await owner.query<KeptRecord>(KEPT_RECORDS);
  const { rows } = await owner.query<{ database: string }>('SELECT current_database() AS database');
  const added = records.rows.map(
    ({ table, columns }) =>
      `REVOKE INSERT ON ${table} FROM ${role}; GRANT INSERT (${columns}) ON ${table} TO ${role};`,
  );
  // In one go, which is one transaction: between them, the service could fill all columns of a record.
  await owner.query(`
    GRANT CONNECT ON DATABASE ${nameIn(owner, rows[0]?.database ?? '')} TO ${role};
    GRANT USAGE ON SCHEMA public TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role};
    REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${role};
    ${added.join('\n')}`);
  for (const { routine, callable, giver } of await routines(owner)) {
    // A function of the role of searches is that role's to give.
    await owner.query(`SET ROLE ${nameIn(owner, giver)}`);
    await owner.query(`REVOKE EXECUTE ON ROUTINE ${routine} FROM PUBLIC`);
    if (callable) await owner.query(`GRANT EXECUTE ON ROUTINE ${routine} TO ${role}`);
    await owner.query('RESET ROLE');
  }
}

/** Takes from a role what `grantToService` gives. */
export async function revokeFrom(owner: pg.ClientBase, username: string): Promise<void> {
  const role = nameIn(owner, username);
  const { rows } = await owner.query<{ database: string }>('SELECT current_database() AS database');
  await owner.query(`
    REVOKE ALL ON DATABASE ${nameIn(owner, rows[0]?.database ?? '')} FROM ${role};
    REVOKE ALL ON SCHEMA public FROM ${role};
    REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role};
    REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${role};`);
  for (const { routine, giver } of await routines(owner)) {
    await owner.query(`SET ROLE ${nameIn(owner, giver)}`);
    await owner.query(`REVOKE ALL ON ROUTINE ${routine} FROM ${role}`);
    await owner.query('RESET ROLE');
  }
}

interface Routine {
  routine: string;
  callable: boolean;
  /** Its owner. */
  giver: string;
}

/**
 * The functions of the migrations; those of extensions are the extension's. A trigger needs no right of its
 * caller.
 */
async function routines(owner: pg.ClientBase): Promise<Routine[]> {
  const { rows } = await owner.query(
    `SELECT oid::regprocedure::text AS routine, prorettype <> 'trigger'::regtype AS callable,
       pg_get_userbyid(proowner) AS giver FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')`,
  );
  return rows;
}
