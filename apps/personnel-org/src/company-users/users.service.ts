import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  countsOnlyEverywhere,
  covers,
  type ListUsers,
  mayAnywhere,
  type Page,
  permissions,
  type RoleAssignment,
  type User,
  type UserPermissions,
} from '@safety/contracts';
import { CompanyTransactions, equal, OrgStructures } from '@safety/persistence';
import { invalidParameter, ProblemError } from '@safety/platform';
import { DefaultOrgStructures } from '../org-structures/default-org-structures.js';
import type { CompanyUser } from './company-user.entity.js';
import { CompanyUserRows } from './company-users.rows.js';
import { holdsRole } from './covering-roles.js';

/** Users of the company for those who pick one, such as approvers; of permissions only the caller's own. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: CompanyUserRows,
    private readonly orgStructures: OrgStructures,
    private readonly defaults: DefaultOrgStructures,
    private readonly transactions: CompanyTransactions,
  ) {}

  async page(company: CompanyContext, query: ListUsers): Promise<Page<User>> {
    const seesEmail = mayAnywhere(company, 'users.read');
    const rows = seesEmail ? this.users.byNameAndEmail : this.users.byName;
    const { eventManagerOnly, ids, modifiedSince, includeArchived } = query;
    const isCopied = ids !== undefined || modifiedSince !== undefined || includeArchived !== 'false';
    const active = query.active ?? (isCopied ? undefined : true);
    const paths = await this.pathsOf(company, query.orgStructureRelationshipIds);
    const page = await rows.page(company, query, [
      equal('active', active),
      holdsRole({ paths, eventManagerOnly }),
    ]);
    return { ...page, data: page.data.map((user) => presented(user, user.assignments, seesEmail)) };
  }

  /** The caller. Roles are those of this request, which may be newer than what accounts has published. */
  async me(company: CompanyContext): Promise<User> {
    const [known] = await this.users.byName.findAll(company, [company.userId]);
    const { startedAt } = this.transactions.current(company.companyId);
    const now = await startedAt;
    const user = known ?? { ...unknown, id: company.userId, createdAt: now, modifiedAt: now };
    const current = { ...user, active: true, archived: false, archivedAt: null };
    return presented(current, company.assignments, mayAnywhere(company, 'users.read'));
  }

  /** Throws 403 for everybody but the caller, whether there is such a user or not. */
  async get(company: CompanyContext, id: string): Promise<User> {
    if (id === company.userId) return this.me(company);
    throw new ProblemError('permission-denied', { detail: 'Only the own user can be read here.' });
  }

  /** The permissions of the caller, everywhere or at one org structure. Throws 400 for an unknown one. */
  async permissions(company: CompanyContext, orgStructureId: string | undefined): Promise<UserPermissions> {
    const asked = orgStructureId === undefined ? undefined : [orgStructureId];
    const pathIds = (await this.pathsOf(company, asked, 'orgStructureId'))?.flat();
    const roles = company.assignments.filter((role) => !pathIds || covers(reachOfRole(role), pathIds));
    const held = new Set(roles.flatMap(permissionsThatCount));
    return {
      userId: company.userId,
      companyId: company.companyId,
      roles: roles.map(({ id: assignmentId, roleId, roleName, isEventManager, orgStructureIds }) => ({
        assignmentId,
        roleId,
        roleName,
        isEventManager,
        orgStructureRelationshipIds: orgStructureIds,
        companyWide: orgStructureIds.length === 0,
      })),
      permissions: permissions.filter((permission) => held.has(permission)),
      defaultOrgStructureId: (await this.defaults.of(company)) ?? null,
    };
  }

  /**
   * The ids from the roots down to each of the org structures that a query names. Throws 400 for one that is
   * not in sight.
   */
  private async pathsOf(
    company: CompanyContext,
    ids: string[] | undefined,
    parameter = 'orgStructureRelationshipIds',
  ): Promise<string[][] | undefined> {
    if (!ids) return undefined;
    const found = await this.orgStructures.find(company.companyId, ids);
    const unknown = ids.find((id) => !found.has(id));
    if (unknown !== undefined || !mayAnywhere(company, 'orgstructures.read'))
      throw invalidParameter(parameter, `There is no org structure ${unknown ?? ids[0]}.`);
    return [...found.values()].map(({ pathIds }) => pathIds);
  }
}

/** Permissions over the company as a whole count for nothing in a role at single org structures. */
const permissionsThatCount = ({ permissions: held, orgStructureIds }: RoleAssignment) =>
  orgStructureIds.length === 0 ? held : held.filter((name) => !countsOnlyEverywhere(name));

const reachOfRole = ({ orgStructureIds }: RoleAssignment) =>
  orgStructureIds.length === 0 ? 'everywhere' : orgStructureIds;

/** A user of whom accounts has published nothing yet. */
const unknown = {
  version: 0,
  createdByUserId: null,
  modifiedByUserId: null,
  archivedByUserId: null,
  displayName: '',
  email: '',
  personnelId: null,
};

type Hidden = 'companyId' | 'externalId' | 'customFields' | 'accepted' | 'assignments' | 'roleKeys';
type Shown = Omit<CompanyUser, Hidden>;

function presented(user: Shown, roles: readonly RoleAssignment[], seesEmail: boolean): User {
  const companyWide = roles.some(({ orgStructureIds }) => orgStructureIds.length === 0);
  const places = [...new Set(roles.flatMap(({ orgStructureIds }) => orgStructureIds))];
  return {
    ...user,
    email: seesEmail && user.email !== '' ? user.email : null,
    isEventManager: roles.some(({ isEventManager }) => isEventManager),
    orgStructureRelationshipIds: companyWide ? [] : places,
    companyWide,
  };
}
