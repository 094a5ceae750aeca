import { field } from '../../../pages/components.js';
import { html } from '../../../pages/html.js';
import { formPage } from '../form/form.page.js';
import type { Refused } from '../form/refused.js';
import { one, type Sent } from '../form/sent.js';
import type { GivableRole } from '../held-roles/givable-roles.js';
import { roleChoice } from '../held-roles/role-choice.js';
import type { OfferedPlaces } from '../places/offered-places.js';
import { placeChoice } from '../places/place-choice.js';
import type { CompanyPage, CompanyVisit } from '../visit/company-visit.js';

export interface Invite {
  sent: Sent;
  roles: readonly GivableRole[];
  places: OfferedPlaces;
  refused?: Refused | undefined;
}

export function invitePage(company: CompanyVisit, { sent, roles, places, refused }: Invite): CompanyPage {
  const { text, visit, paths } = company;
  const labels = {
    email: visit.text.email,
    givenName: text.givenName,
    familyName: text.familyName,
    roleId: text.role,
    reach: text.reach,
  };
  const input = (name: 'email' | 'givenName' | 'familyName', maxLength: number) =>
    field({
      name,
      label: labels[name],
      type: name === 'email' ? 'email' : 'text',
      value: one(sent, name),
      maxLength,
      error: refused?.faults[name],
    });
  return formPage(company, {
    section: 'users',
    title: text.invite,
    hint: company.sendsMail ? text.inviteHint : text.noInvitationMail,
    address: paths.newUser,
    back: paths.users,
    action: company.sendsMail ? text.sendInvitation : text.invite,
    labels,
    refused,
    content: html`${input('email', 254)}${input('givenName', 100)}${input('familyName', 100)}
${roleChoice({ text, sent, roles, hierarchy: places.hierarchy, error: refused?.faults['roleId'] })}
${placeChoice({ text, sent, places, error: refused?.faults['reach'] })}`,
  });
}
