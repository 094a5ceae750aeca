import type { Page } from '@safety/contracts';
import { linkButton } from '../../../pages/components.js';
import { html } from '../../../pages/html.js';
import { buttonForm, summary } from '../form/form.page.js';
import { badge } from '../form/parts.js';
import type { Refused } from '../form/refused.js';
import { roleHint, roleName } from '../messages/messages.js';
import { withQuery } from '../query.js';
import type { CompanyPage, CompanyVisit } from '../visit/company-visit.js';
import { permissionList } from './permission-choice.js';
import { type CompanyRole, holdersOf } from './role-form.page.js';

export function rolesPage(
  company: CompanyVisit,
  { data, page }: Page<CompanyRole>,
  onlyArchived: boolean,
): CompanyPage {
  const { text, paths } = company;
  const next =
    page.nextCursor &&
    withQuery(paths.roles, { cursor: page.nextCursor, archived: onlyArchived ? 'only' : undefined });
  const title = onlyArchived ? text.archivedRoles : text.sections.roles;
  return {
    section: 'roles',
    title,
    content: html`<h1>${title}</h1>
<p>${onlyArchived ? text.archivedRolesHint : text.rolesHint}</p>
${!onlyArchived && html`<div class="actions">${linkButton(text.newRole, paths.newRole)}</div>`}
${data.length === 0 && html`<p>${text.noRoles}</p>`}
<ul class="plain rows">${data.map(
      ({ id, name, builtIn, evm, description }) =>
        html`<li><a href="${paths.role(id)}">${roleName(text, name)}</a> ${builtIn && badge(text.builtIn)} ${evm && badge(text.evm)}
<span class="hint">${roleHint(text, name) ?? description}</span></li>`,
    )}</ul>
${next && html`<p>${company.link(text.more, next)}</p>`}
<p>${onlyArchived ? html`<a href="${paths.roles}">${text.sections.roles}</a>` : html`<a href="${paths.roles}?archived">${text.archivedRoles}</a>`}</p>`,
  };
}

export function rolePage(company: CompanyVisit, role: CompanyRole, refused?: Refused): CompanyPage {
  const { text, paths } = company;
  const { id, name, builtIn, evm, archived, description, permissions } = role;
  const path = paths.role(id);
  const actions = archived
    ? buttonForm(company, `${path}/restore`, text.restore, role.version)
    : html`${company.link(text.editRole, `${path}/edit`)}${company.link(text.archive, `${path}/archive`)}`;
  return {
    section: 'roles',
    title: roleName(text, name),
    address: path,
    content: html`<h1>${roleName(text, name)} ${builtIn && badge(text.builtIn)} ${archived && badge(text.archived)}</h1>
${refused && summary(company, refused)}
${(roleHint(text, name) ?? description) && html`<p>${roleHint(text, name) ?? description}</p>`}
${evm && html`<p>${badge(text.evm)} ${text.eventManager}</p>`}
${builtIn ? html`<p>${text.builtInHint}</p>` : html`<div class="actions">${actions}</div>`}
<h2>${text.permissionsTitle}</h2>
${permissions.length === 0 ? html`<p>${text.noPermissions}</p>` : permissionList(text, permissions)}
${holdersOf(company, id)}
${company.may('company') && html`<p><a href="${withQuery(paths.changes, { row: id })}">${text.changesOfRole}</a></p>`}`,
  };
}
