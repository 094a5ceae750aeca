import { type Html, html } from '../../../pages/html.js';
import { badge } from '../form/parts.js';
import { roleName } from '../messages/messages.js';
import type { CompanyVisit } from '../visit/company-visit.js';
import { type Assignment, type Holder, heldRolePath } from './holder.js';

/** The roles of a holder on its page; `places` names org structures by id. */
export const heldRoles = (
  company: CompanyVisit,
  holder: Holder,
  places: ReadonlyMap<string, string>,
): Html => html`<h2>${company.text.sections.roles}</h2>
${holder.assignments.length === 0 && html`<p>${company.text.noRoleHeld}</p>`}
<ul class="plain">${holder.assignments.map((held) => panel(company, holder, held, places))}</ul>
${company.may('roles') && !holder.archived && html`<p>${company.link(company.text.giveRole, `${holder.roles}/new`)}</p>`}`;

function panel(
  company: CompanyVisit,
  holder: Holder,
  held: Assignment,
  places: ReadonlyMap<string, string>,
): Html {
  const { text } = company;
  const path = heldRolePath(holder, held.id);
  const ids = held.orgStructureRelationshipIds;
  const where =
    ids.length === 0
      ? html`<p>${text.everywhere}</p>`
      : html`<ul>${ids.map((id) => html`<li>${places.get(id) ?? html`<code>${id}</code>`}</li>`)}</ul>`;
  return html`<li class="panel"><h3>${roleName(text, held.roleName)} ${held.evm && badge(text.evm)}</h3>
<p class="hint">${text.reach}</p>${where}
${company.may('roles') && html`<div class="actions">${company.link(text.changeRole, path)}${company.link(text.takeRole, `${path}/remove`)}</div>`}</li>`;
}
