import { html } from './html.js';
import type { Locale } from './locale.js';
import { type Messages, messages } from './messages.js';
import type { Page } from './page.js';

export interface SignIn {
  locale: Locale;
  clientName: string;
  /** Where the form is sent. */
  action: string;
  email: string;
  /** Why the last try failed. */
  failure?: keyof Pick<Messages, 'wrongCredentials' | 'busy'>;
}

export function signInPage({ locale, clientName, action, email, failure }: SignIn): Page {
  const text = messages[locale];
  const alert = failure && html`<p role="alert" id="failure">${text[failure]}</p>`;
  const described = failure && html` aria-describedby="failure"`;
  // The field to fill in next has the focus: with an address known already that is the password.
  const focus = html` autofocus`;
  return {
    locale,
    title: text.signIn,
    content: html`<h1>${text.signIn}</h1>
<p>${text.signInTo(clientName)}</p>
${alert}
<form method="post" action="${action}">
<label for="email">${text.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}"${described}${email ? '' : focus}>
<label for="password">${text.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000"${described}${email ? focus : ''}>
<button>${text.signIn}</button>
</form>`,
  };
}
