import { alert, button, field, form, hidden } from '../../pages/components.js';
import { html } from '../../pages/html.js';
import type { Locale } from '../../pages/locale.js';
import { messages } from '../../pages/messages/messages.js';
import type { Page } from '../../pages/page.js';
import { emailConfirmedPath, newEmailPath } from '../../paths/email-links.js';
import { forgottenPasswordPath } from '../../paths/password-links.js';
import { signInLink } from '../sign-in-link.js';

export interface NewEmail {
  locale: Locale;
  token: string;
  email: string;
  failure?: string | undefined;
}

/** The present address is not shown: the reader of the new mailbox may be a stranger. */
export function newEmailPage({ locale, token, email, failure }: NewEmail): Page {
  const text = messages[locale.language];
  const address = newEmailPath(token, locale.tag);
  const password = field({
    name: 'password',
    label: text.password,
    type: 'password',
    autocomplete: 'current-password',
    maxLength: 1000,
    describedBy: failure && 'failure',
    focus: true,
  });
  return {
    locale,
    title: text.newEmailTitle,
    address,
    content: html`<h1>${text.newEmailTitle}</h1>
<p>${text.newEmailHint(email)}</p>
${failure && alert(failure)}
${form(address, html`${hidden('token', token)}${password}${button(text.confirmEmail)}`)}
<p><a href="${forgottenPasswordPath({ language: locale.tag })}">${text.forgottenPassword}</a></p>
<p class="hint">${text.newPasswordEndsLink}</p>`,
  };
}

/**
 * The link was used, is too old, or never was one; or the address is taken. Its form may have been sent
 * twice, as that of a new password.
 */
export function emailLinkInvalidPage(locale: Locale, signIn: string): Page {
  const text = messages[locale.language];
  return {
    locale,
    title: text.linkInvalid,
    content: html`<h1>${text.linkInvalid}</h1>
<p>${text.emailLinkInvalidHint}</p>
<p>${text.sentTwice}</p>
${signInLink(locale, signIn)}`,
  };
}

export function emailConfirmedPage(locale: Locale, signIn: string): Page {
  const text = messages[locale.language];
  return {
    locale,
    title: text.emailConfirmed,
    address: emailConfirmedPath(locale.tag),
    content: html`<h1>${text.emailConfirmed}</h1>
<p>${text.emailConfirmedHint}</p>
${signInLink(locale, signIn)}`,
  };
}
