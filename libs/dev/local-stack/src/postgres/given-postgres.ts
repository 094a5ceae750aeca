import pg from 'pg';
import { demandAddress, unusable } from '../given-server.js';
import type { LocalServer } from '../local-server.js';
import { SetupError } from '../setup-error.js';

/** The oldest PostgreSQL the suite's SQL runs on. */
const oldestMajor = 17;

/**
 * Checks the server of DATABASE_URL before anything is started on it.
 * @throws SetupError when it does not answer, is too old, or its user may not create the databases and roles
 * of the services
 */
export async function givenPostgres(url: string): Promise<LocalServer> {
  demandAddress('DATABASE_URL', url);
  const client = await connect(url).catch((cause) => {
    throw unusable('DATABASE_URL', cause);
  });
  try {
    const { rows } = await client.query<{ version: string; may: boolean }>(
      `SELECT current_setting('server_version_num') AS version, rolsuper OR (rolcreatedb AND rolcreaterole) AS may
       FROM pg_roles WHERE rolname = current_user`,
    );
    const problem = objection(Number(rows[0]?.version), rows[0]?.may === true);
    if (problem !== undefined) throw new SetupError(problem);
  } finally {
    await client.end();
  }
  return { url, origin: 'DATABASE_URL', stop: async () => undefined };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  return client;
}

/**
 * Why a server cannot be used, in one sentence, or undefined. `version` is PostgreSQL's `server_version_num`.
 */
export function objection(version: number, mayCreate: boolean): string | undefined {
  const major = Math.floor(version / 10_000);
  if (major < oldestMajor) {
    return `DATABASE_URL points at PostgreSQL ${major}; ${oldestMajor} or newer is needed (unset it to use the embedded one).`;
  }
  return mayCreate ? undefined : 'The user of DATABASE_URL needs the rights CREATEDB and CREATEROLE.';
}
