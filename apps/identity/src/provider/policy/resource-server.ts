import { accessTokenAudience } from '@safety/contracts';
import { type Client, errors, type ResourceServer } from 'oidc-provider';
import { supportedScopes } from '../../clients/scopes.js';
import { accessTokenSeconds } from './client-metadata.js';

/** The one resource that there is. Throws where another is asked for, also beside it (RFC 8707 section 2). */
export function resourceAmong(authUrl: string, asked: readonly string[] = []): string {
  const audience = accessTokenAudience(authUrl);
  if (asked.some((resource) => resource !== audience)) throw new errors.InvalidTarget();
  return audience;
}

/**
 * Every access token is a signed JWT for the one audience of our APIs (RFC 9068), whether or not a `resource`
 * was asked for. OIDC scopes are in it too, so that the userinfo endpoint accepts it.
 */
export function resourceServerFor(authUrl: string, resource: string, client: Client): ResourceServer {
  const audience = resourceAmong(authUrl, [resource]);
  return {
    audience,
    scope: supportedScopes.join(' '),
    accessTokenTTL: accessTokenSeconds(client),
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: 'ES256' } },
  };
}
