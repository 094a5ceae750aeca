import { button, field, linkButton } from '../../pages/components.js';
import { html } from '../../pages/html.js';
import { messages } from '../../pages/messages/messages.js';
import { consolePaths } from '../../paths/console.js';
import { companyMessages } from '../company/messages/messages.js';
import type { ConsolePage, Visit } from '../visit/visit.js';

export interface EmailForm {
  email?: string;
  fault?: string | undefined;
}

/** A form for another address; one that was not taken has the focus. */
export function emailPage(visit: Visit, { email = '', fault }: EmailForm = {}): ConsolePage {
  const { text, account, locale } = visit;
  const { inTitle } = companyMessages[locale.language].faults;
  return {
    section: 'profile',
    title: fault === undefined ? text.changeEmail : `${inTitle}: ${text.changeEmail}`,
    address: consolePaths.email,
    content: html`<h1>${text.changeEmail}</h1>
<p>${text.changeEmailHint}</p>
<dl><dt>${text.email}</dt><dd>${account.email}</dd></dl>
${visit.form(
  consolePaths.email,
  html`${field({
    name: 'email',
    label: text.newEmail,
    type: 'email',
    autocomplete: 'email',
    value: email,
    maxLength: 254,
    error: fault,
    focus: fault !== undefined,
  })}
<div class="actions">${button(text.sendLink)}${linkButton(text.cancel, consolePaths.profile, 'secondary')}</div>`,
)}`,
  };
}

/** Where no mail can be sent. */
export function noMailPage({ text, locale }: Visit): ConsolePage {
  return {
    section: 'profile',
    title: text.changeEmail,
    address: consolePaths.email,
    content: html`<h1>${text.changeEmail}</h1>
<p>${messages[locale.language].noMail}. ${text.changeEmailByOperators}</p>
${linkButton(text.cancel, consolePaths.profile, 'secondary')}`,
  };
}
