import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ports } from '../testing/ports.js';
import { holdDataDir } from './data-dir.js';
import { keepEnvironment, localEnvironment } from './kept-environment.js';
import { newSecrets } from './secrets.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-environment-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const secrets = newSecrets();
const keep = () =>
  keepEnvironment(folder, {
    ports,
    databaseUrl: 'postgres://postgres:secret@127.0.0.1:5432/postgres',
    redisUrl: 'redis://127.0.0.1:6379',
    secrets,
    demo: true,
    inherited: { PATH: '/bin', MY_TOKEN: 'mine' },
  });

it('the environment of a running suite is kept for its user alone, without what it inherited, until it stops', async () => {
  const release = await holdDataDir(folder);
  expect(await localEnvironment('identity', folder)).toBeUndefined();
  const forget = keep();
  const environment = await localEnvironment('identity', folder);
  expect(environment).toMatchObject({ KEY_ENCRYPTION_KEY: secrets.keyEncryptionKey, PORT: '8081' });
  expect(await localEnvironment('accounts', folder)).toMatchObject({
    OPERATOR_DATABASE_URL: `postgres://accounts_operator:${secrets.operatorPassword}@127.0.0.1:5432/accounts`,
  });
  expect(environment).not.toHaveProperty('OPERATOR_DATABASE_URL');
  expect(environment).not.toHaveProperty('MY_TOKEN');
  // Refused at a public address, and SMTP_URL is not kept.
  expect(environment).not.toHaveProperty('DEMO');
  expect(JSON.stringify(environment)).not.toContain('postgres:secret');
  expect(statSync(join(folder, 'environment.json')).mode & 0o777).toBe(0o600);
  forget();
  expect(await localEnvironment('identity', folder)).toBeUndefined();
  await release();
});

it('the environment that a killed suite has left is that of none', async () => {
  const release = await holdDataDir(folder);
  keep();
  expect(await localEnvironment('identity', folder)).toBeDefined();
  await release();
  expect(await localEnvironment('identity', folder)).toBeUndefined();
});
