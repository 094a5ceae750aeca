import { describe, expect, it } from '@jest/globals';
import { digestOf } from '../storage/encryption/digest-of.js';
import { matchingSecret, newSecret } from './client-secret.js';

const digest = (secret: string, expiresAt: string | null = null) => ({
  id: secret,
  sha256: digestOf(secret).toString('base64url'),
  expiresAt,
});
const now = new Date('2026-06-01T00:00:00Z');

describe('client secret', () => {
  it('either of two living secrets counts', () => {
    const digests = [digest('old', '2026-06-02T00:00:00Z'), digest('new')];
    expect(matchingSecret(digests, 'old', now)?.id).toBe('old');
    expect(matchingSecret(digests, 'new', now)?.id).toBe('new');
    expect(matchingSecret(digests, 'other', now)).toBeUndefined();
  });

  it('an expired secret does not, nor does its digest', () => {
    const expired = digest('old', '2026-05-31T00:00:00Z');
    expect(matchingSecret([expired], 'old', now)).toBeUndefined();
    expect(matchingSecret([digest('new')], digest('new').sha256, now)).toBeUndefined();
    expect(matchingSecret([], '', now)).toBeUndefined();
  });

  it('that is new has 256 random bits, and a hint of four characters', () => {
    const { secret, hint } = newSecret();
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(secret.endsWith(hint) && hint.length === 4).toBe(true);
    expect(newSecret().secret).not.toBe(secret);
  });
});
