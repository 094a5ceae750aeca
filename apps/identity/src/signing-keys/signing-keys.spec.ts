import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';
import { KeyEncryption } from './key-encryption.js';

describe('keys', () => {
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  afterAll(() => provider.close());

  it('are made once, by whichever of several processes starts first', async () => {
    await provider.query('DELETE FROM keys');
    const replicas = await Promise.all(Array.from({ length: 4 }, () => provider.addReplica()));
    const rows = await provider.query<{ purpose: string }>('SELECT purpose FROM keys ORDER BY purpose');
    expect(rows.map(({ purpose }) => purpose)).toEqual(['access-token', 'cookie', 'id-token']);
    const sets = await Promise.all(
      replicas.map(async (replica) =>
        (await replica.fetch(`${issuer}/.well-known/openid-configuration/jwks`)).text(),
      ),
    );
    expect(new Set(sets).size).toBe(1);
  });

  it('are stored encrypted', async () => {
    const rows = await provider.query<{ secret: string }>('SELECT secret FROM keys');
    for (const { secret } of rows)
      expect(Buffer.from(secret, 'base64url').toString('latin1')).not.toContain('"d"');
  });

  it('open with the right key encryption key, in their own row, and unchanged', () => {
    const encryption = new KeyEncryption({ KEY_ENCRYPTION_KEY: Buffer.alloc(32, 1) });
    const text = encryption.encrypt('a', 'secret');
    expect(encryption.decrypt('a', text)).toBe('secret');
    expect(() => encryption.decrypt('b', text)).toThrow();
    expect(() => new KeyEncryption({ KEY_ENCRYPTION_KEY: Buffer.alloc(32, 2) }).decrypt('a', text)).toThrow();
    expect(() => encryption.decrypt('a', `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`)).toThrow();
  });
});
