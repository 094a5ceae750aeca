import { linkButton } from '../../pages/components.js';
import { html } from '../../pages/html.js';
import type { Locale } from '../../pages/locale.js';
import { messages } from '../../pages/messages/messages.js';
import type { Page } from '../../pages/page.js';
import { consolePath } from '../../paths/console.js';
import { consoleMessages } from '../messages/messages.js';

/** A sign-in that cannot go on. It is not begun again by itself: without cookies that would never end. */
export function signInFailedPage(locale: Locale): Page {
  const text = consoleMessages[locale.language];
  const { error, requestExpired, cookiesNeeded } = messages[locale.language];
  return {
    locale,
    title: error,
    content: html`<h1>${requestExpired}</h1>
<p>${text.signInAgainHint} ${cookiesNeeded}</p>
${linkButton(text.signInAgain, consolePath)}`,
  };
}
