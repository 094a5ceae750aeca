import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SettingsError } from '@safety/platform';
import {
  type IdentityUnderTest,
  issuer,
  keyEncryptionKey,
  startIdentity,
} from '../testing/identity-under-test.js';
import { KeyEncryption } from './key-encryption.js';
import { KeyRotation } from './key-rotation.js';
import { SigningKeys } from './signing-keys.js';
import { StoredKeys } from './stored-keys.js';

const JWKS = `${issuer}/.well-known/openid-configuration/jwks`;
const key = (fill: number): Buffer => Buffer.alloc(32, fill);

describe('keys', () => {
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  afterAll(() => provider.close());

  it('are made once, by whichever of several processes starts first', async () => {
    // Between two reads of other processes: one that is under way would find nothing left.
    const stored = provider.app.get(StoredKeys, { strict: false });
    await stored.exclusively(({ client }) => client.query('DELETE FROM keys'));
    const replicas = await Promise.all(Array.from({ length: 4 }, () => provider.addReplica()));
    const rows = await provider.query<{ purpose: string }>('SELECT purpose FROM keys ORDER BY purpose');
    expect(rows.map(({ purpose }) => purpose)).toEqual(['access-token', 'cookie', 'id-token']);
    const sets = await Promise.all(replicas.map(async (replica) => (await replica.fetch(JWKS)).text()));
    expect(new Set(sets).size).toBe(1);
    // The process that ran already notices now, rather than while another case reads its keys.
    await provider.app.get(KeyRotation, { strict: false }).look();
    expect(await (await provider.fetch(JWKS)).text()).toBe(sets[0]);
  });

  it('are published without their private part, may be kept for five minutes, and are not sent twice', async () => {
    const first = await provider.fetch(JWKS);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const { keys } = (await first.json()) as { keys: Record<string, string>[] };
    expect(keys.map(({ alg }) => alg).sort()).toEqual(['ES256', 'RS256']);
    for (const one of keys) for (const secret of ['d', 'p', 'q', 'k']) expect(one).not.toHaveProperty(secret);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const again = await provider.fetch(JWKS, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('etag')).toBe(etag);
    expect((await provider.fetch(JWKS, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('are stored encrypted', async () => {
    const rows = await provider.query<{ secret: string }>('SELECT secret FROM keys');
    for (const { secret } of rows)
      expect(Buffer.from(secret, 'base64url').toString('latin1')).not.toContain('"d"');
  });

  describe('at rest', () => {
    const encryption = new KeyEncryption({ KEY_ENCRYPTION_KEY: [key(1)] });
    const text = encryption.encrypt('a', 'secret');
    const read = (keys: [Buffer, ...Buffer[]], id = 'a', stored = text) =>
      new KeyEncryption({ KEY_ENCRYPTION_KEY: keys }).decrypt(id, stored);

    it('open with the right key encryption key, in their own row, and unchanged', () => {
      expect(read([key(1)])).toEqual({ secret: 'secret', isCurrent: true });
      expect(() => read([key(1)], 'b')).toThrow('none of the keys');
      expect(() => read([key(2)])).toThrow('none of the keys');
      expect(() => read([key(2)])).toThrow(SettingsError);
      const changed = (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
      expect(() => read([key(1)], 'a', changed)).toThrow('none of the keys');
      expect(() => read([key(1)], 'a', '')).toThrow('none of the keys');
    });

    it('of several key encryption keys the first encrypts and all decrypt', () => {
      expect(read([key(2), key(1)])).toEqual({ secret: 'secret', isCurrent: false });
      const both = new KeyEncryption({ KEY_ENCRYPTION_KEY: [key(2), key(1)] });
      expect(read([key(2)], 'a', both.encrypt('a', 'new')).secret).toBe('new');
    });
  });

  it('move to another key encryption key in three deployments, without a moment when some process cannot read them', async () => {
    const next = key(7).toString('base64');
    const ids = async (replica: { fetch: IdentityUnderTest['fetch'] }) => (await replica.fetch(JWKS)).text();
    const before = await ids(provider);
    // First every process learns to read with the new one; the old one still encrypts.
    const learned = await provider.addReplica({ KEY_ENCRYPTION_KEY: `${keyEncryptionKey}, ${next}` });
    // Then the new one encrypts, and what is stored is encrypted anew; processes of the step before can read
    // it.
    const moved = await provider.addReplica({ KEY_ENCRYPTION_KEY: `${next},${keyEncryptionKey}` });
    await learned.app.get(KeyRotation, { strict: false }).look();
    // Last the old one is dropped.
    const last = await provider.addReplica({ KEY_ENCRYPTION_KEY: next });
    for (const replica of [learned, moved, last]) expect(await ids(replica)).toBe(before);
    await expect(provider.addReplica()).rejects.toThrow(
      new SettingsError('A key in the database was encrypted with none of the keys in KEY_ENCRYPTION_KEY.'),
    );
    // One that can no longer read the keys goes on with those it has.
    await provider.app.get(KeyRotation, { strict: false }).look();
    expect(provider.app.get(SigningKeys, { strict: false }).publicKeys.keys).toHaveLength(2);
    await last.close();
  });
});
