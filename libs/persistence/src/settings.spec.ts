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

it.each(['postgres://user:50%25@db:5432/one', 'postgresql://user:p%40ss@db/one?sslmode=require'])(
  'DATABASE_URL may be %s',
  (DATABASE_URL) => {
    expect(read({ DATABASE_URL })().DATABASE_URL).toBe(DATABASE_URL);
  },
);

it('DATABASE_URL of another kind is refused by its form alone', () => {
  expect(read({ DATABASE_URL: 'http://user:50%@db/one' })).toThrow(
    /^Wrong settings: DATABASE_URL: has to be an address with postgres:\/\/[^;]*\.$/,
  );
});
