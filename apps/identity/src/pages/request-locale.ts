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

/**
 * The language that was chosen on the page itself, as a BCP 47 tag. Forms name the language of their page in
 * any case: one that it has without a choice is none.
 */
export function chosenOnPage(request: FastifyRequest, uiLocales: unknown): string | undefined {
  const { tag } = localeOfRequest(request, uiLocales);
  return tag === localeOf(uiLocales, request.headers['accept-language']).tag ? undefined : tag;
}
