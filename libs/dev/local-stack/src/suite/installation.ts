import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connected } from '../postgres/connected.js';
import { projectName } from '../project.js';
import { SetupError } from '../setup-error.js';
import { databaseNames } from './suite-environment.js';

/**
 * Where the id of this installation is. It outlives the secrets: after a reset the databases on a server that
 * was not given then are its own still.
 */
const fileIn = (dataDir: string): string => join(dataDir, 'installation');

function idOf(dataDir: string): string {
  const file = fileIn(dataDir);
  if (!existsSync(file)) writeFileSync(file, `${randomUUID()}\n`);
  return readFileSync(file, 'utf8').trim();
}

const signature = new RegExp(`^${projectName} ([-0-9a-f]{36})$`);

/**
 * The databases of this checkout on a server that is given.
 * @throws SetupError when one is signed by another installation: a name says only at which path its checkout
 * is, and on two machines that may be the same
 */
export async function ownDatabases(databaseUrl: string, prefix: string, dataDir: string): Promise<string[]> {
  const names = databaseNames(prefix).map(({ database }) => database);
  const found = await connected(databaseUrl, async (client) => {
    const select = `SELECT datname, shobj_description(oid, 'pg_database') AS comment FROM pg_database
      WHERE datname = ANY($1) ORDER BY datname`;
    return (await client.query<{ datname: string; comment: string | null }>(select, [names])).rows;
  });
  for (const { datname, comment } of found) {
    const [, maker] = signature.exec(comment ?? '') ?? [];
    if (maker === undefined || maker === idOf(dataDir)) continue;
    throw new SetupError(
      `The server of DATABASE_URL has databases (${datname}) that another machine with a checkout at this path has made, or this one before ${dataDir} was removed: set DATABASE_URL to another server. If nobody needs them, write ${maker} to ${fileIn(dataDir)} and run npx --yes pnpm start --reset.`,
    );
  }
  return found.map(({ datname }) => datname);
}

/** Signs a database as this installation's, unless it has a comment. */
export async function signDatabase(databaseUrl: string, database: string, dataDir: string): Promise<void> {
  await connected(databaseUrl, async (client) => {
    const select = `SELECT FROM pg_database
      WHERE datname = $1 AND shobj_description(oid, 'pg_database') IS NULL`;
    const { rowCount } = await client.query(select, [database]);
    if (rowCount === 0) return;
    const comment = client.escapeLiteral(`${projectName} ${idOf(dataDir)}`);
    await client.query(`COMMENT ON DATABASE ${client.escapeIdentifier(database)} IS ${comment}`);
  });
}
