import { overlapBounds } from '../../clients/client-secrets.js';
import type { ManagedClient } from '../../clients/stored-client.js';
import { button, linkButton } from '../../pages/components.js';
import { html } from '../../pages/html.js';
import { clientPath } from '../../paths/console.js';
import { choices } from '../form-parts.js';
import type { ConsolePage, Visit } from '../visit/visit.js';
import { clientMessages } from './messages/messages.js';

const DAY = 24 * 60 * 60;

/** How long the previous secret goes on, in seconds. */
export const overlaps = { none: 0, day: DAY, week: overlapBounds.usual, month: 30 * DAY } as const;
export type Overlap = keyof typeof overlaps;
export const overlapNames = Object.keys(overlaps) as Overlap[];

export function newSecretPage(visit: Visit, client: ManagedClient): ConsolePage {
  const text = clientMessages[visit.locale.language];
  const address = `${clientPath(client.id)}/secrets/new`;
  return {
    section: 'clients',
    title: text.newSecret,
    address,
    content: html`<h1>${text.newSecret}: ${client.name}</h1>
<p>${text.newSecretHint}</p>
${visit.form(
  address,
  html`${choices({
    name: 'overlap',
    label: text.overlap,
    type: 'radio',
    choices: overlapNames.map((value) => ({ value, label: text.overlaps[value] })),
    chosen: ['week'],
  })}
<div class="actions">${button(text.newSecret)}${linkButton(visit.text.cancel, clientPath(client.id), 'secondary')}</div>`,
)}`,
  };
}

/** The one time that a secret can be read. */
export function shownSecretPage(visit: Visit, client: ManagedClient, secret: string): ConsolePage {
  const text = clientMessages[visit.locale.language];
  return {
    section: 'clients',
    title: text.secretShown,
    // By another address it would be gone.
    address: clientPath(client.id),
    content: html`<h1>${text.secretShown}</h1>
<p>${text.secretShownHint}</p>
<dl><dt>${text.id}</dt><dd><pre><code>${client.id}</code></pre></dd>
<dt>${text.secret}</dt><dd><pre><code id="secret">${secret}</code></pre></dd></dl>
<div class="actions">${linkButton(text.done, clientPath(client.id))}</div>`,
  };
}
