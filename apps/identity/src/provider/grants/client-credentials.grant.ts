import { accessTokenAudience } from '@safety/contracts';
import type Provider from 'oidc-provider';
import { errors, type TokenEndpointGrantContext } from 'oidc-provider';
import { userScopes } from '../../clients/scopes.js';
import { requestedScopes } from '../policy/requested-scope.js';
import { resourceServerFor } from '../policy/resource-server.js';

const GRANT_TYPE = 'client_credentials';
const PARAMETERS = ['scope', 'resource'] as const;
type Parameters = { [Name in (typeof PARAMETERS)[number]]?: string };

/**
 * Client credentials (RFC 6749 section 4.4), for services that are registered for it and act for no user.
 * Without a `scope` they get every one they are registered for that is not about a user.
 */
export function registerClientCredentialsGrant(provider: Provider, authUrl: string): void {
  provider.registerGrantType<Parameters>(GRANT_TYPE, (ctx) => answer(ctx, authUrl), PARAMETERS);
}

async function answer(ctx: TokenEndpointGrantContext<Parameters>, authUrl: string): Promise<void> {
  const { client, params, provider } = ctx.oidc;
  if (client.clientAuthMethod === 'none')
    throw new errors.UnauthorizedClient('a public client cannot use this grant type');
  const resource = params.resource ?? accessTokenAudience(authUrl);
  const resourceServer = new provider.ResourceServer(resource, resourceServerFor(authUrl, resource, client));
  const token = new provider.ClientCredentials({ client, scope: scopeFor(ctx), resourceServer });
  ctx.body = {
    access_token: await token.save(),
    expires_in: token.expiration,
    token_type: token.tokenType,
    scope: token.scope,
  };
}

function scopeFor({ oidc: { client, params } }: TokenEndpointGrantContext<Parameters>): string {
  const aboutUsers = new Set(userScopes);
  if (params.scope === undefined) {
    return (client.scope ?? '')
      .split(' ')
      .filter((scope) => !aboutUsers.has(scope))
      .join(' ');
  }
  const scopes = requestedScopes(params.scope, client);
  const refused = scopes.filter((scope) => aboutUsers.has(scope));
  if (refused.length > 0) throw new errors.InvalidScope('there is no user', refused.join(' '));
  return scopes.join(' ');
}
