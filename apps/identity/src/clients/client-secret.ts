import { createHash, timingSafeEqual } from 'node:crypto';

/** One of the at most two secrets of a client. Only the digest is kept: secrets are 256 random bits, so no salt is needed. */
export interface ClientSecretDigest {
  /** SHA-256 in base64url. */
  sha256: string;
  /** ISO 8601; null never expires. */
  expiresAt: string | null;
}

export const digestOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Whether `secret` is one of the living secrets. Every digest is compared, so the time tells nothing. */
export function isSecretOf(
  digests: readonly ClientSecretDigest[],
  secret: string,
  now = new Date(),
): boolean {
  const given = digestOfSecret(secret);
  let found = false;
  for (const { sha256, expiresAt } of digests) {
    const matches = timingSafeEqual(Buffer.from(sha256, 'base64url'), given);
    const alive = expiresAt === null || now < new Date(expiresAt);
    found = (matches && alive) || found;
  }
  return found;
}
