import { Injectable } from '@nestjs/common';
import {
  type AuditedActor,
  type ChangePage,
  type CompanyContext,
  type ListChanges,
  type ListRoles,
  type Page,
  type Permission,
  reachOf,
  type SaveRole,
} from '@safety/contracts';
import type { Condition } from '@safety/persistence';
import { type Change, type Precondition, ProblemError } from '@safety/platform';
import { Administration } from '../administration/administration.js';
import { Giving } from '../administration/giving.js';
import { makesEventManager, permissionsOf } from '../memberships/held-role.js';
import type { RoleAssignmentRow } from '../role-assignments/role-assignment.entity.js';
import { RoleAssignmentRows } from '../role-assignments/role-assignments.rows.js';
import type { Role } from './role.entity.js';
import { RoleHolders } from './role-holders.js';
import { RoleRows } from './roles.rows.js';

/** So many holders name the reason why a role stays. */
const NAMED_HOLDERS = 10;

export type RoleView = Omit<Role, 'builtIn' | 'permissions'> & {
  builtIn: boolean;
  evm: boolean;
  permissions: Permission[];
};

@Injectable()
export class RolesService {
  constructor(
    private readonly administration: Administration,
    private readonly giving: Giving,
    private readonly roles: RoleRows,
    private readonly assignments: RoleAssignmentRows,
    private readonly holders: RoleHolders,
  ) {}

  async page(company: CompanyContext, query: ListRoles): Promise<Page<RoleView>> {
    const { data, page } = await this.roles.page(company, query, [isBuiltIn(query.builtIn)]);
    return { data: data.map(viewOf), page };
  }

  async get(company: CompanyContext, id: string): Promise<RoleView> {
    return viewOf(await this.roles.get(company, id));
  }

  history(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage<AuditedActor>> {
    return this.roles.history(company, id, query);
  }

  async add(company: CompanyContext, role: SaveRole): Promise<RoleView> {
    await this.giving.checkEverywhere(company, role.permissions);
    return viewOf(await this.roles.add(company, { ...role, builtIn: null }));
  }

  /** Changes what everybody who holds the role may do, from the next request on. */
  async change(company: CompanyContext, id: string, change: Change<SaveRole>): Promise<RoleView> {
    let before: Role | undefined;
    const changed = await this.administration.keepAdministrator(company, () =>
      this.roles.change(company, id, change, {
        authorise: refuseBuiltIn,
        read: (role) => ({ ...role, permissions: permissionsOf(role) }),
        values: async (role, current) => {
          before = current;
          const held = new Set<string>(current.permissions);
          await this.giving.checkEverywhere(
            company,
            role.permissions.filter((name) => !held.has(name)),
          );
          // A role that is only renamed keeps what a later release may have given it.
          return change.given('permissions') === undefined
            ? { ...role, permissions: current.permissions }
            : role;
        },
      }),
    );
    if (before) await this.holders.follow(company, before, changed);
    return viewOf(changed);
  }

  /** Archives a role that nobody holds: 409 `in-use` otherwise, with the holders whom the caller may read. */
  async archive(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    await this.administration.takeTurns(company);
    await this.roles.archive(company, id, precondition, async (role) => {
      refuseBuiltIn(role);
      const held = await this.assignments.someHoldersOf(company, id, NAMED_HOLDERS);
      if (held.length === 0) return;
      const mayReadUsers = reachOf(company, 'users.manage') === 'everywhere';
      const named = mayReadUsers
        ? held
        : await this.assignments.someHoldersOf(company, id, NAMED_HOLDERS, 'clients');
      throw new ProblemError('in-use', {
        detail: 'Users or service clients hold this role.',
        extensions: { references: named.flatMap(referencesTo) },
      });
    });
  }

  async restore(company: CompanyContext, id: string, precondition: Precondition): Promise<RoleView> {
    return viewOf(await this.roles.restore(company, id, precondition, refuseBuiltIn));
  }
}

const referencesTo = ({ userId, clientId }: Pick<RoleAssignmentRow, 'userId' | 'clientId'>) => [
  ...(userId === null ? [] : [{ resource: 'users', id: userId }]),
  ...(clientId === null ? [] : [{ resource: 'serviceclients', id: clientId }]),
];

function refuseBuiltIn({ builtIn, name }: Role): void {
  if (builtIn !== null)
    throw new ProblemError('built-in', { detail: `${name} is built in. Make a role of your own.` });
}

const isBuiltIn = (wanted: boolean | undefined): Condition | undefined =>
  wanted === undefined ? undefined : (column) => `${column('builtIn')} IS ${wanted ? 'NOT ' : ''}NULL`;

const viewOf = (role: Role): RoleView => ({
  ...role,
  builtIn: role.builtIn !== null,
  evm: makesEventManager(role),
  permissions: permissionsOf(role),
});
