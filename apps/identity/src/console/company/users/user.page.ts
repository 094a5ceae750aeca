import { button } from '../../../pages/components.js';
import { moment } from '../../../pages/dates.js';
import { type Html, html } from '../../../pages/html.js';
import { badge, facts } from '../form/parts.js';
import { roleName } from '../messages/messages.js';
import { withQuery } from '../query.js';
import type { CompanyPage, CompanyVisit } from '../visit/company-visit.js';
import type { Assignment, CompanyUser } from './company-users.js';

/** One user with the roles that they hold; `paths` names org structures. */
export function userPage(
  company: CompanyVisit,
  user: CompanyUser,
  places: ReadonlyMap<string, string>,
): CompanyPage {
  const { text, visit, paths, locale } = company;
  const path = paths.user(user.id);
  const isActive = user.status === 'active';
  return {
    section: 'users',
    title: user.displayName,
    address: path,
    content: html`<h1>${user.displayName} ${!isActive && badge(text.disabled)}</h1>
${facts([
  [visit.text.email, user.email],
  [text.status, isActive ? text.active : text.disabled],
  [text.invitedAt, user.invitedAt && moment(locale, new Date(user.invitedAt))],
  [text.memberSince, moment(locale, new Date(user.createdAt))],
])}
<div class="actions">${company.link(text.editName, `${path}/edit`)}
${isActive ? company.link(text.disable, `${path}/disable`) : company.form(`${path}/enable`, button(text.enable, { kind: 'secondary' }))}
${company.form(`${path}/invitation`, button(text.inviteAgain, { kind: 'secondary' }))}
${company.link(text.remove, `${path}/remove`)}</div>
<h2>${text.sections.roles}</h2>
${company.may('roles') && html`<p>${company.link(text.giveRole, `${paths.userRoles(user.id)}/new`)}</p>`}
<ul class="plain">${user.assignments.map((held) => assignment(company, user.id, held, places))}</ul>
${company.may('company') && html`<p><a href="${withQuery(paths.changes, { row: user.id })}">${text.changesOfUser}</a></p>`}`,
  };
}

function assignment(
  company: CompanyVisit,
  userId: string,
  held: Assignment,
  places: ReadonlyMap<string, string>,
): Html {
  const { text, paths } = company;
  const path = paths.userRole(userId, held.id);
  const ids = held.orgStructureRelationshipIds;
  const where =
    ids.length === 0
      ? html`<p>${text.everywhere}</p>`
      : html`<ul>${ids.map((id) => html`<li>${places.get(id) ?? html`<code>${id}</code>`}</li>`)}</ul>`;
  return html`<li class="panel"><h3>${roleName(text, held.roleName)} ${held.evm && badge(text.evm)}</h3>
<p class="hint">${text.reach}</p>${where}
${company.may('roles') && html`<div class="actions">${company.link(text.changeRole, path)}${company.link(text.takeRole, `${path}/remove`)}</div>`}</li>`;
}
