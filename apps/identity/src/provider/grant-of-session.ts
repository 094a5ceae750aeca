import { accessTokenAudience } from '@safety/contracts';
import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { lifetimes } from '../lifetimes.js';

/**
 * One grant for each client of a session, for everything the client is registered for. It is renewed at every
 * authorization, so that it outlives the refresh tokens that come from it.
 */
export const grantOfSession =
  (authUrl: string) =>
  async (ctx: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { client, session, provider } = ctx.oidc;
    if (!client || !session?.accountId) return undefined;
    const { accountId } = session;
    const id = session.grantIdFor(client.clientId);
    const known = id === undefined ? undefined : await provider.Grant.find(id);
    const grant =
      known?.accountId === accountId ? known : new provider.Grant({ clientId: client.clientId, accountId });
    const scope = client.scope ?? '';
    grant.openid = { scope };
    grant.resources = { [accessTokenAudience(authUrl)]: scope };
    grant.exp = Math.floor(Date.now() / 1000) + lifetimes.refreshToken;
    await grant.save();
    return grant;
  };
