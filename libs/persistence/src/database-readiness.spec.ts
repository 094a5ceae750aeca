import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { baseSettings, createService } from '@safety/platform';
import { eventually } from '@safety/testing';
import pg from 'pg';
import { z } from 'zod';
import { PersistenceModule } from './persistence.module.js';
import { databaseSettings } from './settings.js';
import { type NotesApi, startNotes } from './testing/notes-service.js';

/** As long as a probe of Kubernetes waits (deploy/base/deployment.yaml). */
const PROBE_MS = 2_000;
/** More than the pool has connections. */
const REQUESTS = 20;

@Module({ imports: [PersistenceModule.withoutCompanies({ entities: [] })] })
class StartedModule {}

let api: NotesApi;
let admin: pg.Client;

beforeAll(async () => {
  api = await startNotes();
  admin = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  await admin.connect();
});

afterAll(async () => {
  await admin.end();
  await api.close();
});

const database = (): string => new URL(api.database.serviceUrl).pathname.slice(1);

const readiness = async (): Promise<number> =>
  (await fetch(`${api.url}/health/ready`, { signal: AbortSignal.timeout(PROBE_MS) })).status;

const waiting = async (): Promise<number> => {
  const { rowCount } = await admin.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'",
    [database()],
  );
  return rowCount ?? 0;
};

it('a service starts though PostgreSQL does not answer its first connection in time', async () => {
  const { hostname, port } = new URL(api.database.serviceUrl);
  const connections: Socket[] = [];
  const slow = createServer((near) => {
    if (connections.push(near) === 1) return;
    const far = connect(Number(port || 5432), hostname);
    connections.push(far);
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const url = new URL(api.database.serviceUrl);
  url.host = `127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const settings = z.object({ ...baseSettings, ...databaseSettings });
  const env = { PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: url.href, DATABASE_CONNECT_TIMEOUT_MS: '1000' };
  const { app } = await createService(StartedModule, { name: 'started', settings }, env);
  await app.close();
  expect(connections.length).toBeGreaterThan(2);
  for (const connection of connections) connection.destroy();
  slow.close();
});

describe('GET /health/ready', () => {
  it('200 within 2 s while every connection of the pool waits for one locked table', async () => {
    const caller = await api.caller();
    const owner = new pg.Client({ connectionString: api.database.ownerUrl });
    await owner.connect();
    await owner.query('BEGIN; LOCK TABLE notes IN ACCESS EXCLUSIVE MODE');
    const requests = Array.from({ length: REQUESTS }, () => caller.get('/notes'));
    await eventually(async () => expect(await waiting()).toBe(10));
    for (let probe = 0; probe < 3; probe++) expect(await readiness()).toBe(200);
    await owner.end();
    await Promise.all(requests);
  });

  it('503 while the role has no limit of time, of which lists rely on that of transactions', async () => {
    const { pathname, username } = new URL(api.database.serviceUrl);
    const role = `${username} IN DATABASE ${pathname.slice(1)}`;
    const reconnect = () =>
      admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database()]);
    await admin.query(`ALTER ROLE ${role} SET transaction_timeout = 0`);
    await reconnect();
    await eventually(async () => expect(await readiness()).toBe(503));
    await admin.query(`ALTER ROLE ${role} RESET transaction_timeout`);
    await reconnect();
    await eventually(async () => expect(await readiness()).toBe(200));
  });

  it('503 while PostgreSQL lets nobody in, and 200 again without a restart', async () => {
    const name = database();
    try {
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      await eventually(async () => expect(await readiness()).toBe(503));
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      await eventually(async () => expect(await readiness()).toBe(200));
    } finally {
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    }
  });
});
