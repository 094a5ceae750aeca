import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The bytes of a key. */
export const ENCRYPTION_KEY_BYTES = 32;

/**
 * Encrypts bytes with AES-256-GCM, and authenticates the place where they belong: encrypted bytes that are
 * moved to another place do not decrypt there.
 * @returns the nonce, the tag and the encrypted bytes
 */
export function encryptBytes(key: Uint8Array | KeyObject, bytes: Uint8Array, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(place));
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** The bytes that `encryptBytes` encrypted with this key for this place. Throws for all else. */
export function decryptBytes(key: Uint8Array | KeyObject, encrypted: Uint8Array, place: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, encrypted.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(place))
    .setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
