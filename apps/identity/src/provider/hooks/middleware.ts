import { createHash } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { newNonce, type PageNeeds, pageHeaders } from '../../pages/page.js';
import type { SessionEnding } from '../../sessions/session-ending.js';
import { isPasswordRenewal } from '../grants/password.grant.js';
import { renderErrorPage } from '../pages.js';
import { stateOfCopy } from '../sessions/session-of-request.js';
import { acceptSecondSignOut, rememberEndedSession } from '../sessions/sign-out.js';
import { signOutWithoutCookie } from '../sessions/sign-out-by-hint.js';
import { leaveByPage, showChangeOfUser } from './forward.js';
import { answerAsRefusedObjectAsks } from './refused-object.js';

type Next = () => Promise<void>;

/** The steps around every request of the library, in this order. */
export function applyMiddleware(
  provider: Provider,
  sessions: SessionEnding,
  offersPasswordGrant: boolean,
): void {
  for (const step of [
    setPageHeaders,
    keepNewerCookie,
    answerFaults,
    refuseFragment,
    answerAsRefusedObjectAsks,
    describe(offersPasswordGrant),
    cachePublicDocuments,
    signOutWithoutCookie(sessions),
    acceptSecondSignOut,
    rememberEndedSession,
    showChangeOfUser,
    leaveByPage,
    dropIdTokenOfPasswordRenewal,
  ])
    provider.use(step);
}

/** No page of the library comes with headers of its own. */
async function setPageHeaders(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await next();
  if (!ctx.response.is('html')) return;
  const { nonce, needs } = ctx.state as { nonce?: string; needs?: PageNeeds };
  ctx.set(pageHeaders(nonce ?? newNonce(), needs));
}

/**
 * The library answers with the cookie of the session as the request read it. When that is no longer its
 * cookie, the browser keeps what it has: the answer to another of its requests has brought the new one.
 */
async function keepNewerCookie(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await next();
  if (stateOfCopy(ctx) === 'current') return;
  const name = ctx.oidc.provider.cookieName('session');
  const lines = [ctx.response.headers['set-cookie'] ?? []].flat();
  const others = lines.filter((line) => !line.startsWith(`${name}=`) && !line.startsWith(`${name}.sig=`));
  ctx.remove('set-cookie');
  if (others.length > 0) ctx.set('set-cookie', others);
}

/** The library answers for its own steps alone; Koa would answer for those around them, in plain text. */
async function answerFaults(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    const { oidc } = ctx as Partial<KoaContextWithOIDC>;
    if (!oidc) throw error;
    const out = { error: 'server_error', error_description: 'the request failed' };
    ctx.status = 500;
    if (ctx.accepts('json', 'html') === 'html') renderErrorPage(ctx, out, error as Error);
    else ctx.body = out;
    oidc.provider.emit('server_error', ctx, error as Error);
  }
}

/**
 * An answer in the fragment is for the implicit flow, and survives redirects (RFC 9700 section 4.2). The
 * library would still refuse in the fragment what it does not support; under a name that it does not know, it
 * refuses in the query. Of a pushed request, `overrides.ts` refuses it.
 */
async function refuseFragment(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  const { response_mode: mode, response_type: type } = ctx.query;
  const unsupported = {
    ...(mode === 'fragment' && { response_mode: 'unsupported' }),
    ...(type?.includes('token') && { response_type: 'unsupported' }),
  };
  if (Object.keys(unsupported).length > 0) ctx.query = { ...ctx.query, ...unsupported };
  await next();
}

/** Discovery lists every response mode that the library has, and every grant that is registered. */
const describe =
  (offersPasswordGrant: boolean) =>
  async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    await next();
    const { oidc } = ctx as Partial<KoaContextWithOIDC>;
    if (oidc?.route !== 'discovery' || ctx.status !== 200) return;
    const body = ctx.body as { response_modes_supported: string[]; grant_types_supported: string[] };
    body.response_modes_supported = ['query', 'form_post'];
    body.grant_types_supported = body.grant_types_supported.filter(
      (grant) => offersPasswordGrant || grant !== 'password',
    );
  };

/** For a while clients need not ask again. A new key is published for longer than this before it signs. */
async function cachePublicDocuments(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await next();
  const { oidc } = ctx as Partial<KoaContextWithOIDC>;
  const isPublic = oidc?.route === 'discovery' || oidc?.route === 'jwks';
  if (!isPublic || ctx.status !== 200) return;
  ctx.set('cache-control', 'public, max-age=300');
  ctx.etag = createHash('sha256').update(JSON.stringify(ctx.body)).digest('base64url');
  if (ctx.get('if-none-match').includes(ctx.response.get('etag'))) ctx.status = 304;
}

async function dropIdTokenOfPasswordRenewal(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await next();
  const { oidc } = ctx as Partial<KoaContextWithOIDC>;
  if (oidc?.route !== 'token' || !isPasswordRenewal(oidc.entities.RefreshToken?.gty)) return;
  delete (ctx.body as { id_token?: string }).id_token;
}
