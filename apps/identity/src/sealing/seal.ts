import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Another digest than the one that a secret is known by in its table, so that the table alone opens nothing. */
const keyOf = (secret: string): Buffer => createHmac('sha256', secret).update('successor').digest();

/** Encrypts `text` so that only who has `secret`, which is long and random, can read it. */
export function seal(secret: string, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** What `seal` encrypted. Throws when it was not made with this secret. */
export function unseal(secret: string, sealed: Buffer): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(secret), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = sealed.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}
