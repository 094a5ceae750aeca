import { decodeJwt } from 'jose';
import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';

/** Splits a scope and refuses what the client is not registered for: never silently less than was asked. */
export function requestedScopes(scope: string, client: Client): string[] {
  const asked = [...new Set(scope.split(' ').filter(Boolean))];
  const registered = new Set(client.scope?.split(' '));
  const refused = asked.filter((value) => !registered.has(value));
  if (refused.length > 0) {
    throw new errors.InvalidScope('requested scope is not registered for this client', refused.join(' '));
  }
  return asked;
}

/**
 * Checks `scope` of an authorization request as it came. The library drops `offline_access` from a request
 * without `prompt=consent` (OIDC Core section 11); clients here have their consent by registration, so it
 * comes back.
 */
export function checkRequestedScope(ctx: KoaContextWithOIDC, _value: unknown, client: Client): void {
  const scope = scopeAsItCame(ctx);
  if (typeof scope !== 'string' || scope.trim() === '')
    throw new errors.InvalidRequest("missing required parameter 'scope'");
  const asked = requestedScopes(scope, client);
  const refreshes = client.grantTypeAllowed('refresh_token');
  const granted = asked.filter((value) => value !== 'offline_access' || refreshes);
  if (ctx.oidc.params) ctx.oidc.params['scope'] = granted.join(' ');
}

/** From the request itself, or from where it was pushed to (RFC 9126 section 4). */
function scopeAsItCame({ oidc, query }: KoaContextWithOIDC): unknown {
  if (oidc.route === 'pushed_authorization_request') return oidc.body?.['scope'];
  const pushed = oidc.entities.PushedAuthorizationRequest;
  return pushed ? decodeJwt(String(pushed.request))['scope'] : query['scope'];
}
