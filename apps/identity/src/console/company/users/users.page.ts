import type { Page, User } from '@safety/contracts';
import { button, field, linkButton } from '../../../pages/components.js';
import { type Html, html } from '../../../pages/html.js';
import { summary } from '../form/form.page.js';
import { badge, select } from '../form/parts.js';
import type { Refused } from '../form/refused.js';
import type { GivableRole } from '../held-roles/givable-roles.js';
import { roleName } from '../messages/messages.js';
import { withQuery } from '../query.js';
import type { CompanyPage, CompanyVisit } from '../visit/company-visit.js';
import { type CompanyUser, disabledBy } from './company-users.js';

type Filter = Record<'q' | 'status' | 'role', string>;

export interface Users {
  filter: Filter;
  roles: readonly Pick<GivableRole, 'id' | 'name'>[];
  /** Nothing for a search that cannot be made. */
  found?: Page<CompanyUser | User>;
  refused?: Refused;
}

export function usersPage(company: CompanyVisit, { filter, roles, found, refused }: Users): CompanyPage {
  const { text, paths } = company;
  const title = text.sections.users;
  const next = found?.page.nextCursor;
  return {
    section: 'users',
    title: refused ? `${text.faults.inTitle}: ${title}` : title,
    content: html`<h1>${title}</h1>
${refused && summary(company, refused, { q: text.search, status: text.status, role: text.role })}
<p>${text.usersHint}</p>
${company.may('users') && html`<div class="actions">${linkButton(text.invite, paths.newUser)}</div>`}
${filterForm(company, filter, roles, refused?.faults)}
${found?.data.length === 0 && html`<p>${text.noUsers}</p>`}
<ul class="plain rows">${found?.data.map((user) => row(company, user))}</ul>
${next && html`<p>${company.link(text.more, withQuery(paths.users, { ...filter, cursor: next }))}</p>`}`,
  };
}

const filterForm = (
  company: CompanyVisit,
  filter: Filter,
  roles: readonly Pick<GivableRole, 'id' | 'name'>[],
  faults: Refused['faults'] = {},
): Html => {
  const { text, paths } = company;
  return html`<form method="get" action="${paths.users}" class="filter">
${field({
  name: 'q',
  label: text.search,
  hint: text.searchUsersHint,
  value: filter.q,
  required: false,
  error: faults['q'],
})}
${
  company.may('users') &&
  select({
    name: 'status',
    label: text.status,
    options: [
      { value: 'active', label: text.active },
      { value: 'disabled', label: text.disabled },
    ],
    chosen: filter.status,
    error: faults['status'],
    nothing: text.all,
  })
}
${
  roles.length > 0 &&
  select({
    name: 'role',
    label: text.role,
    options: roles.map(({ id, name }) => ({ value: id, label: roleName(text, name) })),
    chosen: filter.role,
    error: faults['role'],
    nothing: text.all,
  })
}
${button(text.find, { kind: 'secondary' })}</form>`;
};

function row({ text, paths }: CompanyVisit, user: CompanyUser | User): Html {
  const link = html`<a href="${paths.user(user.id)}">${user.displayName}</a>`;
  // As every member sees users.
  if (!('assignments' in user)) return html`<li>${link} <span class="hint">${user.email}</span></li>`;
  const { email, invitation, assignments } = user;
  const disabled = disabledBy(text, user);
  const names = [...new Set(assignments.map(({ roleName: name }) => roleName(text, name)))];
  return html`<li>${link} ${disabled && badge(disabled)} ${(invitation === 'invited' || invitation === 'expired') && badge(`${text.invitation}: ${text.invitations[invitation]}`)}
<span class="hint">${email} · ${names.join(', ')}</span></li>`;
}
