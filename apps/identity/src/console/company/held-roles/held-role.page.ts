import type { companyRoleAssignmentSchema } from '@safety/contracts';
import type { z } from 'zod';
import { html } from '../../../pages/html.js';
import { formPage } from '../form/form.page.js';
import type { Refused } from '../form/refused.js';
import type { Sent } from '../form/sent.js';
import { versionOf } from '../form/stale.js';
import { roleName } from '../messages/messages.js';
import type { OfferedPlaces } from '../places/offered-places.js';
import { placeChoice } from '../places/place-choice.js';
import type { CompanyPage, CompanyVisit } from '../visit/company-visit.js';
import type { GivableRole } from './givable-roles.js';
import { type Holder, heldRolePath } from './holder.js';
import { roleChoice } from './role-choice.js';

type Stored = z.output<typeof companyRoleAssignmentSchema>;

export interface HeldRole {
  holder: Holder;
  roles: readonly GivableRole[];
  places: OfferedPlaces;
  sent: Sent;
  /** The assignment that is changed; nothing for a new one. */
  stored?: Stored | undefined;
  refused?: Refused | undefined;
}

/** A role that somebody is given, or holds: which one, and where it counts. */
export function heldRolePage(company: CompanyVisit, held: HeldRole): CompanyPage {
  const { holder, roles, places, sent, stored, refused } = held;
  const { text } = company;
  const title = stored ? text.changeRole : text.giveRole;
  return formPage(company, {
    section: holder.section,
    title: `${title}: ${holder.name}`,
    about: holder.about,
    hint: text.giveRoleHint,
    address: stored ? heldRolePath(holder, stored.id) : `${holder.roles}/new`,
    back: holder.path,
    version: stored && versionOf(sent, stored.version, refused),
    labels: { roleId: text.role, reach: text.reach },
    refused,
    content: html`${roleChoice({
      ...{ text, sent, roles, hierarchy: places.hierarchy, held: stored?.roleId },
      error: refused?.faults['roleId'],
    })}
${placeChoice({ text, sent, places, error: refused?.faults['reach'] })}`,
  });
}

/** Asks before a role is taken away. */
export function takeRolePage(
  company: CompanyVisit,
  holder: Holder,
  { id, version }: Stored,
  refused?: Refused,
): CompanyPage {
  const { text } = company;
  const name = holder.assignments.find((held) => held.id === id)?.roleName ?? '';
  const userId = 'userId' in holder.named ? holder.named.userId : undefined;
  const isLastOfUser = userId !== undefined && holder.assignments.length === 1;
  const hints =
    userId === company.userId
      ? text.aboutYourself
      : { takeRole: text.takeRoleHint, takeLastRole: text.takeLastRoleHint };
  return formPage(company, {
    section: holder.section,
    title: `${text.takeRole}: ${roleName(text, name)}, ${holder.name}`,
    about: holder.about,
    hint: isLastOfUser ? hints.takeLastRole : hints.takeRole,
    address: `${heldRolePath(holder, id)}/remove`,
    back: holder.path,
    action: text.takeRole,
    kind: 'danger',
    version: String(version),
    refused,
    content: html``,
  });
}
