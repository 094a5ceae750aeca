import { accessTokenAudience } from '@safety/contracts';
import { errors, type Grant, type KoaContextWithOIDC } from 'oidc-provider';
import { lifetimes } from '../lifetimes.js';
import { companyIdsOf } from './claims.js';
import { isForUserOf, refreshTokenSeconds } from './client-metadata.js';

/**
 * The grant of a client of the session, for everything the client is registered for. It is renewed at every
 * authorization, so that it outlives the refresh tokens that come from it. Tabs that ask at once may get one each.
 */
export const grantOfSession =
  (authUrl: string) =>
  async (ctx: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { client, session, provider, result } = ctx.oidc;
    if (!client || !session?.accountId) return undefined;
    const { accountId } = session;
    if (!isForUserOf(client, companyIdsOf(ctx.oidc.account)))
      throw new errors.AccessDenied('the user does not belong to the company of this client');
    // After a sign-in, too, the session is there before its grants are.
    if (result?.login) await session.save(lifetimes.session);
    const id = session.grantIdFor(client.clientId);
    const known = id === undefined ? undefined : await provider.Grant.find(id);
    const grant =
      known?.accountId === accountId ? known : new provider.Grant({ clientId: client.clientId, accountId });
    const scope = client.scope ?? '';
    Object.assign(grant, {
      sid: session.uid,
      openid: { scope },
      resources: { [accessTokenAudience(authUrl)]: scope },
      exp: Math.floor(Date.now() / 1000) + refreshTokenSeconds(client),
    });
    await grant.save();
    return grant;
  };
