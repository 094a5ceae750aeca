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

/** Columns of a change that PostgreSQL alone fills: its transaction, number and time. */
const FILLED_BY_POSTGRES = ['transaction_id', 'number', 'changed_at'];

/**
 * The columns of the change record that a service writes. None where there is no record, and none with Citus:
 * the coordinator fills the others and sends them to the node of the company, as the role of the service.
 */
const WRITTEN_COLUMNS = `
  SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
  WHERE attrelid = to_regclass('public.changes') AND attnum > 0 AND NOT attisdropped AND attname <> ALL ($1)
    AND NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')`;

/** Lets the restricted role of a service do what its requests do, and nobody else. */
export async function grantToService(owner: pg.ClientBase, username: string): Promise<void> {
  const role = nameIn(owner, username);
  const record = await owner.query<{ columns: string | null }>(WRITTEN_COLUMNS, [FILLED_BY_POSTGRES]);
  const columns = record.rows[0]?.columns;
  const { rows } = await owner.query<{ database: string }>('SELECT current_database() AS database');
  await owner.query(`
    GRANT CONNECT ON DATABASE ${nameIn(owner, rows[0]?.database ?? '')} TO ${role};
    GRANT USAGE ON SCHEMA public TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role};
    REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${role};
    ${columns ? `REVOKE INSERT ON changes FROM ${role}; GRANT INSERT (${columns}) ON changes TO ${role};` : ''}`);
  for (const { routine, callable, giver } of await routines(owner)) {
    // A function of the role of searches is that role's to give.
    await owner.query(`SET ROLE ${nameIn(owner, giver)}`);
    await owner.query(`REVOKE EXECUTE ON ROUTINE ${routine} FROM PUBLIC`);
    if (callable) await owner.query(`GRANT EXECUTE ON ROUTINE ${routine} TO ${role}`);
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
