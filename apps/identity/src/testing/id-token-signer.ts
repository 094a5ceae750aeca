import { type JWTPayload, SignJWT } from 'jose';
import type { IdTokenAlgorithm } from '../keys/id-token-header.js';
import { KeyEncryption } from '../keys/key-encryption.js';
import { user } from './flows.js';
import { type IdentityUnderTest, issuer, keyEncryptionKey } from './identity-under-test.js';

/** Signs an ID token with these claims and header members different from a good one. */
export type SignIdToken = (claims?: JWTPayload, header?: object) => Promise<string>;

const purposes: Record<IdTokenAlgorithm, string> = { RS256: 'id-token', ES256: 'access-token' };

/** Signs with the provider's own key, which only the database and the encryption key together give. */
export async function idTokenSigner(
  provider: Pick<IdentityUnderTest, 'query'>,
  iss: string = issuer,
  alg: IdTokenAlgorithm = 'RS256',
): Promise<SignIdToken> {
  const [row] = await provider.query<{ id: string; secret: string }>(
    'SELECT id, secret FROM keys WHERE purpose = $1',
    [purposes[alg]],
  );
  if (!row) throw new Error('There is no key');
  const encryption = new KeyEncryption({ KEY_ENCRYPTION_KEY: [Buffer.from(keyEncryptionKey, 'base64')] });
  const jwk = JSON.parse(encryption.decrypt(row.id, row.secret).secret);
  const now = Math.floor(Date.now() / 1000);
  const good = { iss, aud: 'demo-web', sub: user.id, sid: 'a-session', iat: now, exp: now + 300 };
  return (claims = {}, header = {}) =>
    new SignJWT({ ...good, ...claims })
      .setProtectedHeader({ alg, kid: row.id, ...header })
      .sign(jwk, { crit: { x: true } });
}
