import type { ManagedClient } from '../../clients/stored-client.js';
import { linkButton } from '../../pages/components.js';
import { html } from '../../pages/html.js';
import { clientPath, consolePaths } from '../../paths/console.js';
import type { ConsolePage, Visit } from '../visit/visit.js';
import { clientMessages } from './messages/messages.js';

/** Every client of the keeper. */
export function clientsPage(visit: Visit, clients: readonly ManagedClient[]): ConsolePage {
  const text = clientMessages[visit.locale.language];
  const rows = clients.map(
    ({ id, name, disabled, grantTypes }) =>
      html`<li class="panel"><h2><a href="${clientPath(id)}">${name}</a>${disabled && html` <span class="badge">${text.disabled}</span>`}</h2>
<p class="hint">${grantTypes.map((grant) => text.grants[grant]).join('; ')}</p></li>`,
  );
  return {
    section: 'clients',
    title: visit.text.sections.clients,
    content: html`<h1>${visit.text.sections.clients}</h1>
<p>${clients.length > 0 ? text.listHint : text.noClients}</p>
<div class="actions">${linkButton(text.newClient, consolePaths.newClient)}</div>
${rows.length > 0 && html`<ul class="plain">${rows}</ul>`}`,
  };
}
