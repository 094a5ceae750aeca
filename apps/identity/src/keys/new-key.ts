import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';

export const keyPurposes = ['access-token', 'id-token', 'cookie'] as const;
export type KeyPurpose = (typeof keyPurposes)[number];

const COOKIE_KEY_BYTES = 32;
const RSA_BITS = 2048;

/**
 * RS256 is mandatory to implement for ID tokens (OIDC Core section 15.1); signing with ES256 costs a
 * thirtieth. The key of access tokens signs ID tokens, too, where a client asks for ES256: one more key would
 * be one more that can sign access tokens, since all that are published verify them (RFC 9068 section 4).
 */
const algorithms = { 'access-token': 'ES256', 'id-token': 'RS256' } as const;

export interface NewKey {
  id: string;
  /** A private JWK as JSON, or a random text for cookies. */
  secret: string;
}

export async function newKey(purpose: KeyPurpose): Promise<NewKey> {
  if (purpose === 'cookie') {
    const random = randomBytes(COOKIE_KEY_BYTES).toString('base64url');
    return { id: `cookie-${randomBytes(8).toString('hex')}`, secret: random };
  }
  const alg = algorithms[purpose];
  const { privateKey } = await generateKeyPair(alg, { extractable: true, modulusLength: RSA_BITS });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { id: kid, secret: JSON.stringify({ ...jwk, kid, alg, use: 'sig' }) };
}
