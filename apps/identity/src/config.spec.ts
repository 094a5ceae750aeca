import { describe, expect, it } from '@jest/globals';
import { readSettings } from '@safety/platform';
import { busSettingsOfTests } from '@safety/testing';
import { identitySettingsSchema } from './config.js';

const given = {
  PORT: '0',
  DATABASE_URL: 'postgres://identity@localhost/identity',
  REDIS_URL: 'redis://localhost',
  ...busSettingsOfTests('identity'),
  KEY_ENCRYPTION_KEY: Buffer.alloc(32, 'k').toString('base64'),
  ACCOUNTS_URL: 'http://accounts:3000',
  PERSONNEL_ORG_URL: 'http://personnel-org:3000',
};
const mails = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'safety@id.example' };

describe('DEMO, which shows mails to everybody where there is no SMTP_URL,', () => {
  it.each([
    { AUTH_URL: 'http://localhost:8080', DEMO: 'true' },
    { AUTH_URL: 'https://id.example', DEMO: 'false' },
    { AUTH_URL: 'https://id.example', DEMO: 'true', ...mails },
  ])('starts: %j', (settings) => {
    expect(readSettings(identitySettingsSchema, { ...given, ...settings })).toMatchObject({
      AUTH_URL: settings.AUTH_URL,
    });
  });

  it('does not start at a public address', () => {
    const settings = { ...given, AUTH_URL: 'https://id.example', DEMO: 'true' };
    expect(() => readSettings(identitySettingsSchema, settings)).toThrow('DEMO: shows every link');
  });
});

describe('SMTP_URL', () => {
  const read = (SMTP_URL: string) => readSettings(identitySettingsSchema, { ...given, ...mails, SMTP_URL });

  it.each([
    'smtp://us%40er:50%25@mail.example:587',
    'smtps://mail.example?requireTLS=true',
    'smtp://mail.example?ignoreTLS=true&name=id.example&pool=true&maxConnections=2&authMethod=PLAIN',
    'smtp://mail.example/?tls.rejectUnauthorized=false&tls.servername=other.example&tls.minVersion=TLSv1.3',
  ])('takes %s', (url) => {
    expect(read(url).SMTP_URL).toBe(url);
  });

  it.each([
    ['smtp://user:%4050%@mail.example:587', 'has a % that stands for itself: write it as %25'],
    ['mail.example:587', 'has to be an address with smtp:// or smtps://, such as'],
    ['smtp://mail.example?requireTls=true', 'may have no other names in its query than requireTLS, '],
    ['smtp://mail.example?require_tls=true', 'may have no other names in its query than requireTLS, '],
    ['smtp://mail.example?secure=true', 'may have no other names in its query than requireTLS, '],
    ['smtp://mail.example?auth.user=me', 'may have no other names in its query than requireTLS, '],
    ['smtp://mail.example?tls.minversion=TLSv1.3', 'may have no other names in its query than requireTLS, '],
    ['smtp://mail.example?requireTLS=', 'requireTLS of its query has to be true, false, 1 or 0'],
    ['smtp://mail.example?ignoreTLS=no', 'ignoreTLS of its query has to be true, false, 1 or 0'],
  ])('refuses %s by its name', (url, why) => {
    expect(() => read(url)).toThrow(`Wrong settings: SMTP_URL: ${why}`);
  });
});

describe('LOGOUT_ALLOWED_HOSTS', () => {
  const read = (LOGOUT_ALLOWED_HOSTS: string) =>
    readSettings(identitySettingsSchema, { ...given, LOGOUT_ALLOWED_HOSTS });

  it('takes hosts with and without their ports', () => {
    expect(read('Localhost:9090, app.corp:443,app.corp:80,inside,[::1]:9,').LOGOUT_ALLOWED_HOSTS).toEqual([
      'localhost:9090',
      'app.corp:443',
      'app.corp:80',
      'inside',
      '[::1]:9',
    ]);
  });

  it.each([
    'http://localhost:9090',
    'localhost:9090/logout',
    'localhost:many',
    'me@localhost',
    '127.1:80',
    '::1',
  ])('refuses %s, which would count for nothing', (host) => {
    expect(() => read(`localhost:9090,${host}`)).toThrow(
      'LOGOUT_ALLOWED_HOSTS: has to be host:port, or several',
    );
  });
});

describe('AUDIT_RETENTION_DAYS, of which each is a partition,', () => {
  const read = (AUDIT_RETENTION_DAYS: string) =>
    readSettings(identitySettingsSchema, { ...given, AUDIT_RETENTION_DAYS });

  it('takes 400 days, and says where older records are kept', () => {
    expect(read('400').AUDIT_RETENTION_DAYS).toBe(400);
    expect(() => read('401')).toThrow(
      'AUDIT_RETENTION_DAYS: has to be 400 at most; keep older records outside',
    );
  });
});
