import { describe, expect, it } from '@jest/globals';
import { digestOfSecret, isSecretOf } from './client-secret.js';

const digest = (secret: string, expiresAt: string | null = null) => ({
  sha256: digestOfSecret(secret).toString('base64url'),
  expiresAt,
});
const now = new Date('2026-06-01T00:00:00Z');

describe('client secret', () => {
  it('either of two living secrets counts', () => {
    const digests = [digest('old', '2026-06-02T00:00:00Z'), digest('new')];
    expect(isSecretOf(digests, 'old', now)).toBe(true);
    expect(isSecretOf(digests, 'new', now)).toBe(true);
    expect(isSecretOf(digests, 'other', now)).toBe(false);
  });

  it('an expired secret does not, nor does its digest', () => {
    const expired = digest('old', '2026-05-31T00:00:00Z');
    expect(isSecretOf([expired], 'old', now)).toBe(false);
    expect(isSecretOf([digest('new')], digest('new').sha256, now)).toBe(false);
    expect(isSecretOf([], '', now)).toBe(false);
  });
});
