import type { ManagedClient } from '../../clients/stored-client.js';
import { linkButton } from '../../pages/components.js';
import { html } from '../../pages/html.js';
import { clientPath, consolePaths } from '../../paths/console.js';
import type { Option } from '../company/form/parts.js';
import type { ConsolePage, Visit } from '../visit/visit.js';
import { companyOf } from './company-names.js';
import { clientMessages } from './messages/messages.js';

/** Every client of the keeper, with its company where the keeper has several. */
export function clientsPage(
  visit: Visit,
  clients: readonly ManagedClient[],
  companies: readonly Option[],
): ConsolePage {
  const text = clientMessages[visit.locale.language];
  const rows = clients.map((client) => {
    const { id, name, disabled, grantTypes } = client;
    const company = companyOf(client, companies);
    return html`<li class="panel"><h2><a href="${clientPath(id)}">${name}</a>${disabled && html` <span class="badge">${text.disabled}</span>`}</h2>
${company && html`<p>${company}</p>`}<p class="hint">${grantTypes.map((grant) => text.grants[grant]).join('; ')}</p></li>`;
  });
  return {
    section: 'clients',
    title: visit.text.sections.clients,
    content: html`<h1>${visit.text.sections.clients}</h1>
<p>${clients.length > 0 ? text.listHint : text.noClients}</p>
<div class="actions">${linkButton(text.newClient, consolePaths.newClient)}</div>
${rows.length > 0 && html`<ul class="plain">${rows}</ul>`}`,
  };
}
