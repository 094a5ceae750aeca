import { button } from '../../pages/components.js';
import { html } from '../../pages/html.js';
import { messages } from '../../pages/messages/messages.js';
import { consolePaths } from '../../paths/console.js';
import { type NewPasswordFault, newPasswordFields } from '../../people/password-links/new-password.page.js';
import type { ConsolePage, Visit } from '../visit/visit.js';

export function passwordPage(visit: Visit, fault?: NewPasswordFault): ConsolePage {
  const { text, locale, account } = visit;
  return {
    section: 'password',
    title: text.changePassword,
    address: consolePaths.password,
    content: html`<h1>${text.changePassword}</h1>
<p>${messages[locale.language].newPasswordFor(account.email)}</p>
<p>${text.passwordHint}</p>
${visit.form(
  consolePaths.password,
  html`${newPasswordFields(locale, account.email, fault)}
${button(text.changePassword)}`,
)}`,
  };
}
