import {
  exportJWK,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';
import { type IdentityUnderTest, issuer } from './identity-under-test.js';

/** A client that acts for itself and proves who it is by signing (RFC 7523). */
export interface ServiceClient {
  id: string;
  /**
   * The form fields of an assertion, with these claims different from a good one, and these header parameters
   * more.
   */
  assertion(
    claims?: Record<string, unknown>,
    header?: Partial<JWTHeaderParameters>,
  ): Promise<{ client_assertion: string; client_assertion_type: string }>;
}

const LIFETIME_SECONDS = 60;

/** Registers a service client whose only secret is a key that it keeps. */
export async function registerServiceClient(
  provider: Pick<IdentityUnderTest, 'query'>,
  id: string,
  keys?: GenerateKeyPairResult,
): Promise<ServiceClient> {
  const { privateKey, publicKey } = keys ?? (await generateKeyPair('ES256'));
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'of-the-test', use: 'sig', alg: 'ES256' }] };
  await provider.query(
    `INSERT INTO clients (id, name, confidential, auth_method, jwks, grant_types, scopes)
     VALUES ($1, $1, true, 'private_key_jwt', $2, '{client_credentials}', '{openid,resources_business_api,resources_accounts_api}')`,
    [id, JSON.stringify(jwks)],
  );
  let count = 0;
  const assertion: ServiceClient['assertion'] = async (claims = {}, header = {}) => {
    const now = Math.floor(Date.now() / 1000);
    count += 1;
    const good = {
      iss: id,
      sub: id,
      aud: issuer,
      jti: `${id} ${count}`,
      iat: now,
      exp: now + LIFETIME_SECONDS,
    };
    const jwt = new SignJWT({ ...good, ...claims });
    jwt.setProtectedHeader({ alg: 'ES256', kid: 'of-the-test', ...header });
    return {
      client_assertion: await jwt.sign(privateKey),
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    };
  };
  return { id, assertion };
}
