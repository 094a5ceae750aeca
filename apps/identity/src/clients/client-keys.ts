import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { JSONWebKeySet, JWK } from 'jose';
import { z } from 'zod';

const MAX_KEYS = 10;
const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 4096;
/** The least that FIPS 186-5 allows: with 1 every signature is its own message. */
const MIN_RSA_EXPONENT = 65_537n;
/** OpenSSL reads no larger one with a long modulus, and each bit of it costs time. */
const MAX_RSA_EXPONENT = 2n ** 64n;

const keySetSchema = z.object({
  keys: z
    .array(z.looseObject({ kty: z.string(), kid: z.string().min(1).max(200) }))
    .min(1)
    .max(MAX_KEYS),
});

/** The fault of a key set; with the place of the key when it is one of them. */
export interface KeyFault {
  index?: number;
  detail: string;
}

/**
 * The public keys that a client's assertions are checked with (RFC 7517): elliptic on P-256 or RSA of at
 * least 2048 bits, each with a `kid` of its own. Nothing but the public members is kept. The first fault when
 * it is no such set.
 */
export function publicKeySet(value: unknown): JSONWebKeySet | KeyFault {
  const parsed = keySetSchema.safeParse(value);
  if (!parsed.success)
    return { detail: `Must be a JWK Set of 1 to ${MAX_KEYS} keys, each with "kty" and "kid".` };
  const keys = parsed.data.keys as JWK[];
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length)
    return { detail: 'Two keys have the same "kid".' };
  for (const [index, key] of keys.entries()) {
    const fault = faultOf(key);
    if (fault) return { index, detail: `${key.kid}: ${fault}` };
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
    const { modulusLength: bits = 0, publicExponent: exponent = 0n } = details ?? {};
    if (type === 'rsa' && !isSafeExponent(exponent))
      return `Its exponent "e" must be odd and at least ${MIN_RSA_EXPONENT}; nearly all keys have that one, AQAB.`;
    if (type === 'rsa' && bits >= MIN_RSA_BITS && bits <= MAX_RSA_BITS) return undefined;
    if (type === 'ec' && details?.namedCurve === 'prime256v1') return undefined;
  } catch {
    return 'It is not a key.';
  }
  return `Must be on the curve P-256, or RSA of ${MIN_RSA_BITS} to ${MAX_RSA_BITS} bits.`;
}

const isSafeExponent = (exponent: bigint): boolean =>
  exponent >= MIN_RSA_EXPONENT && exponent < MAX_RSA_EXPONENT && exponent % 2n === 1n;

const publicMembers = ({ kty, kid, crv, x, y, n, e }: JWK): JWK =>
  (kty === 'RSA' ? { kty, kid, use: 'sig', n, e } : { kty, kid, use: 'sig', alg: 'ES256', crv, x, y }) as JWK;
