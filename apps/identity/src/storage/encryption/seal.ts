import { createHmac } from 'node:crypto';
import { decrypt, encrypt } from './aes-gcm.js';

/**
 * Another digest than the one that a secret is known by in its table, so that the table alone opens nothing.
 */
const keyOf = (secret: string): Buffer => createHmac('sha256', secret).update('successor').digest();

/** Encrypts `text` so that only who has `secret`, which is long and random, can read it. */
export const seal = (secret: string, text: string): Buffer => encrypt(keyOf(secret), text);

/** Decrypts a text of `seal`. Throws when it was not made with this secret. */
export const unseal = (secret: string, sealed: Buffer): string => decrypt(keyOf(secret), sealed);
