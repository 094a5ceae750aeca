import { createHmac } from 'node:crypto';
import { decryptBytes, encryptBytes } from '@safety/platform';

/**
 * Another digest than the one that a secret is known by in its table, so that the table alone opens nothing.
 */
const keyOf = (secret: string): Buffer => createHmac('sha256', secret).update('successor').digest();

/** No place: an encrypted text is found by the digest of its secret. */
const ANYWHERE = '';

/** Encrypts `text` so that only who has `secret`, which is long and random, can read it. */
export const encryptWithSecret = (secret: string, text: string): Buffer =>
  encryptBytes(keyOf(secret), Buffer.from(text), ANYWHERE);

/** Decrypts a text of `encryptWithSecret`. Throws when it was not made with this secret. */
export const decryptWithSecret = (secret: string, encrypted: Buffer): string =>
  decryptBytes(keyOf(secret), encrypted, ANYWHERE).toString();
