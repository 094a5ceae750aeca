import { moment } from '../../../pages/dates.js';
import { type Html, html } from '../../../pages/html.js';
import { buttonForm, summary } from '../form/form.page.js';
import { badge, facts } from '../form/parts.js';
import type { Refused } from '../form/refused.js';
import { heldRoles } from '../held-roles/held-roles.part.js';
import { type Holder, holderOfUser } from '../held-roles/holder.js';
import { pathsOf } from '../places/places.js';
import { withQuery } from '../query.js';
import type { CompanyPage, CompanyVisit } from '../visit/company-visit.js';
import { type CompanyUser, disabledBy, userOf } from './company-users.js';
import { holderOf } from './known-users.js';

/** The page of a user as they are now. Throws 404. */
export async function shownUser(company: CompanyVisit, id: string, refused?: Refused): Promise<CompanyPage> {
  if (!company.may('users')) return holderPage(company, await holderOf(company, id));
  const user = await userOf(company, id);
  const placeIds = user.assignments.flatMap((held) => held.orgStructureRelationshipIds);
  return userPage(company, user, await pathsOf(company, placeIds), refused);
}

/** The roles of a user, for those who give roles and do not administer users. */
async function holderPage(company: CompanyVisit, holder: Holder): Promise<CompanyPage> {
  const placeIds = holder.assignments.flatMap((held) => held.orgStructureRelationshipIds);
  const places = await pathsOf(company, placeIds);
  return {
    section: 'users',
    title: holder.name,
    address: holder.path,
    content: html`<h1>${holder.name}</h1>${holder.about && html`<p>${holder.about}</p>`}${heldRoles(company, holder, places)}`,
  };
}

/** One user with the roles that they hold; `places` names org structures. */
function userPage(
  company: CompanyVisit,
  user: CompanyUser,
  places: ReadonlyMap<string, string>,
  refused?: Refused,
): CompanyPage {
  const { text, visit, paths, locale } = company;
  const disabled = disabledBy(text, user);
  return {
    section: 'users',
    title: user.displayName,
    address: paths.user(user.id),
    content: html`<h1>${user.displayName} ${user.archived ? badge(text.archived) : disabled && badge(disabled)}</h1>
${refused && summary(company, refused)}
${facts([
  [visit.text.email, user.email],
  [text.status, user.archived ? text.archived : (disabled ?? text.active)],
  [text.invitedAt, user.invitedAt && moment(locale, new Date(user.invitedAt))],
  [text.invitation, user.invitation && text.invitations[user.invitation]],
  [text.acceptedAt, user.acceptedAt && moment(locale, new Date(user.acceptedAt))],
  [text.memberSince, moment(locale, new Date(user.createdAt))],
])}
${!user.archived && actions(company, user)}
${heldRoles(company, holderOfUser(company, user), places)}
${company.may('company') && html`<p><a href="${withQuery(paths.changes, { row: user.id })}">${text.changesOfUser}</a></p>`}`,
  };
}

/** Of somebody who belongs to the company. */
function actions(company: CompanyVisit, { id, status, invitation, version }: CompanyUser): Html {
  const { text, paths } = company;
  const path = paths.user(id);
  const press = (button: 'enable' | 'invitation', label: string) =>
    buttonForm(company, `${path}/${button}`, label, version);
  const waits = invitation === 'invited' || invitation === 'expired';
  return html`<div class="actions">${company.link(text.editName, `${path}/edit`)}
${status === 'active' ? company.link(text.disable, `${path}/disable`) : press('enable', text.enable)}
${waits && status === 'active' && company.sendsMail && press('invitation', text.inviteAgain)}
${company.link(text.remove, `${path}/remove`)}</div>
${waits && !company.sendsMail && html`<p>${text.noInvitationMail}</p>`}`;
}
