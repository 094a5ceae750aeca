import { field } from '../../../pages/components.js';
import { html } from '../../../pages/html.js';
import { formPage } from '../form/form.page.js';
import type { Refused } from '../form/refused.js';
import { one, type Sent } from '../form/sent.js';
import { versionOf } from '../form/stale.js';
import type { CompanyMessages } from '../messages/messages.js';
import type { CompanyPage, CompanyVisit } from '../visit/company-visit.js';
import type { CompanyUser } from './company-users.js';

/** The names of a user, as the company knows them. */
export function namePage(
  company: CompanyVisit,
  { id, displayName, email, version }: CompanyUser,
  sent: Sent,
  refused?: Refused,
): CompanyPage {
  const { text, paths } = company;
  const labels = { givenName: text.givenName, familyName: text.familyName };
  const input = (name: keyof typeof labels) =>
    field({
      name,
      label: labels[name],
      value: one(sent, name),
      maxLength: 100,
      error: refused?.faults[name],
    });
  return formPage(company, {
    section: 'users',
    title: `${text.editName}: ${displayName}`,
    about: email,
    hint: text.editNameHint,
    address: `${paths.user(id)}/edit`,
    back: paths.user(id),
    version: versionOf(sent, version, refused),
    labels,
    refused,
    content: html`${input('givenName')}${input('familyName')}`,
  });
}

/** A step that is asked before it is done. */
export type UserQuestion = 'disable' | 'remove';

const hintsOf = ({ disableUserHint, removeUserHint }: CompanyMessages): Record<UserQuestion, string> => ({
  disable: disableUserHint,
  remove: removeUserHint,
});

export function askPage(
  company: CompanyVisit,
  { id, displayName, email, version }: CompanyUser,
  question: UserQuestion,
  refused?: Refused,
): CompanyPage {
  const { text, paths } = company;
  const path = paths.user(id);
  const hints = id === company.userId ? text.aboutYourself : hintsOf(text);
  return formPage(company, {
    section: 'users',
    title: `${text[question]}: ${displayName}`,
    about: email,
    hint: hints[question],
    address: `${path}/${question}`,
    back: path,
    action: text[question],
    kind: 'danger',
    version: String(version),
    refused,
    content: html``,
  });
}
