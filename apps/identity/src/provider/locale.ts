import type { KoaContextWithOIDC } from 'oidc-provider';
import { type Locale, localeOf } from '../pages/locale.js';
import { inLanguage } from '../pages/page.js';

/** `waiting` is what the request asked for that led to a sign-in. */
const askedFor = (ctx: KoaContextWithOIDC, waiting?: unknown): unknown =>
  ctx.oidc.params?.['ui_locales'] ?? ctx.query['ui_locales'] ?? waiting;

export const localeFor = (ctx: KoaContextWithOIDC, waiting?: unknown): Locale =>
  localeOf(askedFor(ctx, waiting), ctx.get('accept-language'));

/**
 * One of our addresses, in the language that the request asks for; as it is where the request asks for none.
 */
export const inItsLanguage = (ctx: KoaContextWithOIDC, address: string, waiting?: unknown): string =>
  askedFor(ctx, waiting) === undefined ? address : inLanguage(address, localeFor(ctx, waiting).tag);
