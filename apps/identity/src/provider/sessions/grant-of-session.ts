import { randomBytes } from 'node:crypto';
import { accessTokenAudience } from '@safety/contracts';
import { errors, type Grant, type KoaContextWithOIDC, type Session } from 'oidc-provider';
import { lifetimes } from '../../lifetimes.js';
import type { Accounts } from '../../people/users/accounts.js';
import { companyIdsOf } from '../policy/claims.js';
import { isForUserOf, refreshTokenSeconds } from '../policy/client-metadata.js';
import { isAgreementOpen, isSignInTooOld, isUserOfHint } from '../policy/prompts.js';
import { epochHeld, expectEpoch } from './epoch-of-request.js';
import type { ProvenResult } from './interaction-sessions.js';
import { stateOfCopy } from './session-of-request.js';

const ID_BYTES = 32;

/**
 * The grant of a client of the session, for everything the client is registered for. It is renewed at every
 * authorization, so that it outlives the refresh tokens that come from it. Tabs that ask at once may get one
 * each.
 */
export const grantOfSession =
  (authUrl: string, accounts: Accounts) =>
  async (ctx: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { client, session, provider, result } = ctx.oidc;
    if (!client || !session?.accountId) return undefined;
    const { accountId } = session;
    // prompts.ts covers refusals and open questions. Until they are settled, there is nothing to keep.
    const undecided =
      ctx.oidc.promptPending('login') ||
      isSignInTooOld(ctx.oidc) ||
      ctx.oidc.promptPending('consent') ||
      isAgreementOpen(ctx.oidc);
    const isSettled =
      !undecided && isUserOfHint(ctx.oidc) && isForUserOf(client, companyIdsOf(ctx.oidc.account));
    const id = isSettled ? session.grantIdFor(client.clientId) : undefined;
    const known = id === undefined ? undefined : await provider.Grant.find(id);
    const grant =
      known?.accountId === accountId ? known : new provider.Grant({ clientId: client.clientId, accountId });
    if (result?.login) {
      if (isSettled) nameGrant(session, client.clientId, grant);
      await keepProven(ctx, accounts);
    }
    if (!isSettled) return undefined;
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

/**
 * The session names its grant before both are saved, in this order, with all that the library adds when it
 * makes the code (`expiresWithSession` is never true): so the session is saved once.
 */
function nameGrant(session: Session, clientId: string, grant: Grant): void {
  grant.jti ||= randomBytes(ID_BYTES).toString('base64url');
  session.ensureClientContainer(clientId);
  session.grantIdFor(clientId, grant.jti);
  Object.assign(session.authorizationFor(clientId) ?? {}, { persistsLogout: true });
}

/**
 * After a sign-in the session is there before its grants are, unless its user was signed out everywhere
 * meanwhile, or another request with the same cookie has signed somebody else in.
 */
async function keepProven(ctx: KoaContextWithOIDC, accounts: Accounts): Promise<void> {
  const { oidc } = ctx;
  const session = oidc.session as NonNullable<typeof oidc.session>;
  const { epoch } = oidc.result as ProvenResult;
  expectEpoch(ctx, epoch);
  await session.save(lifetimes.session);
  // A new session that counts as saved would not be given its cookie.
  Object.assign(session, { touched: true });
  if (stateOfCopy(ctx) === 'refused') throw new errors.LoginRequired('the session is not the one any more');
  if (epochHeld(ctx) || (await accounts.findInEpoch(session.accountId as string, epoch))) return;
  await session.destroy();
  throw new errors.LoginRequired('the user was signed out everywhere meanwhile');
}
