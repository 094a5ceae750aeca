import { expect, it } from '@jest/globals';
import { readSettings } from '@safety/platform';
import { databaseSettingsSchema } from './settings.js';

const read = (settings: Record<string, string>) => () => readSettings(databaseSettingsSchema, settings);

it.each([
  'postgres://user:50%@db:5432/one',
  'postgres://us%er:secret@db/one',
  'postgres://user:secret@db/o%ne',
  'postgres://user:%ff@db/one',
])('DATABASE_URL may not be %s, which does not decode', (DATABASE_URL) => {
  expect(read({ DATABASE_URL })).toThrow(
    'Wrong settings: DATABASE_URL: has a % that stands for itself: write it as %25.',
  );
});

it.each([
  'postgres://user:50%25@db:5432/one',
  'postgresql://user:p%40ss@db/one?sslmode=require',
  'postgres://user@db/one?sslmode=verify-full&sslrootcert=/ca.pem&sslcert=/c.pem&sslkey=/k.pem',
  'postgres://user@db/one?ssl=true&sslnegotiation=direct&uselibpqcompat=true',
  'postgres://user@db/one?application_name=a&options=-c%20geqo=off&connect_timeout=5&host=/run/postgresql',
])('DATABASE_URL may be %s', (DATABASE_URL) => {
  expect(read({ DATABASE_URL })().DATABASE_URL).toBe(DATABASE_URL);
});

it.each(['sslMode', 'ssl_mode', 'SSLMODE', 'sslmode ', 'sslmodes', 'constructor', 'pa?ss@db/one?sslmode'])(
  'DATABASE_URL may not have %s in its query, and TLS off by it',
  (name) => {
    const refused = expect(read({ DATABASE_URL: `postgres://user@db/one?${name}=verify-full` }));
    refused.toThrow(
      /^Wrong settings: DATABASE_URL: may have no other names in its query than sslmode, sslrootcert, [^;]* and port, in these letters\.$/,
    );
  },
);

it.each([
  ['sslmode=', 'sslmode', 'disable, prefer, require, verify-ca, verify-full or no-verify'],
  ['sslmode=verify-full&sslmode=verify_full', 'sslmode', 'disable, prefer, require,'],
  ['ssl=', 'ssl', 'true, 1, 0 or no-verify'],
  ['sslnegotiation=Direct', 'sslnegotiation', 'postgres or direct'],
])('DATABASE_URL may not have %s in its query', (query, name, values) => {
  expect(read({ DATABASE_URL: `postgres://user@db/one?${query}` })).toThrow(
    `Wrong settings: DATABASE_URL: ${name} of its query has to be ${values}`,
  );
});

it('DATABASE_URL of another kind is refused by its form alone', () => {
  expect(read({ DATABASE_URL: 'http://user:50%@db/one' })).toThrow(
    /^Wrong settings: DATABASE_URL: has to be an address with postgres:\/\/[^;]*\.$/,
  );
});
