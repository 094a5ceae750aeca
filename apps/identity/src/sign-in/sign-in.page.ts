import { alert, button, field, form } from '../pages/components.js';
import { html } from '../pages/html.js';
import type { Locale } from '../pages/locale.js';
import { messages } from '../pages/messages/messages.js';
import type { Page } from '../pages/page.js';
import { failureText, type SignInFailure } from '../people/users/sign-in-failure.js';

export interface SignIn {
  locale: Locale;
  clientName: string;
  /** This page, and where its form is sent. */
  address: string;
  forgottenPassword: string;
  email: string;
  /** Why the last try failed. */
  failure?: SignInFailure | undefined;
}

export function signInPage(options: SignIn): Page {
  const { locale, clientName, address, forgottenPassword, email } = options;
  const text = messages[locale.language];
  const failure = options.failure && failureText(locale, options.failure, 'wrongCredentials');
  const describedBy = failure && 'failure';
  return {
    locale,
    title: text.signIn,
    address,
    content: html`<h1>${text.signIn}</h1>
<p>${text.signInTo(clientName)}</p>
${failure && alert(failure)}
${form(
  address,
  html`${field({
    name: 'email',
    label: text.email,
    type: 'email',
    autocomplete: 'username',
    maxLength: 254,
    value: email,
    describedBy,
    focus: email === '',
  })}
${field({
  name: 'password',
  label: text.password,
  type: 'password',
  autocomplete: 'current-password',
  maxLength: 1000,
  describedBy,
  // The field to fill in next has the focus: with an address known already that is the password.
  focus: email !== '',
})}
${button(text.signIn)}`,
)}
<p><a href="${forgottenPassword}">${text.forgottenPassword}</a></p>`,
  };
}
