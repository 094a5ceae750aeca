import {
  approvingPermissions,
  builtInRoles,
  isEventManagerRole,
  managesClients,
  managesServiceClients,
  type Permission,
  permissionSchema,
  permissionsOfPrograms,
  type RoleAssignment,
} from '@safety/contracts';
import type { Caller } from '@safety/platform';

/** A role that a user holds in a company, as it is stored. */
export interface HeldRole {
  assignmentId: string;
  roleId: string;
  name: string;
  builtIn: string | null;
  permissions: string[] | null;
  orgStructureIds: string[];
}

/** SQL of the roles a user holds in one company, the one that counts everywhere first, then by age. */
export const heldRolesSql = `
  json_agg(json_build_object(
    'assignmentId', a.id, 'roleId', r.id, 'name', r.name, 'builtIn', r.built_in, 'permissions', r.permissions,
    'orgStructureIds', a.org_structure_ids
  ) ORDER BY cardinality(a.org_structure_ids) > 0, a.created_at, a.id)`;

const managingEvents = Object.entries(builtInRoles)
  .filter(([, granted]) => isEventManagerRole(granted))
  .map(([name]) => name);

/** SQL of `makesEventManager`. */
const evmSql = `coalesce(r.built_in = ANY ('{${managingEvents.join()}}'),
  r.permissions @> '{${approvingPermissions.join()}}', false)`;

/** SQL of the roles of a user, as the change record of the user keeps them. */
export const recordedRolesSql = `jsonb_agg(jsonb_build_object('id', a.id, 'roleId', a.role_id, 'roleName', r.name,
  'evm', ${evmSql}, 'orgStructureRelationshipIds', a.org_structure_ids) ORDER BY a.created_at, a.id)`;

/** SQL of where they are found. */
export const recordedFromSql =
  'role_assignments AS a JOIN roles AS r ON r.company_id = a.company_id AND r.id = a.role_id AND a.archived_at IS NULL';

/** SQL: whether the user of a row of `company_users AS m` has accepted; who was never invited has. */
export const acceptedSql = '(m.accepted_at IS NOT NULL OR m.invited_at IS NULL)';

/** SQL of every role that is assigned to anybody, with its company and how it knows the user. */
export const assignedRolesSql = `
  FROM role_assignments AS a
  JOIN companies AS c ON c.id = a.company_id
  JOIN roles AS r ON r.company_id = a.company_id AND r.id = a.role_id
  JOIN company_users AS m ON m.company_id = a.company_id AND m.id = a.user_id
    AND m.archived_at IS NULL AND a.archived_at IS NULL`;

/**
 * SQL of everything a user holds; `$1` is the user, who holds nothing while disabled, here or in a company.
 */
const heldByUserSql = `
  ${assignedRolesSql}
  WHERE a.user_id = $1 AND m.status = 'active' AND EXISTS (SELECT FROM users WHERE id = $1 AND disabled_at IS NULL)`;

/** SQL of everything a service client holds; `$1` is the client. A disabled one holds nothing. */
const heldByClientSql = `
  FROM role_assignments AS a
  JOIN companies AS c ON c.id = a.company_id
  JOIN roles AS r ON r.company_id = a.company_id AND r.id = a.role_id
  JOIN service_clients AS s ON s.company_id = a.company_id AND s.id = a.client_id
    AND NOT s.archived AND s.status = 'active' AND s.acts_for_itself
  WHERE a.client_id = $1 AND a.archived_at IS NULL`;

/** SQL of everything the caller holds; `$1` is `sub` of the token. */
export const heldBySql = ({ isServiceClient }: Pick<Caller, 'isServiceClient'>): string =>
  isServiceClient ? heldByClientSql : heldByUserSql;

/**
 * SQL of since when the caller belongs to a company, of the rows of `heldBySql`. Roles of a user come and go
 * meanwhile.
 */
export const joinedSql = ({ isServiceClient }: Pick<Caller, 'isServiceClient'>): string =>
  isServiceClient ? 'min(a.created_at)' : 'min(coalesce(m.accepted_at, m.invited_at, m.created_at))';

const isBuiltIn = (name: string | null): name is keyof typeof builtInRoles =>
  name !== null && Object.hasOwn(builtInRoles, name);

/**
 * The permissions of a role. A permission or built-in role that this release does not know allows nothing.
 */
export function permissionsOf({
  builtIn,
  permissions,
}: Pick<HeldRole, 'builtIn' | 'permissions'>): Permission[] {
  if (isBuiltIn(builtIn)) return [...builtInRoles[builtIn]];
  return (permissions ?? []).filter((name): name is Permission => permissionSchema.safeParse(name).success);
}

/** Whether a role makes its holder an event manager. */
export const makesEventManager = (role: Pick<HeldRole, 'builtIn' | 'permissions'>): boolean =>
  isEventManagerRole(permissionsOf(role));

/** The part of a `role` claim that follows from the permissions of the role. */
export function claimOf(role: Pick<HeldRole, 'builtIn' | 'permissions'>, orgStructureIds: string[] = []) {
  const granted = permissionsOf(role);
  return {
    evm: isEventManagerRole(granted),
    managesClients: managesClients(granted, orgStructureIds),
    managesServiceClients: managesServiceClients(granted, orgStructureIds),
  };
}

/** A role that a service client holds: without the permissions of people. */
export const clientAssignmentOf = (role: HeldRole): RoleAssignment => {
  const assignment = assignmentOf(role);
  return { ...assignment, permissions: permissionsOfPrograms(assignment.permissions) };
};

/** A role that a user holds, as it is published. */
export const assignmentOf = (role: HeldRole): RoleAssignment => ({
  id: role.assignmentId,
  roleId: role.roleId,
  roleName: role.name,
  isEventManager: makesEventManager(role),
  permissions: permissionsOf(role),
  orgStructureIds: role.orgStructureIds,
});
