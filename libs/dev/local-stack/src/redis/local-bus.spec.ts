import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import { keepEnvironment } from '../suite/kept-environment.js';
import { keptSecrets } from '../suite/secrets.js';
import { ports } from '../testing/ports.js';
import { localBusUrl } from './local-bus.js';

let dataDir: string;
const given = 'redis://admin:secret@redis.example:6379/3';

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'local-bus-'));
});

/** As `npx --yes pnpm start` does; answers how it ends. */
function running({ users }: { users: boolean }): () => void {
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

it('is that of the running suite as its operator, before one that an earlier start ran', () => {
  ownRedis(7000);
  running({ users: true });
  const { operator } = keptSecrets(dataDir).redisPasswords;
  expect(localBusUrl(dataDir)).toBe(`redis://safety_1_operator:${operator}@redis.example:6379/3`);
});

it('is that of REDIS_URL as it was given to the running suite, where no users could be created', () => {
  running({ users: false });
  expect(localBusUrl(dataDir)).toBe(given);
});

it('is the last that a start ran itself when no suite runs', () => {
  const own = ownRedis(7000);
  running({ users: true })();
  expect(localBusUrl(dataDir)).toBe(own);
});

it('is none when there was never one', () => {
  expect(localBusUrl(dataDir)).toBeUndefined();
});

it('the administrator of REDIS_URL is not kept where there are users', () => {
  running({ users: true });
  expect(readFileSync(join(dataDir, 'environment.json'), 'utf8')).not.toContain('admin:secret');
});
