import type { Permission, roleSchema } from '@safety/contracts';
import type { z } from 'zod';
import { field } from '../../../pages/components.js';
import { type Html, html } from '../../../pages/html.js';
import { textArea } from '../../form-parts.js';
import { formPage } from '../form/form.page.js';
import type { Refused } from '../form/refused.js';
import { many, one, type Sent } from '../form/sent.js';
import { versionOf } from '../form/stale.js';
import { roleName } from '../messages/messages.js';
import { withQuery } from '../query.js';
import type { CompanyPage, CompanyVisit } from '../visit/company-visit.js';
import { permissionChoice } from './permission-choice.js';

export type CompanyRole = z.output<typeof roleSchema>;

export interface RoleForm {
  /** The role that is changed; nothing for a new one. */
  role?: CompanyRole;
  /** The permissions that the user can give. */
  givable: readonly Permission[];
  sent: Sent;
  refused?: Refused;
}

export function roleFormPage(company: CompanyVisit, { role, givable, sent, refused }: RoleForm): CompanyPage {
  const { text, paths } = company;
  const labels = { name: text.nameOfRole, description: text.description, permissions: text.permissionsTitle };
  return formPage(company, {
    section: 'roles',
    title: role ? `${text.editRole}: ${role.name}` : text.newRole,
    hint: text.roleFormHint,
    address: role ? `${paths.role(role.id)}/edit` : paths.newRole,
    back: role ? paths.role(role.id) : paths.roles,
    version: role && versionOf(sent, role.version, refused),
    labels,
    refused,
    content: html`${field({ name: 'name', label: labels.name, value: one(sent, 'name'), maxLength: 100, error: refused?.faults['name'] })}
${textArea({ name: 'description', label: labels.description, value: one(sent, 'description'), error: refused?.faults['description'] })}
${permissionChoice({
  ...{ text, givable, held: role?.permissions ?? [], chosen: many(sent, 'permissions') },
  error: refused?.faults['permissions'],
})}`,
  });
}

/** Links to the users and to the clients that hold a role. */
export const holdersOf = (company: CompanyVisit, id: string): Html =>
  html`${company.may('users') && html`<p><a href="${withQuery(company.paths.users, { role: id })}">${company.text.usersWithRole}</a></p>`}
<p><a href="${withQuery(company.paths.clients, { role: id })}">${company.text.clientsWithRole}</a></p>`;

/** Asks before a role is archived. */
export function archivePage(
  company: CompanyVisit,
  { id, name, version }: CompanyRole,
  refused?: Refused,
): CompanyPage {
  const { text, paths } = company;
  return formPage(company, {
    section: 'roles',
    title: `${text.archive}: ${roleName(text, name)}`,
    hint: text.archiveRoleHint,
    address: `${paths.role(id)}/archive`,
    back: paths.role(id),
    action: text.archive,
    kind: 'danger',
    version: String(version),
    refused,
    content: html`${refused && holdersOf(company, id)}`,
  });
}
