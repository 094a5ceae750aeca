import type { KoaContextWithOIDC } from 'oidc-provider';
import { alreadySignedOutPage } from '../../pages/sign-out.page.js';
import type { SessionEnding } from '../../sessions/session-ending.js';
import { localeFor } from '../locale.js';
import { consoleFor, render, showSignedOut } from '../pages.js';
import { hintOf, redirectAfterSignOut } from './sign-out.js';

type Next = () => Promise<void>;

/**
 * Where nobody is signed in, the library shows a page that only a script can leave. Here the browser goes on
 * at once. With an `id_token_hint` the session that it names ends: servers of clients ask so, without a
 * cookie. The hint, signed by the provider, is the proof; where there is a cookie, the session of the cookie
 * decides (`hintIsOfThisSession`).
 */
export const signOutWithoutCookie =
  (sessions: SessionEnding) =>
  async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    await next();
    const { oidc } = ctx as Partial<KoaContextWithOIDC>;
    if (oidc?.route !== 'end_session' || ctx.status !== 200 || oidc.session?.accountId) return;
    const { sid, sub } = hintOf(oidc);
    if (sid === undefined || sub === undefined) return redirectAfterSignOut(ctx);
    const clientId = String(oidc.client?.clientId);
    const cause = { actor: 'client', clientId, reason: 'asked for with an id_token_hint' } as const;
    const ended = await sessions.end(sid, sub, cause);
    if (oidc.session?.state?.['postLogoutRedirectUri'] !== undefined) return redirectAfterSignOut(ctx);
    // No redirect: a program keeps no cookie that would tell the next page what has ended.
    // It hears of itself alone: which other clients the user has is for the user's browser.
    if (ended) showSignedOut(ctx, await sessions.clientsTold(sid, clientId));
    else render(ctx, alreadySignedOutPage(localeFor(ctx), consoleFor(ctx)));
  };
