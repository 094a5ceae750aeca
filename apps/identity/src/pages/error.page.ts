import { html } from './html.js';
import type { Locale } from './locale.js';
import { messages } from './messages.js';
import type { Page } from './page.js';

export interface ErrorDetails {
  /** An OAuth error code. */
  error: string;
  description?: string | undefined;
}

export function errorPage(locale: Locale, { error, description }: ErrorDetails): Page {
  const text = messages[locale];
  return {
    locale,
    title: text.error,
    content: html`<h1>${text.error}</h1>
<p>${text.errorHint}</p>
<details><summary>${text.technicalDetails}</summary><code>${error}</code>${description && html`: ${description}`}</details>`,
  };
}

/** A sign-in that cannot go on: it took too long, was finished, or was started in another browser. */
export function expiredPage(locale: Locale): Page {
  const text = messages[locale];
  return {
    locale,
    title: text.error,
    content: html`<h1>${text.requestExpired}</h1><p>${text.errorHint}</p>`,
  };
}
