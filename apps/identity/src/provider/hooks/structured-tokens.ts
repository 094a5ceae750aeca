import type { AccessTokenClaims } from '@safety/contracts';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import type { Clients } from '../../clients/clients.js';
import type { AccessTokens } from '../../sessions/access-tokens.js';
import { companyOf } from '../policy/client-metadata.js';

type Next = () => Promise<void>;
type Answer = (client: Client, claims: AccessTokenClaims | undefined) => Promise<object | ''>;

/**
 * Introspection and revocation of access tokens (RFC 7662, RFC 7009). The library authenticates the client
 * and refuses every JWT as `unsupported_token_type`: it does not know which ones have ended. Here that
 * refusal becomes the answer.
 */
export function serveStructuredTokens(
  tokens: AccessTokens,
  clients: Clients,
): (ctx: KoaContextWithOIDC, next: Next) => Promise<void> {
  const answers: Record<string, Answer> = {
    /**
     * To any client that can prove who it is: services ask about tokens that others were given. A client of a
     * company hears of that company's tokens alone. The client of a token may be suspended.
     */
    introspection: async (client, claims) =>
      claims && isOf(companyOf(client), claims) && (await clients.find(claims.client_id))
        ? { active: true, token_type: 'Bearer', ...claims }
        : { active: false },
    revocation: async (client, claims) => {
      if (claims?.client_id === client.clientId) await tokens.revoke(claims);
      return '';
    },
  };
  return async (ctx, next) => {
    await next();
    const { oidc } = ctx as Partial<KoaContextWithOIDC>;
    const answer = oidc?.route === undefined ? undefined : answers[oidc.route];
    if (!answer || !oidc?.client) return;
    const refused = (ctx.body as { error?: string } | undefined)?.error;
    const isStructured = refused === 'unsupported_token_type';
    if (
      oidc.route === 'introspection' &&
      oidc.client.clientAuthMethod === 'none' &&
      (isStructured || ctx.status === 200)
    )
      return refusePublicClient(ctx);
    if (!isStructured) return;
    const body = await answer(oidc.client, await tokens.read(String(oidc.params?.['token'])));
    ctx.status = 200;
    ctx.body = body;
  };
}

const isOf = (companyId: string | undefined, claims: AccessTokenClaims): boolean =>
  companyId === undefined || claims.company_id === companyId;

/** Anybody can call in the name of a public client (RFC 7662 section 2.1). */
function refusePublicClient(ctx: KoaContextWithOIDC): void {
  ctx.status = 401;
  ctx.body = { error: 'invalid_client', error_description: 'this client cannot authenticate' };
}
