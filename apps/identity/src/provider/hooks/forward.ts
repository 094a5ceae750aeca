import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { forwardPage } from '../../pages/forward.page.js';
import { onwardHeader, onwardPage } from '../../pages/onward.page.js';
import type { PageNeeds } from '../../pages/page.js';
import { CONSOLE_CLIENT_ID } from '../../paths/console.js';
import { withParameters } from '../../paths/with-parameters.js';
import { inItsLanguage, localeFor } from '../locale.js';
import { render, renderErrorPage } from '../pages.js';
import { addressAfterSignOut } from '../sessions/sign-out.js';

type Next = () => Promise<void>;
type ResponseMode = Parameters<Provider['registerResponseMode']>[1];

/** The parts of an answer that may be set already. */
const STATUSES = [200, 400, 500];

/**
 * The answer of response_mode=form_post: the fields go to the client (OAuth 2.0 Form Post Response Mode). A
 * silent request comes from a hidden frame of the client.
 */
const formPost: ResponseMode = (ctx, action, response) => {
  if (!STATUSES.includes(ctx.status)) ctx.status = 'error' in response ? 400 : 200;
  // Words of the parameter: a sign-in that is gone has none, and `max_age=0` adds `login`.
  const isSilent = String(ctx.oidc.params?.['prompt'] ?? '')
    .split(' ')
    .includes('none');
  ctx.state['needs'] = { formLeaves: true, ...(isSilent && { framedBy: action }) } satisfies PageNeeds;
  const fields = textsOf(response);
  render(ctx, forwardPage(localeFor(ctx), { action, fields, reason: 'backAtApplication' }));
};

/**
 * The answer by redirect. The library would write the query of the address anew. The console hears in which
 * language the sign-in went on: its pages have the same.
 */
const query: ResponseMode = (ctx, redirectUri, response) => {
  const { client, params } = ctx.oidc;
  const locale = client?.clientId === CONSOLE_CLIENT_ID ? params?.['ui_locales'] : undefined;
  const answer = locale === undefined ? response : { ...response, ui_locales: locale };
  ctx.status = 303;
  ctx.redirect(withParameters(redirectUri, textsOf(answer)));
};

const textsOf = (response: object): Record<string, string> =>
  Object.fromEntries(Object.entries(response).map(([name, value]) => [name, String(value)]));

/**
 * The library checks the address of an answer when the request comes. One that was taken out of the client
 * while the user signed in gets no refusal either.
 */
const toRegistered =
  (mode: ResponseMode): ResponseMode =>
  (ctx, redirectUri, response) => {
    if (ctx.oidc.client?.redirectUriAllowed(redirectUri)) return mode(ctx, redirectUri, response);
    const gone = new errors.InvalidRedirectUri();
    ctx.status = gone.statusCode;
    renderErrorPage(ctx, { error: gone.error, error_description: gone.error_description }, gone);
  };

/** The library takes no other handler for a mode that it has; so it gets ours when it registers its own. */
export class ProviderWithOurPages extends Provider {
  override registerResponseMode(name: string, handler: ResponseMode): void {
    const ours = { form_post: formPost, query }[name];
    super.registerResponseMode(name, toRegistered(ours ?? handler));
  }
}

/**
 * When another user has signed in, the library ends the old session by a form that has no hook: the page is
 * replaced.
 */
export async function showChangeOfUser(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await next();
  const { oidc } = ctx as Partial<KoaContextWithOIDC>;
  if (oidc?.route !== 'resume' || ctx.status !== 200) return;
  const { session, entities } = oidc;
  const signedIn = entities.Interaction?.result?.login?.accountId;
  if (signedIn === undefined || signedIn === session?.accountId) return;
  const fields = { xsrf: String(session?.state?.['secret']), logout: 'yes' };
  const waiting = entities.Interaction?.params['ui_locales'];
  const action = inItsLanguage(ctx, oidc.urlFor('end_session_confirm'), waiting);
  const locale = localeFor(ctx, waiting);
  render(ctx, forwardPage(locale, { action, fields, reason: 'otherUser' }));
}

/** A sign-out that was confirmed by a form goes on by a page, as `onwardPage` says, unless it ends here. */
export async function leaveByPage(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await next();
  const { oidc } = ctx as Partial<KoaContextWithOIDC>;
  if (oidc?.route !== 'end_session_confirm' || ctx.status !== 303) return;
  const href = addressAfterSignOut(ctx) ?? ctx.response.get('location');
  if (href === oidc.urlFor('end_session_success')) return ctx.redirect(inItsLanguage(ctx, href));
  ctx.remove('location');
  ctx.set(onwardHeader(href));
  ctx.status = 200;
  render(ctx, onwardPage(localeFor(ctx), href));
}
