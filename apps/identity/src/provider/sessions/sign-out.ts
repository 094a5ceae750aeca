import type { KoaContextWithOIDC } from 'oidc-provider';
import { withParameters } from '../../paths/with-parameters.js';
import { inItsLanguage } from '../locale.js';

interface Hint {
  sub?: string;
  sid?: string;
}

/**
 * The claims of `id_token_hint`, whose signature was checked. An expired hint counts as well (RP-Initiated
 * Logout section 4).
 */
export const hintOf = ({ entities }: KoaContextWithOIDC['oidc']): Hint =>
  (entities['IdTokenHint'] as { payload: Hint } | undefined)?.payload ?? {};

/**
 * Whether `id_token_hint` is of the session of this browser. A hint of another session proves nothing here:
 * an ID token that leaked long ago must not sign this browser's user out unasked.
 */
export function hintIsOfThisSession({ oidc }: KoaContextWithOIDC): boolean {
  const { sub, sid } = hintOf(oidc);
  const { session } = oidc;
  return sub !== undefined && sub === session?.accountId && sid === session.uid;
}

/** Ends the session and goes where the request wanted to go. */
export async function endSessionNow(ctx: KoaContextWithOIDC): Promise<void> {
  const { session, provider, cookies } = ctx.oidc;
  await session?.destroy();
  cookies.set(provider.cookieName('session'), null, { path: '/auth', signed: true, overwrite: true });
  redirectAfterSignOut(ctx);
}

type Next = () => Promise<void>;

const ENDED = 'signed-out';
const ended = {
  path: '/auth/connect/endsession/success',
  signed: true,
  sameSite: 'lax',
  overwrite: true,
} as const;
const TEN_MINUTES_MS = 600_000;

/**
 * For the page that follows: it says which applications were told of the end of this session. That is not for
 * whoever signs in next.
 */
export async function rememberEndedSession(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await next();
  const { session, result } = (ctx as Partial<KoaContextWithOIDC>).oidc ?? {};
  const options = { ...ended, secure: ctx.secure };
  if (result?.login) ctx.cookies.set(ENDED, null, options);
  if (!session?.accountId || !(session as { destroyed?: boolean }).destroyed) return;
  ctx.cookies.set(ENDED, session.uid, { ...options, maxAge: TEN_MINUTES_MS });
}

/** The session that this browser was signed out of last, a few minutes ago at most. */
export const endedSession = (ctx: KoaContextWithOIDC): string | undefined =>
  ctx.cookies.get(ENDED, { signed: true });

/**
 * The library refuses a form after the first one, and one of a tab after which another has asked. A second
 * click finds nobody signed in, which is what it asked for; who is signed in is asked again.
 */
export async function acceptSecondSignOut(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await next();
  const { oidc } = ctx as Partial<KoaContextWithOIDC>;
  if (oidc?.route !== 'end_session_confirm' || ctx.status !== 400) return;
  if (!oidc.session?.accountId) redirectAfterSignOut(ctx);
  else if (oidc.session.state) askToSignOut(ctx);
}

/** The question, for whoever is signed in. */
export function askToSignOut(ctx: KoaContextWithOIDC): void {
  ctx.redirect(inItsLanguage(ctx, ctx.oidc.urlFor('end_session')));
  ctx.status = 303;
}

/** Where the request for the sign-out wanted to go, with its `state`, if anywhere. */
export function addressAfterSignOut({ oidc }: KoaContextWithOIDC): string | undefined {
  const { postLogoutRedirectUri, state } = oidc.session?.state ?? {};
  if (typeof postLogoutRedirectUri !== 'string') return undefined;
  return withParameters(postLogoutRedirectUri, typeof state === 'string' ? { state } : {});
}

/** Nobody is signed in: there is nothing to ask, and nothing to send but where to go. */
export function redirectAfterSignOut(ctx: KoaContextWithOIDC): void {
  ctx.redirect(addressAfterSignOut(ctx) ?? inItsLanguage(ctx, ctx.oidc.urlFor('end_session_success')));
  ctx.status = 303;
}
