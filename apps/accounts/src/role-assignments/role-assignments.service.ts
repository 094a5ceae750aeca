import { Injectable } from '@nestjs/common';
import type {
  AuditedActor,
  ChangePage,
  CompanyContext,
  FieldError,
  ListChanges,
  ListRoleAssignments,
  Page,
  SaveRoleAssignment,
} from '@safety/contracts';
import { namedRows, referenceFaults } from '@safety/persistence';
import { type Change, invalidField, type Precondition, refuseFaults } from '@safety/platform';
import { Administration } from '../administration/administration.js';
import type { RecordedRoles } from '../memberships/recorded-roles.js';
import { ServiceClientRows } from '../service-clients/service-clients.rows.js';
import { CompanyUserRows } from '../users/company-users.rows.js';
import { AssignedRoles, type Holder, isSameRole, sorted } from './assigned-roles.js';
import { type RoleAssignmentView, RoleAssignmentViews } from './role-assignment-views.js';
import { RoleAssignmentRows } from './role-assignments.rows.js';

/** The roles of the holder, where that is a user. */
type Roles = ReadonlyMap<string, RecordedRoles>;

@Injectable()
export class RoleAssignmentsService {
  constructor(
    private readonly administration: Administration,
    private readonly assignments: RoleAssignmentRows,
    private readonly assigned: AssignedRoles,
    private readonly views: RoleAssignmentViews,
    private readonly users: CompanyUserRows,
    private readonly clients: ServiceClientRows,
  ) {}

  async page(company: CompanyContext, query: ListRoleAssignments): Promise<Page<RoleAssignmentView>> {
    const { data, page } = await this.assignments.page(company, query, this.assignments.filters(query));
    return { data: await this.views.of(company, data), page };
  }

  async get(company: CompanyContext, id: string): Promise<RoleAssignmentView> {
    return this.views.one(company, await this.assignments.get(company, id));
  }

  history(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage<AuditedActor>> {
    return this.assignments.history(company, id, query);
  }

  async add(company: CompanyContext, assignment: SaveRoleAssignment): Promise<RoleAssignmentView> {
    await this.administration.takeTurns(company);
    await this.check(company, assignment, await this.assigned.faults(company, [assignment], () => ''));
    const before = await this.rolesOf(company, assignment);
    const added = await this.assigned.add(company, assignment);
    await this.publish(company, added, before);
    return this.views.one(company, added);
  }

  /** Changes the role or where it counts. The holder stays: another one gets an assignment of their own. */
  async change(
    company: CompanyContext,
    id: string,
    change: Change<SaveRoleAssignment>,
  ): Promise<RoleAssignmentView> {
    let before: Roles = new Map();
    const changed = await this.administration.keepAdministrator(company, () =>
      this.assignments.change(company, id, change, {
        values: async (wanted, current) => {
          before = await this.rolesOf(company, current);
          for (const holder of ['userId', 'clientId'] as const)
            if (wanted[holder] !== current[holder])
              throw invalidField(`/${holder}`, 'not-allowed', 'An assignment stays with its holder.');
          if (!isSameRole(wanted, current))
            await this.check(company, wanted, await this.assigned.faultsOfChange(company, wanted, current));
          await this.assigned.refuseSame(company, wanted, { current });
          return sorted(wanted);
        },
      }),
    );
    await this.publish(company, changed, before);
    return this.views.one(company, changed);
  }

  /** Takes a role away. A user without any role no longer belongs to the company. */
  async archive(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    await this.administration.takeTurns(company);
    const { userId, clientId, archived } = await this.assignments.get(company, id);
    const before = await this.rolesOf(company, { userId, clientId });
    await this.administration.keepAdministrator(company, () =>
      this.assignments.archive(company, id, precondition),
    );
    if (archived) return;
    if (userId === null) return this.publish(company, { userId, clientId }, before);
    const left = await this.assignments.heldBy(company, [userId]);
    if (left.length > 0) await this.users.touch(company, before);
    else await this.users.archive(company, userId, undefined);
    await this.administration.publishUsers(company, [userId]);
  }

  /** Throws 422 for the `faults` of what is given, and for a holder that there is not. */
  private async check(
    company: CompanyContext,
    { userId, clientId }: Holder,
    faults: readonly FieldError[],
  ): Promise<void> {
    const users = await this.users.archivedById(company, userId === null ? [] : [userId]);
    const clients = await this.clients.archivedById(company, clientId === null ? [] : [clientId]);
    refuseFaults([
      ...referenceFaults('user', namedRows({ userId }), users),
      ...referenceFaults('service client', namedRows({ clientId }), clients),
      ...faults,
    ]);
  }

  private rolesOf(company: CompanyContext, { userId }: Holder): Promise<Roles> {
    return this.users.rolesOf(company, userId === null ? [] : [userId]);
  }

  private async publish(company: CompanyContext, { userId, clientId }: Holder, before: Roles): Promise<void> {
    if (clientId !== null) await this.administration.dropMemberships(company, [clientId]);
    if (userId === null) return;
    await this.users.touch(company, before);
    await this.administration.publishUsers(company, [userId]);
  }
}
