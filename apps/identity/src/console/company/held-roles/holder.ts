import type { companyUserSchema } from '@safety/contracts';
import type { z } from 'zod';
import { heldRolesPath } from '../../../paths/company-pages.js';
import type { ServiceClient } from '../service-clients/service-clients.js';
import type { CompanyUser } from '../users/company-users.js';
import type { CompanySection, CompanyVisit } from '../visit/company-visit.js';

/** A role that somebody holds, as it stands in the answer of its holder. */
export type Assignment = z.output<typeof companyUserSchema>['assignments'][number];

/** A user or a service client: roles are given to both alike. */
export interface Holder {
  name: string;
  /** The e-mail address or the id, as far as it is known: tells holders of one name apart. */
  about: string | null;
  section: CompanySection;
  /** Whether it was removed: then no role is given. */
  archived: boolean;
  /** The page of the holder, and where the roles are. */
  path: string;
  roles: string;
  assignments: readonly Assignment[];
  /** The members of an assignment that name the holder. */
  named: { userId: string } | { clientId: string };
}

export const holderOfUser = (
  { paths }: CompanyVisit,
  user: Pick<CompanyUser, 'id' | 'displayName' | 'archived' | 'assignments'> & { email: string | null },
): Holder => ({
  name: user.displayName,
  about: user.email,
  section: 'users',
  archived: user.archived,
  path: paths.user(user.id),
  roles: heldRolesPath(paths.user(user.id)),
  assignments: user.assignments,
  named: { userId: user.id },
});

export const holderOfClient = ({ paths }: CompanyVisit, client: ServiceClient): Holder => ({
  name: client.name,
  about: client.id,
  section: 'clients',
  archived: client.archived,
  path: paths.client(client.id),
  roles: heldRolesPath(paths.client(client.id)),
  assignments: client.assignments,
  named: { clientId: client.id },
});

/** The page of one role that is held. */
export const heldRolePath = ({ roles }: Holder, assignmentId: string): string => `${roles}/${assignmentId}`;
