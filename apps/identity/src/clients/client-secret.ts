import { randomBytes, timingSafeEqual } from 'node:crypto';
import { digestOf } from '../storage/encryption/digest-of.js';

const SECRET_BYTES = 32;
const HINT_LENGTH = 4;

/** One of the at most two secrets of a client: only the digest is kept. */
export interface ClientSecretDigest {
  id: string;
  /** SHA-256 in base64url. */
  sha256: string;
  /** ISO 8601; null never expires. */
  expiresAt: string | null;
}

/** A new secret, to be shown once, and the end of it by which people tell it from another one. */
export function newSecret(): { secret: string; hint: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, hint: secret.slice(-HINT_LENGTH) };
}

/** The living secret that `secret` is. Every digest is compared, so the time tells nothing. */
export function matchingSecret(
  digests: readonly ClientSecretDigest[],
  secret: string,
  now = new Date(),
): ClientSecretDigest | undefined {
  const given = digestOf(secret);
  let found: ClientSecretDigest | undefined;
  for (const digest of digests) {
    const matches = timingSafeEqual(Buffer.from(digest.sha256, 'base64url'), given);
    const alive = digest.expiresAt === null || now < new Date(digest.expiresAt);
    if (matches && alive) found = digest;
  }
  return found;
}
