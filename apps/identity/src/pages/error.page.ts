import { consolePath } from '../paths/console.js';
import { linkButton } from './components.js';
import { fromNow } from './dates.js';
import { html } from './html.js';
import type { Locale } from './locale.js';
import { type Messages, messages } from './messages/messages.js';
import { type Page, PRODUCT_NAME } from './page.js';
import { inChosenLanguage, type LocaleRequest, localeOfRequest } from './request-locale.js';

export interface ErrorDetails {
  /** An OAuth error code, or a problem code. */
  error: string;
  description?: string | undefined;
  /** The id that the log knows the request by. */
  requestId?: string | undefined;
  /** The cause and the advice, in place of the general sentence. */
  hint?: keyof Pick<
    Messages,
    'errorHint' | 'notFoundHint' | 'goneHint' | 'busyHint' | 'faultHint' | 'forbiddenHint' | 'noAccessHint'
  >;
  /** A sentence of the caller in place of the hint. */
  advice?: string | undefined;
  /** A safe place to go on from; never an address from the request. */
  back?: { name: string; href: string } | undefined;
  /** Where to sign out, for who may go on as somebody else. */
  signOut?: string;
}

/** The advice where too much goes on for so many seconds. */
export const busyAdvice = (locale: Locale, retryAfterSeconds: number): string =>
  messages[locale.language].busyUntil(fromNow(locale, retryAfterSeconds));

export function errorPage(locale: Locale, details: ErrorDetails): Page {
  const text = messages[locale.language];
  const { error, description, requestId, hint = 'errorHint', advice = text[hint], back, signOut } = details;
  return {
    locale,
    title: text.error,
    content: html`<h1>${text.error}</h1>
<p>${advice}</p>
${back && linkButton(text.backTo(back.name), back.href)}
${signOut && linkButton(text.signOut, signOut)}
<details${description !== undefined && html` open`}><summary>${text.technicalDetails}</summary>
<p lang="en"><code>${error}</code>${description && html`: ${description}`}</p>
${requestId && html`<p>${text.requestId}: <code>${requestId}</code></p>`}</details>`,
  };
}

/**
 * A sign-in that cannot go on: it took too long, was finished, or was started in another browser. A link to a
 * new password that was opened elsewhere comes here; a new sign-in begins at the console. Without any cookie
 * of the browser it would end here, too.
 */
export function expiredPage(request: LocaleRequest, locale = localeOfRequest(request)): Page {
  const text = messages[locale.language];
  return {
    locale,
    title: text.error,
    content: html`<h1>${text.requestExpired}</h1>
<p>${text.errorHint}${!request.headers.cookie && html` ${text.cookiesNeeded}`}</p>
${linkButton(text.backTo(PRODUCT_NAME), inChosenLanguage(request, consolePath))}`,
  };
}
