import { button, form, hidden, linkButton } from './components.js';
import { html } from './html.js';
import type { Locale } from './locale.js';
import { messages } from './messages/messages.js';
import type { Page } from './page.js';

/** A frame of an application may run its script with its cookie, and lead the signed-out page nowhere. */
const SANDBOX = 'allow-scripts allow-same-origin';

export interface SignOutQuestion {
  /** Where the answer is sent. */
  action: string;
  secret: string;
  /** Where to go on without signing out; never an address from the request. */
  stay: string;
}

/** Asks before signing out: without proof that the user wants it, any page could sign people out. */
export function signOutPage(locale: Locale, { action, secret, stay }: SignOutQuestion): Page {
  const text = messages[locale.language];
  const confirm = button(text.signOut, { name: 'logout', value: 'yes', focus: true });
  return {
    locale,
    title: text.signOut,
    content: html`<h1>${text.signOutQuestion}</h1>
<p>${text.signOutHint}</p>
${form(action, html`${hidden('xsrf', secret)}${confirm}`)}
<p>${linkButton(text.staySignedIn, stay, 'secondary')}</p>`,
  };
}

/**
 * For a session that had ended before: nothing was done, and nothing is left to do.
 * @param signIn where to sign in again
 */
export function alreadySignedOutPage(locale: Locale, signIn: string): Page {
  const text = messages[locale.language];
  return {
    locale,
    title: text.alreadySignedOut,
    content: html`<h1>${text.alreadySignedOut}</h1><p>${text.alreadySignedOutHint}</p>
${linkButton(text.signIn, signIn, 'secondary')}`,
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

/** @param signIn where to sign in again */
export function signedOutPage(
  locale: Locale,
  signIn: string,
  applications: readonly SignedOutApplication[],
): Page {
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
    content: html`<h1>${text.signedOut}</h1><p>${text.signedOutHint}</p>${rows.length > 0 && list}
${linkButton(text.signIn, signIn, 'secondary')}${frames}`,
  };
}
