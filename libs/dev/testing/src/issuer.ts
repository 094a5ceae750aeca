import { randomUUID } from 'node:crypto';
import { accessTokenAudience, issuerOf, scopes } from '@safety/contracts';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { type Listener, listen } from './listener.js';

/** Claims and header of a token to sign, where they differ from a good one. */
export interface TokenOptions {
  claims?: JWTPayload;
  header?: Record<string, unknown>;
  /** Signs with a key that is not published. */
  forged?: boolean;
}

/** Signs access tokens as identity does and publishes its keys as identity does. */
export interface TestIssuer {
  authUrl: string;
  /** Internal address, for `IDENTITY_URL`. */
  url: string;
  token(userId: string, options?: TokenOptions): Promise<string>;
  close(): Promise<void>;
}

const LIFETIME_SECONDS = 1800;

export async function startIssuer(authUrl = 'http://localhost:8080'): Promise<TestIssuer> {
  const published = await generateKeyPair('ES256', { extractable: true });
  const foreign = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(published.publicKey)), kid: 'test-key', alg: 'ES256', use: 'sig' };
  const listener: Listener = await listen((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  });
  const token = (userId: string, { claims, header, forged }: TokenOptions = {}) => {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: issuerOf(authUrl),
      aud: accessTokenAudience(authUrl),
      sub: userId,
      client_id: 'test-client',
      scope: `openid ${scopes.accounts} ${scopes.business}`,
      iat: now,
      exp: now + LIFETIME_SECONDS,
      jti: randomUUID(),
      sid: 'test-session',
      grant_id: 'test-grant',
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'test-key', ...header })
      .sign(forged ? foreign.privateKey : published.privateKey);
  };
  return { authUrl, url: listener.url, token, close: listener.close };
}
