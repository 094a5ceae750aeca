import { type Html, html } from './html.js';
import type { Locale } from './locale.js';
import { messages } from './messages.js';
import type { Page } from './page.js';

/** Asks before signing out: without proof that the user wants it, any page could sign people out. */
export function signOutPage(locale: Locale, action: string, secret: string): Page {
  const text = messages[locale];
  return {
    locale,
    title: text.signOut,
    content: html`<h1>${text.signOutQuestion}</h1>
<p>${text.signOutHint}</p>
<form method="post" action="${action}">
<input type="hidden" name="xsrf" value="${secret}">
<button name="logout" value="yes" autofocus>${text.signOut}</button>
</form>`,
  };
}

export function signedOutPage(locale: Locale): Page {
  const text = messages[locale];
  const content: Html = html`<h1>${text.signedOut}</h1><p>${text.signedOutHint}</p>`;
  return { locale, title: text.signedOut, content };
}
