import { button, form, hidden } from './components.js';
import { html } from './html.js';
import type { Locale } from './locale.js';
import { messages } from './messages/messages.js';
import type { Page } from './page.js';

/** A frame of an application may run its script with its cookie, and lead the signed-out page nowhere. */
const SANDBOX = 'allow-scripts allow-same-origin';

/** Asks before signing out: without proof that the user wants it, any page could sign people out. */
export function signOutPage(locale: Locale, action: string, secret: string): Page {
  const text = messages[locale.language];
  const confirm = button(text.signOut, { name: 'logout', value: 'yes', focus: true });
  return {
    locale,
    title: text.signOut,
    content: html`<h1>${text.signOutQuestion}</h1>
<p>${text.signOutHint}</p>
${form(action, html`${hidden('xsrf', secret)}${confirm}`)}`,
  };
}

/** For a session that had ended before: nothing was done, and nothing is left to do. */
export function alreadySignedOutPage(locale: Locale): Page {
  const text = messages[locale.language];
  return {
    locale,
    title: text.alreadySignedOut,
    content: html`<h1>${text.alreadySignedOut}</h1><p>${text.alreadySignedOutHint}</p>`,
  };
}

/** An application of the session that has ended. */
export interface SignedOutApplication {
  name: string;
  /** Whether it has confirmed the call of its Logout Uri. */
  told: boolean;
  /**
   * Its Logout Uri, for applications that need the browser's own cookie. Name these in `frames` of
   * `pageHeaders`.
   */
  frame?: string;
}

export function signedOutPage(locale: Locale, applications: readonly SignedOutApplication[] = []): Page {
  const text = messages[locale.language];
  const rows = applications.map(
    ({ name, told }) =>
      html`<dt>${name}</dt><dd><span class="badge">${told ? text.told : text.beingTold}</span></dd>`,
  );
  const frames = applications.flatMap(({ frame }) =>
    frame === undefined ? [] : html`<iframe src="${frame}" sandbox="${SANDBOX}" title="" hidden></iframe>`,
  );
  const list = html`<h2>${text.applicationsTold}</h2><dl>${rows}</dl>`;
  return {
    locale,
    title: text.signedOut,
    content: html`<h1>${text.signedOut}</h1><p>${text.signedOutHint}</p>${rows.length > 0 && list}${frames}`,
  };
}
