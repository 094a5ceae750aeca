import { describe, expect, it } from '@jest/globals';
import { seal, unseal } from './seal.js';

describe('seal', () => {
  it('opens with the secret that it was sealed with, and with no other', () => {
    const sealed = seal('a-token', 'a-text');
    expect(unseal('a-token', sealed)).toBe('a-text');
    expect(() => unseal('another-token', sealed)).toThrow();
    expect(sealed.includes('a-text')).toBe(false);
  });

  it('opens a text that was sealed and stored by an earlier release', () => {
    const stored = Buffer.from('zb7sZCrlYqmPGqoOEmfDSuF_x-KsAdB4onZ8rkLN5Tzmjw', 'base64url');
    expect(unseal('a-token', stored)).toBe('a-text');
  });

  it('does not open once it was changed', () => {
    const sealed = seal('a-token', 'a-text');
    sealed[sealed.length - 1] = Number(sealed.at(-1)) ^ 1;
    expect(() => unseal('a-token', sealed)).toThrow();
  });
});
