import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { connected } from '../postgres/connected.js';
import { addServiceUsers } from '../redis/service-users.js';
import { databasePrefix, refuseDatabases, resetDataDir } from './data-dir.js';
import { signDatabase } from './installation.js';
import { keptSecrets } from './secrets.js';

const url = process.env['REDIS_URL'] ?? '';
let redis: Redis;
let dataDir: string;

beforeAll(() => {
  redis = new Redis(url);
});
afterAll(() => redis.quit());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'data-dir-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('--reset with a REDIS_URL removes the users there, leaves the streams, and says so', async () => {
  const prefix = databasePrefix(dataDir);
  const users = async () =>
    ((await redis.call('ACL', 'USERS')) as string[]).filter((name) => name.startsWith(prefix));
  await addServiceUsers(url, { prefix, passwords: keptSecrets(dataDir).redisPasswords });
  await redis.xadd('bus:training', '*', 'envelope', '{}');
  expect(await users()).toHaveLength(7);

  expect(await resetDataDir(dataDir, { REDIS_URL: url })).toBe(
    'Removed all local data; streams and other keys at REDIS_URL stay (docs/operations/bus.md)',
  );

  expect(await users()).toEqual([]);
  expect(await redis.xlen('bus:training')).toBe(1);
  expect(existsSync(join(dataDir, 'secrets.json'))).toBe(false);
});

it('--reset without one removes all, but what releases and benches keep beside it', async () => {
  keptSecrets(dataDir);
  for (const folder of ['postgres', 'redis', 'release', 'cluster', 'upgrade']) {
    mkdirSync(join(dataDir, folder));
    writeFileSync(join(dataDir, folder, 'file'), '');
  }
  for (const file of ['postgres.log', 'postgres.password', 'redis.log', 'environment.json'])
    writeFileSync(join(dataDir, file), '');
  expect(await resetDataDir(dataDir, {})).toBe('Removed all local data');
  expect(readdirSync(dataDir).toSorted()).toEqual(['cluster', 'release', 'upgrade']);
});

it.each([{ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/postgres' }, { REDIS_URL: 'redis://127.0.0.1:1' }])(
  '--reset with a server that does not answer removes nothing: %j',
  async (env) => {
    keptSecrets(dataDir);
    await expect(resetDataDir(dataDir, env)).rejects.toThrow(/^\w+_URL cannot be used: /);
    expect(existsSync(join(dataDir, 'secrets.json'))).toBe(true);
  },
);

it('databases whose secrets are gone are refused, with the way out, until --reset removes them', async () => {
  const databaseUrl = process.env['TEST_DATABASE_URL'] ?? '';
  await refuseDatabases(dataDir, databaseUrl);
  const name = `${databasePrefix(dataDir)}identity`;
  await connected(databaseUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  await expect(refuseDatabases(dataDir, databaseUrl)).rejects.toThrow(
    new RegExp(`\\(${name}\\), whose secrets in .* or another machine .* run npx --yes pnpm start --reset`),
  );
  keptSecrets(dataDir);
  await refuseDatabases(dataDir, databaseUrl);
  await resetDataDir(dataDir, { DATABASE_URL: databaseUrl });
  await refuseDatabases(dataDir, databaseUrl);
});

it('databases that another machine made at this path are neither used nor removed', async () => {
  const databaseUrl = process.env['TEST_DATABASE_URL'] ?? '';
  const name = `${databasePrefix(dataDir)}identity`;
  await connected(databaseUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  const id = join(dataDir, 'installation');
  await signDatabase(databaseUrl, name, dataDir);
  const maker = readFileSync(id, 'utf8').trim();

  rmSync(id);
  keptSecrets(dataDir);
  await signDatabase(databaseUrl, name, dataDir);
  const refused = new RegExp(`\\(${name}\\) that another machine .* write ${maker} to ${id} and run `);
  await expect(refuseDatabases(dataDir, databaseUrl)).rejects.toThrow(refused);
  await expect(resetDataDir(dataDir, { DATABASE_URL: databaseUrl })).rejects.toThrow(refused);
  expect(existsSync(join(dataDir, 'secrets.json'))).toBe(true);

  writeFileSync(id, `${maker}\n`);
  await resetDataDir(dataDir, { DATABASE_URL: databaseUrl });
  await refuseDatabases(dataDir, databaseUrl);
});
