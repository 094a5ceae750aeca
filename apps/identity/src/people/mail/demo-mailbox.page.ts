import { moment } from '../../pages/dates.js';
import { type Html, html } from '../../pages/html.js';
import type { Locale } from '../../pages/locale.js';
import { messages } from '../../pages/messages/messages.js';
import type { Page } from '../../pages/page.js';
import { demoMailboxPath } from '../../paths/demo-mailbox.js';
import type { DemoMail } from './demo-mailbox.js';

const ADDRESS = /(https?:\/\/\S+)/;

/** The text with its addresses as links. */
const linked = (text: string): Html[] =>
  text
    .split(ADDRESS)
    .map((part) => (ADDRESS.test(part) ? html`<a href="${part}">${part}</a>` : html`${part}`));

export function demoMailboxPage(locale: Locale, mails: readonly DemoMail[]): Page {
  const text = messages[locale.language];
  const shown = mails.map(
    (mail) => html`<article class="panel">
<h2>${mail.subject}</h2>
<p class="hint">${text.mailTo}: ${mail.recipient} · ${moment(locale, mail.sentAt)}</p>
<pre>${linked(mail.text)}</pre>
</article>`,
  );
  return {
    locale,
    title: text.mailbox,
    layout: 'wide',
    address: demoMailboxPath,
    content: html`<h1>${text.mailbox}</h1>
<p>${text.mailboxHint}</p>
${mails.length === 0 ? html`<p>${text.mailboxEmpty}</p>` : shown}`,
  };
}
