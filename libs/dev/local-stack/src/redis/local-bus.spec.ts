import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { holdDataDir } from '../suite/data-dir.js';
import { keepEnvironment } from '../suite/kept-environment.js';
import { keptSecrets } from '../suite/secrets.js';
import { ports } from '../testing/ports.js';
import { localBusUrl } from './local-bus.js';

let dataDir: string;
let release: (() => Promise<void>) | undefined;
const given = 'redis://admin:secret@redis.example:6379/3';

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'local-bus-'));
});
afterEach(async () => {
  await release?.();
  release = undefined;
  rmSync(dataDir, { recursive: true });
});

/** As `npx --yes pnpm start` does; answers how it ends. */
async function running({ users }: { users: boolean }): Promise<() => void> {
  release = await holdDataDir(dataDir);
  const secrets = keptSecrets(dataDir);
  const redisUsers = users ? { prefix: 'safety_1_', passwords: secrets.redisPasswords } : undefined;
  const databaseUrl = 'postgres://127.0.0.1/postgres';
  return keepEnvironment(dataDir, { ports, databaseUrl, redisUrl: given, redisUsers, secrets });
}

function ownRedis(port: number): string {
  mkdirSync(join(dataDir, 'redis'));
  writeFileSync(join(dataDir, 'redis', 'redis.port'), String(port));
  return `redis://operator:${keptSecrets(dataDir).redisPasswords.operator}@127.0.0.1:${port}`;
}

it('is that of the running suite as its operator, before one that an earlier start ran', async () => {
  ownRedis(7000);
  await running({ users: true });
  const { operator } = keptSecrets(dataDir).redisPasswords;
  expect(await localBusUrl(dataDir)).toBe(`redis://safety_1_operator:${operator}@redis.example:6379/3`);
});

it('is that of REDIS_URL as it was given to the running suite, where no users could be created', async () => {
  await running({ users: false });
  expect(await localBusUrl(dataDir)).toBe(given);
});

it('is the last that a start ran itself when no suite runs', async () => {
  const own = ownRedis(7000);
  const end = await running({ users: true });
  end();
  expect(await localBusUrl(dataDir)).toBe(own);
});

it('is none when there was never one', async () => {
  expect(await localBusUrl(dataDir)).toBeUndefined();
});

it('the administrator of REDIS_URL is not kept where there are users', async () => {
  await running({ users: true });
  expect(readFileSync(join(dataDir, 'environment.json'), 'utf8')).not.toContain('admin:secret');
});
