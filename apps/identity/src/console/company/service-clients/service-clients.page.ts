import type { Page } from '@safety/contracts';
import { html } from '../../../pages/html.js';
import { clientPath, consolePaths } from '../../../paths/console.js';
import { badge, facts } from '../form/parts.js';
import { heldRoles } from '../held-roles/held-roles.part.js';
import { holderOfClient } from '../held-roles/holder.js';
import { roleName } from '../messages/messages.js';
import { withQuery } from '../query.js';
import type { CompanyRole } from '../roles/role-form.page.js';
import type { CompanyPage, CompanyVisit } from '../visit/company-visit.js';
import type { ServiceClient } from './service-clients.js';

interface FoundClients extends Pick<Page<ServiceClient>, 'data'> {
  nextCursor?: string | null;
  /** Where these are all that hold one role. */
  role?: Pick<CompanyRole, 'id' | 'name'>;
}

export function serviceClientsPage(
  company: CompanyVisit,
  { data, nextCursor, role }: FoundClients,
): CompanyPage {
  const { text, paths } = company;
  const next = nextCursor && withQuery(paths.clients, { cursor: nextCursor });
  const about = ({ actsForItself, assignments }: ServiceClient): string => {
    const roles = [...new Set(assignments.map((held) => roleName(text, held.roleName)))].join(', ');
    return actsForItself
      ? roles || text.noRoleHeld
      : [text.actsForUsersOnly, roles].filter(Boolean).join(' · ');
  };
  return {
    section: 'clients',
    title: text.sections.clients,
    content: html`<h1>${text.sections.clients}</h1>
<p>${text.clientsHint}</p>
${company.keepsClients && html`<p><a href="${consolePaths.clients}">${text.registerClients}</a></p>`}
${role && html`<p>${text.clientsWithRole}: <a href="${paths.role(role.id)}">${roleName(text, role.name)}</a>. <a href="${paths.clients}">${text.allRows}</a></p>`}
${data.length === 0 && html`<p>${role ? text.searches.nothing : text.noClients}</p>`}
<ul class="plain rows">${data.map(
      (client) =>
        html`<li><a href="${paths.client(client.id)}">${client.name}</a> ${client.status === 'disabled' && badge(text.disabled)}
<span class="hint">${about(client)}</span></li>`,
    )}</ul>
${next && html`<p>${company.link(text.more, next)}</p>`}`,
  };
}

/** One client: what its grants are good for, and the roles by which it acts as itself. */
export function serviceClientPage(
  company: CompanyVisit,
  client: ServiceClient,
  places: ReadonlyMap<string, string>,
): CompanyPage {
  const { text, paths } = company;
  const { id, name, status, archived, actsForItself } = client;
  const isDisabled = status === 'disabled' && !archived;
  return {
    section: 'clients',
    title: name,
    address: paths.client(id),
    content: html`<h1>${name} ${archived && badge(text.archived)} ${isDisabled && badge(text.disabled)}</h1>
${facts([
  [text.clientId, html`<code>${id}</code>`],
  [text.status, archived ? text.archived : isDisabled ? text.disabled : text.active],
])}
${!archived && html`<p>${actsForItself ? text.actsForItselfHint : text.actsForUsersHint}</p>`}
${isDisabled && html`<p>${text.disabledClientHint}</p>`}
${!archived && company.keepsClients && html`<p>${company.link(text.registration, clientPath(id))}</p>`}
${heldRoles(company, holderOfClient(company, client), places)}
${company.may('company') && html`<p><a href="${withQuery(paths.changes, { client: id })}">${text.changesByClient}</a></p>`}`,
  };
}
