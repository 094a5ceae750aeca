import {
  type CompanyContext,
  type HierarchyNode,
  membershipsSchema,
  type Permission,
  permissions,
  type Reach,
  reachOf,
  type roleSchema,
} from '@safety/contracts';
import type { z } from 'zod';
import { allOf } from '../../api/all-of.js';
import { userOf } from '../users/company-users.js';
import type { CompanyVisit } from '../visit/company-visit.js';

/** A role of the company, and how far the user can give it. */
export interface GivableRole {
  id: string;
  name: string;
  evm: boolean;
  /** Where the user may do what it allows; the role can be given where all of them reach. */
  reaches: readonly Reach[];
}

type Role = z.output<typeof roleSchema>;
type Held = Pick<CompanyContext, 'assignments'>;

/**
 * The roles of the company, and how far the user can give each: nobody gives what they do not have. A user
 * who may not see the roles of the company gives those that they hold.
 */
export async function rolesToGive(company: CompanyVisit): Promise<GivableRole[]> {
  const roles = await rolesOf(company.accounts);
  if (!roles) return ownRoles(company);
  const reachOfEach = distinctReaches(await heldBy(company));
  return roles.map(({ id, name, evm, permissions: allowed }) => ({
    ...{ id, name, evm },
    reaches: [...new Set(allowed.map(reachOfEach))],
  }));
}

/** Where each permission is held; of equal reaches one, so that what follows compares it once. */
function distinctReaches(held: Held): (permission: Permission) => Reach {
  const known = new Map<string, Reach>();
  const reaches = permissions.map((permission): [Permission, Reach] => {
    const reach = reachOf(held, permission);
    const text = typeof reach === 'string' ? reach : reach.toSorted().join();
    const first = known.get(text) ?? reach;
    known.set(text, first);
    return [permission, first];
  });
  const ofEach = new Map(reaches);
  return (permission) => ofEach.get(permission) ?? [];
}

/** The permissions that the user holds in the whole company, and can put into a role. */
export async function permissionsToGive(company: CompanyVisit): Promise<Permission[]> {
  const held = await heldBy(company);
  return permissions.filter((name) => reachOf(held, name) === 'everywhere');
}

export const isGivenEverywhere = ({ reaches }: GivableRole): boolean =>
  reaches.every((reach) => reach === 'everywhere');

/** The topmost places at which the user can give each role. */
export function placesToGive(
  roles: readonly GivableRole[],
  nodes: readonly HierarchyNode[],
): Map<GivableRole, HierarchyNode[]> {
  const limiting = [...new Set(roles.flatMap(({ reaches }) => reaches))]
    .filter((reach) => reach !== 'everywhere')
    .map((reach, index) => ({ reach, index, ids: new Set(reach) }));
  const found = new Map<string, HierarchyNode[]>();
  return new Map(
    roles.map((role) => {
      const needed = limiting.filter(({ reach }) => role.reaches.includes(reach));
      const key = needed.map(({ index }) => index).join();
      const places =
        found.get(key) ??
        topmost(
          nodes,
          needed.map(({ ids }) => ids),
        );
      found.set(key, places);
      return [role, places];
    }),
  );
}

/** The topmost places that lie in each of these reaches: what is below a place of a reach lies in it too. */
const topmost = (nodes: readonly HierarchyNode[], reaches: readonly ReadonlySet<string>[]): HierarchyNode[] =>
  nodes.flatMap((node) => {
    const missing = reaches.filter((ids) => !ids.has(node.id));
    return missing.length === 0 ? [node] : topmost(node.children, missing);
  });

/** All roles of the company; nothing where the user may not see them. */
export const rolesOf = (accounts: CompanyVisit['accounts']): Promise<Role[] | undefined> =>
  allOf<Role>(accounts, '/roles');

/** The roles of the user with what they allow, as accounts judges them; it tells users of their own. */
async function heldBy({ accounts, company: { id } }: CompanyVisit): Promise<Held> {
  const { companies } = membershipsSchema.parse(await accounts.get('/internal/memberships/me'));
  return companies.find(({ companyId }) => companyId === id) ?? { assignments: [] };
}

/** Each where it is held. */
async function ownRoles(company: CompanyVisit): Promise<GivableRole[]> {
  const { assignments } = await userOf(company, company.userId);
  const held = Map.groupBy(assignments, ({ roleId }) => roleId);
  return [...held].flatMap(([id, [first, ...others]]) => {
    if (!first) return [];
    const places = [first, ...others].map((one) => one.orgStructureRelationshipIds);
    const reach = places.some((ids) => ids.length === 0) ? 'everywhere' : places.flat();
    return { id, name: first.roleName, evm: first.evm, reaches: [reach] };
  });
}
