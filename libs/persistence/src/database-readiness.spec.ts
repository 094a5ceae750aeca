import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module, type Type } from '@nestjs/common';
import { baseSettings, createService, SettingsError } from '@safety/platform';
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

const ofDatabase = (first: string) => PersistenceModule.withoutCompanies({ first, entities: [] });

@Module({ imports: [ofDatabase('CreateNotes1800000000000')] })
class StartedModule {}

@Module({ imports: [ofDatabase('CreateOthers1790000000001')] })
class OtherModule {}

const settings = z.object({ ...baseSettings, ...databaseSettings });
const start = (module: Type, env: NodeJS.ProcessEnv) =>
  createService(module, { name: 'started', settings }, { PORT: '0', LOG_LEVEL: 'silent', ...env });

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
  const { app } = await start(StartedModule, {
    DATABASE_URL: url.href,
    DATABASE_CONNECT_TIMEOUT_MS: '1000',
  });
  await app.close();
  expect(connections.length).toBeGreaterThan(2);
  for (const connection of connections) connection.destroy();
  slow.close();
});

const PROGRAM = `
  import { Module } from '@nestjs/common';
  import { baseSettings, runService } from '@safety/platform';
  import { z } from 'zod';
  import { PersistenceModule } from './dist/persistence.module.js';
  import { databaseSettings } from './dist/settings.js';
  class Started {}
  Module({ imports: [PersistenceModule.withoutCompanies({ first: '', entities: [] })] })(Started);
  await runService(Started, { name: 'started', settings: z.object({ ...baseSettings, ...databaseSettings }) });`;

describe('the start', () => {
  const DATABASE_URL = () => api.database.serviceUrl;

  it.each([
    ['password', { password: 'hunter2' }, /cannot be used: password authentication failed for user "\w+"\.$/],
    ['database', { pathname: '/nowhere' }, /cannot be used: database "nowhere" does not exist\.$/],
    ['port', { port: '1' }, /does not answer: connect ECONNREFUSED \S+:1\.$/],
    ['host', { hostname: 'nobody.invalid' }, /does not answer: getaddrinfo \w+ nobody\.invalid\.$/],
    ['TLS', { search: '?sslmode=verify-full' }, /cannot be used: .* SSL connections\.$/],
    ['file', { search: '?sslrootcert=/nowhere.pem' }, /cannot be used: ENOENT: .* '\/nowhere\.pem'\.$/],
  ])('ends with one sentence that names the setting of a wrong %s', async (_, part, sentence) => {
    const url = Object.assign(new URL(DATABASE_URL()), part).href;
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { PATH, NODE_COMPILE_CACHE, LOG_FORMAT: 'json', PORT: '0', DATABASE_URL: url },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [log, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    const { msg, err } = JSON.parse(log);
    expect([code, msg, err]).toEqual([
      1,
      expect.stringMatching(/^service: The database at DATABASE_URL /),
      undefined,
    ]);
    expect(msg).toMatch(sentence);
    expect(log).not.toContain('hunter2');
  });

  it('ends with one sentence on the database of another service', async () => {
    await expect(start(OtherModule, { DATABASE_URL: DATABASE_URL() })).rejects.toThrow(
      new SettingsError(
        `The database ${database()} belongs to another service: it has the migration CreateNotes1800000000000. Look at the setting with its address.`,
      ),
    );
  });

  it('goes on where the role may not read the migrations, and where there is none', async () => {
    const role = new URL(DATABASE_URL()).username;
    const owner = new pg.Client({ connectionString: api.database.ownerUrl });
    await owner.connect();
    try {
      await owner.query(`REVOKE SELECT ON migrations FROM ${role}`);
      await (await start(OtherModule, { DATABASE_URL: DATABASE_URL() })).app.close();
      await owner.query('ALTER TABLE migrations RENAME TO migrations_away');
      await (await start(OtherModule, { DATABASE_URL: DATABASE_URL() })).app.close();
    } finally {
      await owner.query('ALTER TABLE IF EXISTS migrations_away RENAME TO migrations');
      await owner.query(`GRANT SELECT ON migrations TO ${role}`);
      await owner.end();
    }
  });
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
