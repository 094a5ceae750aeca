import type { companyRoleAssignmentSchema, HierarchyNode } from '@safety/contracts';
import type { z } from 'zod';
import { html } from '../../../pages/html.js';
import { formPage } from '../form/form.page.js';
import type { Refused } from '../form/refused.js';
import { one, type Sent } from '../form/sent.js';
import { roleName } from '../messages/messages.js';
import { placeChoice } from '../places/place-choice.js';
import type { CompanyPage, CompanyVisit } from '../visit/company-visit.js';
import type { CompanyUser, GivableRole } from './company-users.js';
import { roleChoice } from './role-choice.js';
import { versionOf } from './user-forms.page.js';

type Stored = z.output<typeof companyRoleAssignmentSchema>;

export interface HeldRole {
  user: CompanyUser;
  roles: readonly GivableRole[];
  nodes: readonly HierarchyNode[] | undefined;
  sent: Sent;
  /** The assignment that is changed; nothing for a new one. */
  stored?: Stored | undefined;
  refused?: Refused | undefined;
}

/** A role that a user is given, or holds: which one, and where it counts. */
export function heldRolePage(company: CompanyVisit, held: HeldRole): CompanyPage {
  const { user, roles, nodes, sent, stored, refused } = held;
  const { text, paths } = company;
  const title = stored ? text.changeRole : text.giveRole;
  return formPage(company, {
    section: 'users',
    title: `${title}: ${user.displayName}`,
    hint: text.giveRoleHint,
    address: stored ? paths.userRole(user.id, stored.id) : `${paths.userRoles(user.id)}/new`,
    back: paths.user(user.id),
    version: stored && versionOf(sent, stored.version, refused),
    labels: { roleId: text.role, reach: text.reach },
    refused,
    content: html`${roleChoice({ text, roles, chosen: one(sent, 'roleId'), error: refused?.faults['roleId'] })}
${placeChoice({ text, sent, nodes, error: refused?.faults['reach'] })}`,
  });
}

/** Asks before a role is taken away. */
export function takeRolePage(
  company: CompanyVisit,
  user: CompanyUser,
  { id, version }: Stored,
  refused?: Refused,
): CompanyPage {
  const { text, paths } = company;
  const name = user.assignments.find((held) => held.id === id)?.roleName ?? '';
  return formPage(company, {
    section: 'users',
    title: `${text.takeRole}: ${roleName(text, name)}, ${user.displayName}`,
    hint: user.assignments.length > 1 ? text.takeRoleHint : text.takeLastRoleHint,
    address: `${paths.userRole(user.id, id)}/remove`,
    back: paths.user(user.id),
    action: text.takeRole,
    kind: 'danger',
    version: String(version),
    refused,
    content: html``,
  });
}
