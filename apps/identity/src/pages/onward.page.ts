import { linkButton } from './components.js';
import { html } from './html.js';
import type { Locale } from './locale.js';
import { messages } from './messages/messages.js';
import type { Page } from './page.js';

/**
 * The header that sends the browser on from a page, without a script (HTML, "The Refresh header"). The
 * address stands alone after `url=`: the rest of the value belongs to it.
 */
export const onwardHeader = (href: string): Record<string, string> => ({ refresh: `0; url=${href}` });

/**
 * Answers a form that leads out of here. Chromium applies `form-action` to every redirect that follows a
 * form, also to those of the application; so no redirect to an application ever follows a form. The page
 * replaces itself in the history, and its link appears late: a second click would repeat what is under way.
 */
export function onwardPage(locale: Locale, href: string): Page {
  const text = messages[locale.language];
  return {
    locale,
    title: text.oneMoment,
    content: html`<h1>${text.oneMoment}</h1>
<p class="late">${text.backAtApplication}</p>
<p class="late">${linkButton(text.goOn, href)}</p>`,
  };
}
