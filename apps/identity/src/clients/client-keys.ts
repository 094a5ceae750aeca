import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { JSONWebKeySet, JWK } from 'jose';
import { z } from 'zod';

const MAX_KEYS = 10;
const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 4096;

const keySetSchema = z.object({
  keys: z
    .array(z.looseObject({ kty: z.string(), kid: z.string().min(1).max(200) }))
    .min(1)
    .max(MAX_KEYS),
});

/**
 * The public keys that a client's assertions are checked with (RFC 7517): elliptic on P-256 or RSA of at least 2048 bits,
 * each with a `kid` of its own. Nothing but the public members is kept. A sentence when it is no such set.
 */
export function publicKeySet(value: unknown): JSONWebKeySet | string {
  const parsed = keySetSchema.safeParse(value);
  if (!parsed.success) return `Must be a JWK Set of 1 to ${MAX_KEYS} keys, each with "kty" and "kid".`;
  const keys = parsed.data.keys as JWK[];
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length) return 'Two keys have the same "kid".';
  for (const key of keys) {
    const fault = faultOf(key);
    if (fault) return `${key.kid}: ${fault}`;
  }
  return { keys: keys.map(publicMembers) };
}

function faultOf(key: JWK): string | undefined {
  if (key.kty === 'oct' || 'd' in key || 'k' in key)
    return 'Send the public key only; this one is exposed now.';
  if (key.use !== undefined && key.use !== 'sig') return '"use" must be "sig".';
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPublicKey({
      key: key as JsonWebKey,
      format: 'jwk',
    });
    const bits = details?.modulusLength ?? 0;
    if (type === 'rsa' && bits >= MIN_RSA_BITS && bits <= MAX_RSA_BITS) return undefined;
    if (type === 'ec' && details?.namedCurve === 'prime256v1') return undefined;
  } catch {
    return 'It is not a key.';
  }
  return `Must be on the curve P-256, or RSA of ${MIN_RSA_BITS} to ${MAX_RSA_BITS} bits.`;
}

const publicMembers = ({ kty, kid, crv, x, y, n, e }: JWK): JWK =>
  (kty === 'RSA' ? { kty, kid, use: 'sig', n, e } : { kty, kid, use: 'sig', alg: 'ES256', crv, x, y }) as JWK;
