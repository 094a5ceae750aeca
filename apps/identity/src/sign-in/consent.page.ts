import { button, form } from '../pages/components.js';
import { html } from '../pages/html.js';
import type { Locale } from '../pages/locale.js';
import { messages } from '../pages/messages/messages.js';
import type { Page } from '../pages/page.js';

export interface Consent {
  locale: Locale;
  clientName: string;
  /** Where the answer goes: the host of the redirect URI, or its scheme. */
  destination: string;
  user: { name: string; email: string };
  /** Whether the client belongs to a company: then it gets what is of that company alone. */
  ofCompany: boolean;
  /** The scopes that the client requests. */
  scopes: readonly string[];
  /** This page, and where its form is sent. */
  address: string;
}

/** Asks the user whether an application may have what it asks for. */
export function consentPage({
  locale,
  clientName,
  destination,
  user,
  ofCompany,
  scopes,
  address,
}: Consent): Page {
  const text = messages[locale.language];
  const known: Readonly<Record<string, string>> = {
    ...text.scopes,
    ...(ofCompany && text.scopesOfCompany),
  };
  const items = scopes.map((scope) => html`<li>${known[scope] ?? scope}</li>`);
  const buttons = html`<div class="actions">
${button(text.allow, { name: 'decision', value: 'allow' })}
${button(text.refuse, { kind: 'secondary', name: 'decision', value: 'refuse' })}
</div>`;
  return {
    locale,
    title: text.consent,
    address,
    content: html`<h1>${text.consentQuestion(clientName)}</h1>
<p>${text.signedInAs(user.name, user.email)}</p>
<h2>${text.consentList}</h2>
<ul>${items}</ul>
${ofCompany ? html`<p>${text.consentOneCompany}</p>` : ''}
<p class="hint">${text.consentDestination(destination)}</p>
${form(address, buttons)}`,
  };
}
