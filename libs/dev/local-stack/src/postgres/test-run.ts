import { randomBytes } from 'node:crypto';
import { connected } from './connected.js';

/** One run of the tests, as one text for the environment of its workers. */
export const newTestRun = (): string => randomBytes(16).toString('hex');

/** How a run names its databases and roles, and the password of those roles that log in. */
export interface TestRun {
  /** Names share a server with those of other runs and of other people. */
  readonly prefix: string;
  readonly password: string;
}

/**
 * The run of a text of {@link newTestRun}. Everybody on the server sees the names, which hold its beginning
 * alone.
 */
export const testRunOf = (run: string): TestRun => ({
  prefix: `test_${run.slice(0, 8)}_`,
  password: run.slice(8),
});

/** Drops all databases and roles of a run: templates of services, their roles, and what a spec has left. */
export async function dropTestRun(serverUrl: string, run: string): Promise<void> {
  const { prefix } = testRunOf(run);
  await connected(serverUrl, async (client) => {
    const named = async (select: string): Promise<string[]> => {
      const { rows } = await client.query<{ name: string }>(select, [prefix]);
      return rows.map(({ name }) => client.escapeIdentifier(name));
    };
    for (const name of await named('SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)'))
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    for (const name of await named('SELECT rolname AS name FROM pg_roles WHERE starts_with(rolname, $1)'))
      await client.query(`DROP ROLE IF EXISTS ${name}`);
  });
}
