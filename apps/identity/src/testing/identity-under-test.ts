import { argon2Sync, randomBytes } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { demoPassword } from '@safety/demo-data';
import { prepareDatabase } from '@safety/persistence';
import { createService } from '@safety/platform';
import { busSettingsOfTests, connected, createTestDatabase, type TestDatabase } from '@safety/testing';
import pg from 'pg';
import { IdentityModule } from '../identity.module.js';
import { migrations } from '../migrations/index.js';
import { addDemo } from '../operations/demo/demo.js';
import { identityService } from '../service-options.js';
import { authUrl, type Send, sendTo } from './send.js';

export { authUrl } from './send.js';
export const issuer = `${authUrl}/auth`;

export const keyEncryptionKey = Buffer.alloc(32, 'key encryption key of tests').toString('base64');

/** One process of the provider. */
export interface Replica {
  app: NestFastifyApplication;
  /** Where it listens. */
  url: string;
  fetch: Send;
  close(): Promise<void>;
}

/** A provider with the demo's clients and users and a database of its own. */
export interface IdentityUnderTest extends Replica {
  database: TestDatabase;
  /** Sends SQL as the owner of the database. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Another process on the same database, with these settings different. */
  addReplica(env?: NodeJS.ProcessEnv): Promise<Replica>;
}

export async function startIdentity(env: NodeJS.ProcessEnv = {}): Promise<IdentityUnderTest> {
  const database = await createTestDatabase('identity', async (urls) => {
    await prepareDatabase({ ...urls, migrations });
    await addDemo(urls.serviceUrl, { AUTH_URL: 'http://localhost:8080' });
    await makePasswordsCheap(urls.ownerUrl);
  });
  const replicas: Replica[] = [];
  const addReplica = async (changes: NodeJS.ProcessEnv = {}): Promise<Replica> => {
    const replica = await startReplica(database, { ...env, ...changes });
    replicas.push(replica);
    return replica;
  };
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await owner.query<Row>(text, values)).rows;
  const close = async (): Promise<void> => {
    for (const replica of replicas) await replica.close();
    await owner.end();
    await database.drop();
  };
  return { ...(await addReplica()), database, query, addReplica, close };
}

/** A hash is checked at the cost it was made with; specs sign in a thousand times. */
async function makePasswordsCheap(ownerUrl: string): Promise<void> {
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', { message: demoPassword, nonce, ...cost, tagLength: 32 });
  const hash = `$argon2id$v=19$m=8,t=1,p=1$${[nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', '')).join('$')}`;
  await connected(ownerUrl, (owner) => owner.query('UPDATE credentials SET password_hash = $1', [hash]));
}

/** Nothing listens there: the flows of identity need no other service. */
export const withoutOtherServices = {
  ACCOUNTS_URL: 'http://127.0.0.1:9',
  PERSONNEL_ORG_URL: 'http://127.0.0.1:9',
};

async function startReplica(database: TestDatabase, env: NodeJS.ProcessEnv): Promise<Replica> {
  const { app } = await createService(IdentityModule, identityService, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    AUTH_URL: authUrl,
    DATABASE_URL: database.serviceUrl,
    REDIS_URL: process.env['REDIS_URL'],
    ...busSettingsOfTests('identity'),
    KEY_ENCRYPTION_KEY: keyEncryptionKey,
    ...withoutOtherServices,
    ...env,
  });
  await app.startAllMicroservices();
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return { app, url, fetch: sendTo(url), close: () => app.close() };
}
