import type { KoaContextWithOIDC } from 'oidc-provider';

interface HintPayload {
  sub?: unknown;
  sid?: unknown;
}

/**
 * Whether `id_token_hint`, whose signature was checked, is of the session of this browser. A hint of another session
 * proves nothing: an ID token that leaked long ago must not sign anybody out unasked.
 */
export function hintIsOfThisSession({ oidc }: KoaContextWithOIDC): boolean {
  const hint = oidc.entities['IdTokenHint'] as { payload: HintPayload } | undefined;
  const { session } = oidc;
  return (
    hint !== undefined &&
    session !== undefined &&
    hint.payload.sub === session.accountId &&
    hint.payload.sid === session.uid
  );
}

/** Ends the session and goes where the request wanted to go. */
export async function endSessionNow(ctx: KoaContextWithOIDC): Promise<void> {
  const { session, provider, cookies } = ctx.oidc;
  await session?.destroy();
  cookies.set(provider.cookieName('session'), null, { path: '/auth', signed: true, overwrite: true });
  redirectAfterSignOut(ctx);
}

/** Nobody is signed in: there is nothing to ask, and nothing to send but where to go. */
export function redirectAfterSignOut(ctx: KoaContextWithOIDC): void {
  const { postLogoutRedirectUri, state } = ctx.oidc.session?.state ?? {};
  const target = new URL(
    typeof postLogoutRedirectUri === 'string'
      ? postLogoutRedirectUri
      : ctx.oidc.urlFor('end_session_success'),
  );
  if (typeof postLogoutRedirectUri === 'string' && typeof state === 'string')
    target.searchParams.set('state', state);
  ctx.redirect(target.href);
  ctx.status = 303;
}
