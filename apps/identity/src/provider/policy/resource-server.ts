import { accessTokenAudience } from '@safety/contracts';
import { type Client, errors, type ResourceServer } from 'oidc-provider';
import { supportedScopes } from '../../clients/scopes.js';
import { accessTokenSeconds } from './client-metadata.js';

/**
 * Every access token is a signed JWT for the one audience of our APIs (RFC 9068), whether or not a `resource`
 * was asked for. OIDC scopes are in it too, so that the userinfo endpoint accepts it.
 */
export function resourceServerFor(authUrl: string, resource: string, client: Client): ResourceServer {
  const audience = accessTokenAudience(authUrl);
  if (resource !== audience) throw new errors.InvalidTarget();
  return {
    audience,
    scope: supportedScopes.join(' '),
    accessTokenTTL: accessTokenSeconds(client),
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: 'ES256' } },
  };
}
