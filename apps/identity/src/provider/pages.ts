import { REQUEST_ID_HEADER } from '@safety/contracts';
import { type ErrorOut, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { isNativeUri } from '../clients/registered-uri.js';
import type { ToldClient } from '../logout/logout-deliveries.js';
import { busyAdvice, type ErrorDetails, errorPage, expiredPage } from '../pages/error.page.js';
import { documentOf, newNonce, type Page, type PageNeeds } from '../pages/page.js';
import { signedOutPage, signOutPage } from '../pages/sign-out.page.js';
import { consolePath } from '../paths/console.js';
import { inItsLanguage, localeFor } from './locale.js';
import { NoAccess } from './policy/no-access.js';
import { TooManySignIns } from './policy/too-many-sign-ins.js';
import { askToSignOut, endedSession, endSessionNow, hintIsOfThisSession } from './sessions/sign-out.js';

/** With a nonce of its own; the headers that go with it are set when the answer leaves. */
export function render(ctx: KoaContextWithOIDC, page: Page): void {
  const nonce = newNonce();
  ctx.state['nonce'] = nonce;
  ctx.type = 'html';
  ctx.body = documentOf(page, nonce);
}

/**
 * The application that the user came from: the registered origin of a known client, never an address of the
 * request. A native application is at no origin: its loopback address stands for any port of the device.
 */
function applicationOf({ client }: Partial<KoaContextWithOIDC['oidc']>): ErrorDetails['back'] {
  const origin = client?.redirectUris
    ?.filter((uri) => !isNativeUri(uri))
    .map((uri) => URL.parse(uri)?.origin)
    .find((web) => web?.startsWith('http'));
  return origin && client ? { name: client.clientName ?? client.clientId, href: `${origin}/` } : undefined;
}

export function renderErrorPage(ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): void {
  const locale = localeFor(ctx);
  const expired = error instanceof errors.SessionNotFound;
  const tooMany = error instanceof TooManySignIns;
  render(
    ctx,
    expired
      ? expiredPage(ctx, locale)
      : errorPage(locale, {
          error: out.error,
          description: out.error_description,
          requestId: ctx.response.get(REQUEST_ID_HEADER),
          back: applicationOf(ctx.oidc),
          ...(tooMany && { advice: busyAdvice(locale, error.retryAfterSeconds) }),
          ...(error instanceof NoAccess && {
            hint: 'noAccessHint' as const,
            signOut: ctx.oidc.urlFor('end_session'),
          }),
        }),
  );
}

/** Where everybody can go on, and whoever is signed out signs in. */
export const consoleFor = (ctx: KoaContextWithOIDC): string => inItsLanguage(ctx, consolePath);

/** The clients of an ended session, and whether they have been told. */
export type ClientsTold = (sid: string) => Promise<ToldClient[]>;

/**
 * Says which applications were told. The browser calls their Logout Uris, too: some know their session by a
 * cookie.
 */
export function showSignedOut(ctx: KoaContextWithOIDC, clients: readonly ToldClient[]): void {
  const frames = clients.flatMap(({ logoutUri }) => logoutUri ?? []);
  ctx.state['needs'] = { frames } satisfies PageNeeds;
  const applications = clients.map(({ name, told, logoutUri: frame }) => ({
    name,
    told,
    ...(frame !== undefined && { frame }),
  }));
  render(ctx, signedOutPage(localeFor(ctx), consoleFor(ctx), applications));
}

/**
 * The page after a sign-out: of the session that this browser was signed out of last. Somebody who is signed
 * in meanwhile is asked instead: the library reads no session here.
 */
export const renderSignedOutPage =
  (clientsTold: ClientsTold) =>
  async (ctx: KoaContextWithOIDC): Promise<void> => {
    const session = await ctx.oidc.provider.Session.get(ctx);
    if (session.accountId) return askToSignOut(ctx);
    const sid = endedSession(ctx);
    showSignedOut(ctx, sid === undefined ? [] : await clientsTold(sid));
  };

/** Signs out at once when the request proves that it is about this very session, and asks otherwise. */
export async function signOut(ctx: KoaContextWithOIDC): Promise<void> {
  if (hintIsOfThisSession(ctx)) return endSessionNow(ctx);
  const secret = String(ctx.oidc.session?.state?.['secret'] ?? '');
  const confirm = inItsLanguage(ctx, ctx.oidc.urlFor('end_session_confirm'));
  render(ctx, signOutPage(localeFor(ctx), { action: confirm, secret, stay: consoleFor(ctx) }));
}
