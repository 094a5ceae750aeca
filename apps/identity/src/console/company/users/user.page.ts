import { button } from '../../../pages/components.js';
import { moment } from '../../../pages/dates.js';
import { html } from '../../../pages/html.js';
import { badge, facts } from '../form/parts.js';
import { heldRoles } from '../held-roles/held-roles.part.js';
import { holderOfUser } from '../held-roles/holder.js';
import { withQuery } from '../query.js';
import type { CompanyPage, CompanyVisit } from '../visit/company-visit.js';
import type { CompanyUser } from './company-users.js';

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
  [text.invitation, user.invitation && text.invitations[user.invitation]],
  [text.acceptedAt, user.acceptedAt && moment(locale, new Date(user.acceptedAt))],
  [text.memberSince, moment(locale, new Date(user.createdAt))],
])}
<div class="actions">${company.link(text.editName, `${path}/edit`)}
${isActive ? company.link(text.disable, `${path}/disable`) : company.form(`${path}/enable`, button(text.enable, { kind: 'secondary' }))}
${user.invitation !== 'accepted' && company.form(`${path}/invitation`, button(text.inviteAgain, { kind: 'secondary' }))}
${company.link(text.remove, `${path}/remove`)}</div>
${heldRoles(company, holderOfUser(company, user), places)}
${company.may('company') && html`<p><a href="${withQuery(paths.changes, { row: user.id })}">${text.changesOfUser}</a></p>`}`,
  };
}
