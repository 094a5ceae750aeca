import { alert, button, field, form, linkButton } from '../../pages/components.js';
import { type Html, html } from '../../pages/html.js';
import type { Locale } from '../../pages/locale.js';
import { messages } from '../../pages/messages/messages.js';
import type { Page } from '../../pages/page.js';
import { forgottenPasswordPath, linkSentPath, type Way, wayBack } from '../../paths/password-links.js';

/** Back to the sign-in that it began with. */
function backLink(locale: Locale, way: Way): Html | undefined {
  const back = wayBack(way);
  return back === undefined
    ? undefined
    : html`<p><a href="${back}">${messages[locale.language].backToSignIn}</a></p>`;
}

/** A request for a link that was refused. */
export interface RefusedLink {
  /** The address as it was typed. */
  email: string;
  failure: string;
}

export function forgottenPasswordPage(locale: Locale, way: Way, refused?: RefusedLink): Page {
  const text = messages[locale.language];
  const address = forgottenPasswordPath(way);
  const email = field({
    name: 'email',
    label: text.email,
    type: 'email',
    autocomplete: 'username',
    value: refused?.email ?? '',
    maxLength: 254,
    describedBy: refused && 'failure',
    focus: true,
  });
  return {
    locale,
    title: text.forgottenPasswordTitle,
    address,
    content: html`<h1>${text.forgottenPasswordTitle}</h1>
<p>${text.forgottenPasswordHint}</p>
${refused && alert(refused.failure)}
${form(address, html`${email}${button(text.sendLink)}`)}
${backLink(locale, way)}`,
  };
}

/** The same for every address: nobody learns here who has an account. */
export function linkSentPage(locale: Locale, way: Way, mailbox: string | undefined): Page {
  const text = messages[locale.language];
  return {
    locale,
    title: text.linkSent,
    address: linkSentPath(way),
    content: html`<h1>${text.linkSent}</h1>
<p>${text.linkSentHint}</p>
${mailbox && html`<p>${linkButton(text.openMailbox, mailbox)}</p>`}
${backLink(locale, way)}`,
  };
}

/** Where no mail can be sent. */
export function noMailPage(locale: Locale, way: Way): Page {
  const text = messages[locale.language];
  return {
    locale,
    title: text.forgottenPasswordTitle,
    address: forgottenPasswordPath(way),
    content: html`<h1>${text.noMail}</h1>
<p>${text.noMailHint}</p>
${backLink(locale, way)}`,
  };
}
