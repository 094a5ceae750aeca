import type { FastifyRequest } from 'fastify';
import { type Locale, localeOf } from './locale.js';
import { inLanguage } from './page.js';

/** A request, of the provider's library too. */
export type LocaleRequest = Pick<FastifyRequest, 'query' | 'headers'>;

/**
 * The locale of a page: what was chosen on the page itself (`ui_locales` of its address) before what the
 * client asked for (`uiLocales`) and what the browser prefers.
 */
export function localeOfRequest({ query, headers }: LocaleRequest, uiLocales?: unknown): Locale {
  const { ui_locales: chosen } = query as { ui_locales?: unknown };
  return localeOf(chosen ?? uiLocales, headers['accept-language']);
}

/**
 * The language that was chosen on the page itself, as a BCP 47 tag. Forms name the language of their page in
 * any case, and links of mails without a region: one that it has without a choice is none.
 */
export function chosenOnPage(request: LocaleRequest, uiLocales?: unknown): string | undefined {
  const { language, tag } = localeOfRequest(request, uiLocales);
  return language === localeOf(uiLocales, request.headers['accept-language']).language ? undefined : tag;
}

/**
 * An address of the console in the language that was chosen on the page; as it is without a choice: the
 * console keeps a language that its address names, before that of the user.
 */
export function inChosenLanguage(request: LocaleRequest, address: string): string {
  const chosen = chosenOnPage(request);
  return chosen === undefined ? address : inLanguage(address, chosen);
}
