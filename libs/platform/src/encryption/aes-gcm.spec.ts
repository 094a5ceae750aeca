import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { decryptBytes, encryptBytes } from './aes-gcm.js';

const [key, other] = [randomBytes(32), randomBytes(32)];
const text = Buffer.from('1980-01-01');

describe('AES-256-GCM', () => {
  it('decrypts what it encrypted, which looks different each time', () => {
    const [one, two] = [encryptBytes(key, text, 'a'), encryptBytes(key, text, 'a')];
    expect(one.equals(two)).toBe(false);
    expect([one, two].map((bytes) => decryptBytes(key, bytes, 'a').toString())).toEqual([
      '1980-01-01',
      '1980-01-01',
    ]);
  });

  it.each(Array.from({ length: 38 }, (_, index) => index))('refuses a flipped bit of byte %i', (index) => {
    const bytes = encryptBytes(key, text, 'a');
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    expect(() => decryptBytes(key, bytes, 'a')).toThrow();
  });

  it.each([
    ['signing-key 1', '1mMUdwU68tpaXZDxm4zXT3AtQuS6aMTTkWG6pWZ9rzAHmw2l'],
    ['', 'PlsIhz_LstqCIkZ4H1nX78MrY7wMsC6JItUGrrxGSr78DIxZ'],
  ])('decrypts bytes that were stored by an earlier release at "%s"', (place, stored) => {
    const bytes = Buffer.from(stored, 'base64url');
    expect(decryptBytes(Buffer.alloc(32, 7), bytes, place).toString()).toBe('a secret');
  });

  it('refuses another key, another place, and bytes that are cut', () => {
    const bytes = encryptBytes(key, text, 'a');
    expect(() => decryptBytes(other, bytes, 'a')).toThrow();
    expect(() => decryptBytes(key, bytes, 'b')).toThrow();
    for (const length of [0, 11, 20, 30])
      expect(() => decryptBytes(key, bytes.subarray(0, length), 'a')).toThrow();
  });
});
