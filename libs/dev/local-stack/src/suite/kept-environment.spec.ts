import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ports } from '../testing/ports.js';
import { keepEnvironment, localEnvironment } from './kept-environment.js';
import { newSecrets } from './secrets.js';

it('the environment of a running suite is kept for its user alone, without what it inherited, until it stops', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kept-environment-'));
  expect(localEnvironment('identity', folder)).toBeUndefined();
  const secrets = newSecrets();
  const forget = keepEnvironment(folder, {
    ports,
    databaseUrl: 'postgres://postgres:secret@127.0.0.1:5432/postgres',
    redisUrl: 'redis://127.0.0.1:6379',
    secrets,
    inherited: { PATH: '/bin', MY_TOKEN: 'mine' },
  });
  const environment = localEnvironment('identity', folder);
  expect(environment).toMatchObject({ KEY_ENCRYPTION_KEY: secrets.keyEncryptionKey, PORT: '8081' });
  expect(localEnvironment('accounts', folder)).toMatchObject({
    OPERATOR_DATABASE_URL: `postgres://accounts_operator:${secrets.operatorPassword}@127.0.0.1:5432/accounts`,
  });
  expect(environment).not.toHaveProperty('OPERATOR_DATABASE_URL');
  expect(environment).not.toHaveProperty('MY_TOKEN');
  expect(JSON.stringify(environment)).not.toContain('postgres:secret');
  expect(statSync(join(folder, 'environment.json')).mode & 0o777).toBe(0o600);
  forget();
  expect(localEnvironment('identity', folder)).toBeUndefined();
});
