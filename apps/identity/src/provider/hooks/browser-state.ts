import type { CookiesSetOptions, KoaContextWithOIDC } from 'oidc-provider';
import { lifetimes } from '../../lifetimes.js';
import { checkSessionPath } from '../../paths/protocol.js';
import { stateOfCopy } from '../sessions/session-of-request.js';
import { browserStateOf } from '../sessions/session-state.js';

type Next = () => Promise<void>;

const MS = 1_000;

/** The name of the cookie; with the prefix that only HTTPS can set. */
export const browserStateCookie = (authUrl: string): string =>
  authUrl.startsWith('https:') ? '__Secure-session-state' : 'session-state';

/**
 * Tells the check-session frame, by a cookie for it alone, what the state of this browser is. Its script
 * reads the cookie, so it holds a digest that opens nothing; the frame is inside other sites, so it is not
 * SameSite=Lax like the others.
 */
export function tellBrowserState(authUrl: string): (ctx: KoaContextWithOIDC, next: Next) => Promise<void> {
  const secure = authUrl.startsWith('https:');
  const name = browserStateCookie(authUrl);
  const options: CookiesSetOptions = {
    path: `/auth${checkSessionPath}`,
    sameSite: secure ? 'none' : 'lax',
    httpOnly: false,
    signed: false,
    secure,
    overwrite: true,
  };
  return async (ctx, next) => {
    await next();
    const session = (ctx as Partial<KoaContextWithOIDC>).oidc?.session;
    // Else another answer has told the state that there is now.
    if (!session || !['current', 'unneeded'].includes(stateOfCopy(ctx))) return;
    const ended = (session as { destroyed?: boolean }).destroyed;
    if (session.accountId && !ended)
      ctx.cookies.set(name, browserStateOf(session), { ...options, maxAge: lifetimes.session * MS });
    else ctx.cookies.set(name, null, options);
  };
}
