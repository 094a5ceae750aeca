import type { FastifyRequest } from 'fastify';
import { type Locale, localeOf } from './locale.js';

/**
 * The locale of a page: what was chosen on the page itself (`ui_locales` of its address) before what the
 * client asked for (`uiLocales`) and what the browser prefers.
 */
export function localeOfRequest({ query, headers }: FastifyRequest, uiLocales?: unknown): Locale {
  const { ui_locales: chosen } = query as { ui_locales?: unknown };
  return localeOf(chosen ?? uiLocales, headers['accept-language']);
}
