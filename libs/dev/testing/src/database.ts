import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of its own for one spec file. */
export interface TestDatabase {
  /** As the restricted role of a service. */
  serviceUrl: string;
  /** As the owner. */
  ownerUrl: string;
  drop(): Promise<void>;
}

/**
 * Brings an empty database to the state that a service needs: `prepareDatabase` with the service's
 * migrations.
 */
export type PrepareDatabase = (urls: { serviceUrl: string; ownerUrl: string }) => Promise<void>;

const ROLE = 'service_under_test';
const PASSWORD = 'service-under-test';
/** Spec files of several workers must not build one template at the same time. */
const TEMPLATE_LOCK = 7_311_003;

function adminUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests with `npx --yes pnpm test`.');
  return url;
}

function urlsOf(database: string): { serviceUrl: string; ownerUrl: string } {
  const owner = new URL(adminUrl());
  owner.pathname = `/${database}`;
  const service = new URL(owner);
  service.username = ROLE;
  service.password = PASSWORD;
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

async function asAdmin<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: adminUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Clones the migrated template of a service, which the first spec file of a run builds. */
export async function createTestDatabase(service: string, prepare: PrepareDatabase): Promise<TestDatabase> {
  const template = `template_${service.replaceAll('-', '_')}`;
  const database = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (rowCount === 0) await prepare(urlsOf(template));
    await client.query(`CREATE DATABASE ${database} TEMPLATE ${template}`);
    // A copy has the rights within the template, and those to connect of any new database.
    await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${ROLE}`);
  });
  const drop = () =>
    asAdmin(async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    });
  const { serviceUrl, ownerUrl } = urlsOf(database);
  return { serviceUrl: throughPooler(serviceUrl), ownerUrl, drop };
}
