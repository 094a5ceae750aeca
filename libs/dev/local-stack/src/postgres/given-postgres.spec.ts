import { describe, expect, it } from '@jest/globals';
import { givenPostgres, objection } from './given-postgres.js';

describe('a given PostgreSQL', () => {
  it.each([
    [150_004, true, /PostgreSQL 15; 17 or newer is needed/],
    [170_000, false, /CREATEDB and CREATEROLE/],
  ])('is refused: version %i, may create %s', (version, mayCreate, message) => {
    expect(objection(version, mayCreate)).toMatch(message);
  });

  it('is accepted from version 17 on', () => {
    expect(objection(170_000, true)).toBeUndefined();
    expect(objection(180_004, true)).toBeUndefined();
  });

  it.each([
    'postgres://me:a#b@127.0.0.1/postgres',
    'postgres://me:1/b@127.0.0.1/postgres',
    'postgres://me:1?b@127.0.0.1/postgres',
    'postgres://me:100%@127.0.0.1/postgres',
    'postgres:///postgres?host=/run/postgresql',
    'postgres://127.0.0.1/postgres?user=me&password=secret',
    '127.0.0.1:5432',
    'mysql://me@127.0.0.1/postgres',
  ])('is refused with the form of the address: %s', async (url) => {
    await expect(givenPostgres(url)).rejects.toThrow(
      'DATABASE_URL has to be postgres://user:password@host:port/database, with special characters of the',
    );
  });

  it.each(['sslrootcert', 'sslcert', 'sslkey'])('is refused with a relative %s', async (name) => {
    await expect(givenPostgres(`postgres://me@127.0.0.1:1/postgres?${name}=ca.pem`)).rejects.toThrow(
      `${name} of DATABASE_URL has to be the whole path of a file`,
    );
    await expect(givenPostgres(`postgres://me@127.0.0.1:1/postgres?${name}=/no/ca.pem`)).rejects.toThrow(
      'DATABASE_URL cannot be used: ',
    );
  });

  it('is refused in one sentence when nothing answers', async () => {
    await expect(givenPostgres('postgres://postgres@127.0.0.1:1/postgres')).rejects.toThrow(
      /^DATABASE_URL cannot be used: /,
    );
  });
});
