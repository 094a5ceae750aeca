import { describe, expect, it } from '@jest/globals';
import { hashPassword, verifyPassword } from './password-hash.js';

describe('password hash', () => {
  it('is argon2id in PHC format with the recommended cost, and another each time', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
  });

  it('matches the password alone, however its letters are composed', async () => {
    const stored = await hashPassword('pässword');
    expect(await verifyPassword(stored, 'pa\u0308ssword')).toBe(true);
    expect(await verifyPassword(stored, 'password')).toBe(false);
    expect(await verifyPassword(stored, '')).toBe(false);
  });

  it('keeps the cost that it was made with', async () => {
    const stored = await hashPassword('password');
    const cheaper = stored.replace('m=19456', 'm=8192');
    expect(await verifyPassword(cheaper, 'password')).toBe(false);
  });

  it('refuses what is no hash', async () => {
    await expect(verifyPassword('plain', 'plain')).rejects.toThrow('not argon2id');
  });
});
