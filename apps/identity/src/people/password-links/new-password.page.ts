import { alert, button, field, form, hidden, linkButton } from '../../pages/components.js';
import { fromNow } from '../../pages/dates.js';
import { type Html, html } from '../../pages/html.js';
import type { Locale } from '../../pages/locale.js';
import { messages } from '../../pages/messages/messages.js';
import type { Page } from '../../pages/page.js';
import {
  forgottenPasswordPath,
  newPasswordPath,
  passwordSavedPath,
  type Way,
} from '../../paths/password-links.js';
import type { Waiting } from '../passwords/busy.js';
import { LEAST_CHARACTERS, MOST_CHARACTERS, type PasswordFault } from '../passwords/password-policy.js';
import { signInLink } from '../sign-in-link.js';
import type { LinkedUser } from './password-links.js';

/** The faults of the form; `busyHint` and `Waiting` are none of what was entered. */
export type NewPasswordFault = PasswordFault | 'passwordsDiffer' | 'busyHint' | Waiting;

export interface NewPassword {
  locale: Locale;
  way: Way;
  token: string;
  user: LinkedUser;
  fault?: NewPasswordFault;
}

/** Counted in UTF-16 units, of which the longest password can have two for each character. */
const MAX_LENGTH = MOST_CHARACTERS * 2;

function faultText(locale: Locale, fault: NewPasswordFault): string {
  const text = messages[locale.language];
  if (typeof fault === 'object') return text.tooManyPasswords(fromNow(locale, fault.retryAfterSeconds));
  if (fault === 'passwordTooShort') return text.passwordTooShort(LEAST_CHARACTERS);
  if (fault === 'passwordTooLong') return text.passwordTooLong(MOST_CHARACTERS);
  return text[fault];
}

/**
 * The fields of a new password; the address is for password managers, which keep the two together. They
 * read no input of type hidden.
 */
export function newPasswordFields(locale: Locale, email: string, fault?: NewPasswordFault): Html {
  const text = messages[locale.language];
  const error = fault && faultText(locale, fault);
  const busy = fault === 'busyHint' || typeof fault === 'object';
  const differ = fault === 'passwordsDiffer';
  const shared = { type: 'password', autocomplete: 'new-password', maxLength: MAX_LENGTH } as const;
  return html`${busy && alert(error ?? '')}
<input type="text" name="username" autocomplete="username" value="${email}" hidden readonly>
${field({
  ...shared,
  name: 'password',
  label: text.newPassword,
  hint: text.newPasswordHint(LEAST_CHARACTERS),
  error: busy || differ ? undefined : error,
  // Both are empty again, so that the first has the focus, and tells of the alert or of the other.
  describedBy: busy ? 'failure' : differ ? 'repeated-error' : undefined,
  focus: true,
})}
${field({ ...shared, name: 'repeated', label: text.repeatPassword, error: differ ? error : undefined })}`;
}

export function newPasswordPage({ locale, way, token, user, fault }: NewPassword): Page {
  const text = messages[locale.language];
  // Without a name, which the inviter has chosen: the page is ours, as the mails are.
  const title = user.hasPassword ? text.newPasswordTitle : text.invitationTitle;
  return {
    locale,
    title,
    address: newPasswordPath(token, way),
    content: html`<h1>${title}</h1>
<p>${text.newPasswordFor(user.email)}</p>
${form(
  newPasswordPath(token, way),
  html`${hidden('token', token)}
${newPasswordFields(locale, user.email, fault)}
${button(text.savePassword)}`,
)}`,
  };
}

/**
 * The link was used, is too old, or never was one. Its form may have been sent twice, since hashing takes
 * long enough for another click; so says the page of the link, too, for those who go back.
 */
export function linkInvalidPage(locale: Locale, way: Way, signIn: string): Page {
  const text = messages[locale.language];
  return {
    locale,
    title: text.linkInvalid,
    content: html`<h1>${text.linkInvalid}</h1>
<p>${text.linkInvalidHint}</p>
<p>${text.sentTwice}</p>
<div class="actions">${signInLink(locale, signIn)}${linkButton(text.requestLink, forgottenPasswordPath(way), 'secondary')}</div>`,
  };
}

/** A page after a form, of which its browser alone is told. */
export interface PasswordSaved {
  locale: Locale;
  way: Way;
  /** Nobody was signed in with a password before. */
  isFirst: boolean;
  signIn: string;
}

export function passwordSavedPage({ locale, way, isFirst, signIn }: PasswordSaved): Page {
  const text = messages[locale.language];
  return {
    locale,
    title: text.passwordSaved,
    address: passwordSavedPath(way),
    content: html`<h1>${text.passwordSaved}</h1>
<p>${text.passwordSavedHint}${!isFirst && html` ${text.signedOutElsewhere}`}</p>
${signInLink(locale, signIn)}`,
  };
}
