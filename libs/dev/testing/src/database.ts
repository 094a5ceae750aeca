import { randomBytes } from 'node:crypto';
import { connected, testRunOf } from '@safety/local-stack';
import pg from 'pg';

type TestRole = 'owner' | 'service';

/** A database of its own for one spec file. */
export interface TestDatabase {
  /** As the restricted role of a service. */
  serviceUrl: string;
  /** As the owner. */
  ownerUrl: string;
  /**
   * One transaction as the owner, whom no wall stops, or as the service. Its connection stays for the next: a
   * new one begins with reading PostgreSQL's catalog, which takes longer than most statements.
   */
  transaction(as: TestRole, work: (client: pg.ClientBase) => Promise<void>): Promise<void>;
  drop(): Promise<void>;
}

/**
 * Brings an empty database to the state that a service needs: `prepareDatabase` with the service's
 * migrations.
 */
export type PrepareDatabase = (urls: { serviceUrl: string; ownerUrl: string }) => Promise<void>;

/** Spec files of several workers must not build one template at the same time. */
const TEMPLATE_LOCK = 7_311_003;

function given(name: 'TEST_DATABASE_URL' | 'TEST_DATABASE_RUN'): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with \`npx --yes pnpm test\`.`);
  return value;
}

const adminUrl = (): string => given('TEST_DATABASE_URL');

/** Of all services: they share the roles of a server, and each of them its own database alone. */
const roleOf = (prefix: string): string => `${prefix}service`;

function urlsOf(database: string): { serviceUrl: string; ownerUrl: string } {
  const owner = new URL(adminUrl());
  owner.pathname = `/${database}`;
  const service = new URL(owner);
  const { prefix, password } = testRunOf(given('TEST_DATABASE_RUN'));
  service.username = roleOf(prefix);
  service.password = password;
  return { serviceUrl: service.href, ownerUrl: owner.href };
}

/**
 * Where the bench of a pooler names one, services reach PostgreSQL through it; owners and templates do not.
 */
function throughPooler(serviceUrl: string): string {
  const url = new URL(serviceUrl);
  url.host = process.env['TEST_POOLER'] ?? url.host;
  return url.href;
}

/** Clones the migrated template of a service, which the first spec file of a run builds. */
export async function createTestDatabase(service: string, prepare: PrepareDatabase): Promise<TestDatabase> {
  const { prefix } = testRunOf(given('TEST_DATABASE_RUN'));
  const template = `${prefix}${service.replaceAll('-', '_')}`;
  const database = `${prefix}${randomBytes(8).toString('hex')}`;
  await connected(adminUrl(), async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (rowCount === 0) await prepare(urlsOf(template));
    // By copying its files, not page by page through the log: a third of the time.
    await client.query(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`);
    // A copy has the rights within the template, and those to connect of any new database.
    await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${roleOf(prefix)}`);
  });
  const { ownerUrl, ...urls } = urlsOf(database);
  const serviceUrl = throughPooler(urls.serviceUrl);
  const pools: Record<TestRole, pg.Pool> = { owner: poolOf(ownerUrl), service: poolOf(serviceUrl) };
  return {
    serviceUrl,
    ownerUrl,
    transaction: (as, work) => inTransaction(pools[as], work),
    drop: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
      await connected(adminUrl(), async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      });
    },
  };
}

/** Opens nothing until it is used. */
function poolOf(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString });
  // Specs end connections of all kinds.
  pool.on('error', () => undefined);
  return pool;
}

async function inTransaction(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
