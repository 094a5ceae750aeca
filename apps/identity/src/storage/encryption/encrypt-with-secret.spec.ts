import { describe, expect, it } from '@jest/globals';
import { decryptWithSecret, encryptWithSecret } from './encrypt-with-secret.js';

describe('encryptWithSecret', () => {
  it('decrypts with the secret that it was encrypted with, and with no other', () => {
    const encrypted = encryptWithSecret('a-token', 'a-text');
    expect(decryptWithSecret('a-token', encrypted)).toBe('a-text');
    expect(() => decryptWithSecret('another-token', encrypted)).toThrow();
    expect(encrypted.includes('a-text')).toBe(false);
  });

  it('decrypts a text that was encrypted and stored by an earlier release', () => {
    const stored = Buffer.from('zb7sZCrlYqmPGqoOEmfDSuF_x-KsAdB4onZ8rkLN5Tzmjw', 'base64url');
    expect(decryptWithSecret('a-token', stored)).toBe('a-text');
  });

  it('does not open once it was changed', () => {
    const encrypted = encryptWithSecret('a-token', 'a-text');
    encrypted[encrypted.length - 1] = Number(encrypted.at(-1)) ^ 1;
    expect(() => decryptWithSecret('a-token', encrypted)).toThrow();
  });
});
