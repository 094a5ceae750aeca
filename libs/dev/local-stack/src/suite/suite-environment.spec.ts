import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ports } from '../testing/ports.js';
import { appNames } from './apps.js';
import { newSecrets } from './secrets.js';
import {
  databaseNames,
  ignoredSettings,
  preparationEnvironment,
  setBySuite,
  suiteEnvironment,
} from './suite-environment.js';

const settings = {
  ports,
  databaseUrl: 'postgres://postgres:secret@127.0.0.1:5432/postgres',
  redisUrl: 'redis://127.0.0.1:6379',
  secrets: newSecrets(),
};

describe('suiteEnvironment', () => {
  it('gives every service its own database and restricted role, and the owner only to prepare', () => {
    const inherited = { MIGRATION_DATABASE_URL: 'postgres://owner', DEMO: 'true' };
    const { training } = suiteEnvironment({ ...settings, demo: true, inherited });
    expect(training['DATABASE_URL']).toBe(
      `postgres://training_service:${settings.secrets.rolePasswords.training}@127.0.0.1:5432/training`,
    );
    expect(Object.keys(training)).not.toContain('MIGRATION_DATABASE_URL');
    expect(Object.keys(training)).not.toContain('DEMO');
    expect(preparationEnvironment('training', { ...settings, demo: true })).toEqual({
      MIGRATION_DATABASE_URL: 'postgres://postgres:secret@127.0.0.1:5432/training',
      DEMO: 'true',
    });
  });

  it('gives the gateway no database, and the key encryption key to identity alone', () => {
    const environment = suiteEnvironment(settings);
    expect(environment.gateway['DATABASE_URL']).toBeUndefined();
    expect(environment.identity['KEY_ENCRYPTION_KEY']).toBe(settings.secrets.keyEncryptionKey);
    expect(environment.accounts['KEY_ENCRYPTION_KEY']).toBeUndefined();
  });

  it('tells identity alone that it serves a demo, and only when it does', () => {
    const demo = suiteEnvironment({ ...settings, demo: true });
    expect(demo.identity['DEMO']).toBe('true');
    expect(demo.gateway['DEMO']).toBeUndefined();
    expect(suiteEnvironment({ ...settings, demo: false }).identity['DEMO']).toBeUndefined();
  });

  it('lets the pages of the demo call the APIs, or those that the caller names', () => {
    const origins = (demo: boolean, inherited = {}) =>
      suiteEnvironment({ ...settings, demo, inherited }).gateway['CORS_ALLOWED_ORIGINS'];
    const own = { CORS_ALLOWED_ORIGINS: 'http://localhost:4200' };
    expect([origins(false), origins(true), origins(true, own)]).toEqual([
      undefined,
      'http://localhost:9092',
      'http://localhost:4200',
    ]);
  });

  it('takes what the caller says of single logout and of the reference rather than what the demo has', () => {
    const inherited = { LOGOUT_ALLOWED_HOSTS: 'localhost:7000', DOCS_CLIENT_ID: 'mine', BASE_URL: '' };
    const { gateway, identity } = suiteEnvironment({ ...settings, demo: true, inherited });
    expect(identity['LOGOUT_ALLOWED_HOSTS']).toBe('localhost:7000');
    expect(gateway).toMatchObject({ DOCS_CLIENT_ID: 'mine', BASE_URL: 'http://localhost:8080/api' });
  });

  it('names authorities of the caller by their whole path: services run in folders of their own', () => {
    const of = (NODE_EXTRA_CA_CERTS: string) =>
      suiteEnvironment({ ...settings, inherited: { NODE_EXTRA_CA_CERTS } }).training['NODE_EXTRA_CA_CERTS'];
    expect([of('ca.pem'), of('/etc/ca.pem'), of('')]).toEqual([resolve('ca.pem'), '/etc/ca.pem', undefined]);
  });

  it('names the settings of the caller that would break it, and takes none of them', () => {
    const inherited = Object.fromEntries(setBySuite.map((name) => [name, 'given']));
    expect(ignoredSettings({ ...inherited, LOG_LEVEL: 'debug' })).toEqual([...setBySuite]);
    const environment = suiteEnvironment({ ...settings, demo: true, inherited });
    for (const given of Object.values(environment)) expect(Object.values(given)).not.toContain('given');
    expect(ignoredSettings({ IDENTITY_URL: '', LOG_LEVEL: 'debug' })).toEqual([]);
  });

  it('lets each service be a user of its own in Redis, where there are users', () => {
    const redisUsers = { prefix: 'a1_', passwords: settings.secrets.redisPasswords };
    const urls = { ...settings, redisUrl: 'redis://admin:secret@127.0.0.1:6379/3' };
    expect(suiteEnvironment(urls).training['REDIS_URL']).toBe(urls.redisUrl);
    expect(suiteEnvironment({ ...urls, redisUsers }).training['REDIS_URL']).toBe(
      `redis://a1_training:${settings.secrets.redisPasswords.training}@127.0.0.1:6379/3`,
    );
  });

  it('gives each service the key that it signs with, and all of them the public ones', () => {
    const { gateway, training } = suiteEnvironment(settings);
    expect(training['BUS_SIGNING_KEY']).toBe(settings.secrets.busKeys.training?.signingKey);
    expect(gateway['BUS_SIGNING_KEY']).toBeUndefined();
    expect(gateway['BUS_PUBLIC_KEYS']).toBe(training['BUS_PUBLIC_KEYS']);
    expect(gateway['BUS_PUBLIC_KEYS']?.split(',')).toHaveLength(5);
  });

  it('lets every service give memory back at once but the one that hashes passwords', () => {
    const { identity, training } = suiteEnvironment(settings);
    expect(training['MALLOC_TRIM_THRESHOLD_']).toBe('65536');
    expect(identity['MALLOC_TRIM_THRESHOLD_']).toBeUndefined();
  });

  it('gives services that answer lists more room for young objects, the others what the image has', () => {
    const { gateway, training } = suiteEnvironment(settings);
    expect(gateway['NODE_OPTIONS']).toBe('--import=@safety/platform/without-fetch --max-semi-space-size=16');
    expect(training['NODE_OPTIONS']).toBe('--import=@safety/platform/without-fetch --max-semi-space-size=64');
  });

  it('derives the public addresses from the public port and listens on loopback', () => {
    const { gateway, accounts } = suiteEnvironment({ ...settings, ports: { ...ports, gateway: 9000 } });
    expect(gateway).toMatchObject({ PORT: '9000', HOST: '127.0.0.1', AUTH_URL: 'http://localhost:9000' });
    expect(accounts).toMatchObject({
      ACCOUNTS_API_URL: 'http://localhost:9000/accounts',
      BASE_URL: 'http://localhost:9000/api',
    });
  });

  it('tells the gateway every process of a service, and every service those of identity and accounts', () => {
    const furtherPorts = { training: [9085, 9086], identity: [9081] };
    const { gateway, training } = suiteEnvironment({ ...settings, furtherPorts });
    expect(training['ACCOUNTS_URL']).toBe('http://127.0.0.1:8082');
    for (const { IDENTITY_URL } of [gateway, training])
      expect(IDENTITY_URL).toBe('http://127.0.0.1:8081,http://127.0.0.1:9081');
    expect(gateway).toMatchObject({
      TRAINING_URL: 'http://127.0.0.1:8085,http://127.0.0.1:9085,http://127.0.0.1:9086',
      PERSONNEL_ORG_URL: 'http://127.0.0.1:8084',
    });
  });

  it('passes on settings of the caller, but none that are meant for the caller', () => {
    const inherited = {
      LOG_LEVEL: 'debug',
      DATABASE_URL: 'postgres://elsewhere',
      npm_command: 'run',
      JEST_WORKER_ID: '1',
    };
    const { gateway } = suiteEnvironment({
      ...settings,
      inherited,
      settings: { gateway: { LOG_LEVEL: 'warn' } },
    });
    expect(gateway).toMatchObject({ LOG_LEVEL: 'warn', NODE_ENV: 'production' });
    expect(Object.keys(gateway)).not.toEqual(expect.arrayContaining(['DATABASE_URL']));
    expect(gateway['npm_command']).toBeUndefined();
    expect(gateway['JEST_WORKER_ID']).toBeUndefined();
  });

  it.each([
    ['19464', ['19464', '19465', '19466', '19467', '19468', '19469']],
    ['0', Array(6).fill('0')],
    ['none', Array(6).fill('none')],
    ['', Array(6).fill(undefined)],
  ])('with METRICS_PORT=%s gives the services %j', (METRICS_PORT, expected) => {
    const environment = suiteEnvironment({ ...settings, inherited: { METRICS_PORT } });
    expect(appNames.map((name) => environment[name]['METRICS_PORT'])).toEqual(expected);
  });

  it('starts the names of databases and roles with the prefix', () => {
    const { identity } = suiteEnvironment({ ...settings, databasePrefix: 'a1_' });
    expect(new URL(identity['DATABASE_URL'] ?? '').pathname).toBe('/a1_identity');
    expect(databaseNames('a1_')).toContainEqual({
      database: 'a1_identity',
      roles: ['a1_identity_service', 'a1_identity_search'],
    });
  });
});
