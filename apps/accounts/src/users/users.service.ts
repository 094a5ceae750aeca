import { Injectable } from '@nestjs/common';
import {
  type AuditedActor,
  type ChangePage,
  type CompanyContext,
  type CompanyUserTransition,
  companyUserTransitions,
  type InviteCompanyUser,
  type ListChanges,
  type ListCompanyUsers,
  type Page,
  type SaveCompanyUser,
} from '@safety/contracts';
import { type Change, checkStep, type Precondition, stepsFrom } from '@safety/platform';
import { Administration } from '../administration/administration.js';
import { AssignedRoles } from '../role-assignments/assigned-roles.js';
import { RoleAssignmentRows } from '../role-assignments/role-assignments.rows.js';
import { CompanyInvitations } from './company-invitations.js';
import { type CompanyUserView, CompanyUserViews } from './company-user-views.js';
import { CompanyUserRows } from './company-users.rows.js';
import { hasAddress, holdsAnyOf } from './user-conditions.js';

@Injectable()
export class UsersService {
  constructor(
    private readonly administration: Administration,
    private readonly users: CompanyUserRows,
    private readonly assignments: RoleAssignmentRows,
    private readonly assigned: AssignedRoles,
    private readonly invitations: CompanyInvitations,
    private readonly views: CompanyUserViews,
  ) {}

  async page(company: CompanyContext, query: ListCompanyUsers): Promise<Page<CompanyUserView>> {
    const { data, page } = await this.users.page(company, query, [
      ...this.users.filters(query),
      holdsAnyOf(company, query.roleId),
      hasAddress(query.email),
    ]);
    return { data: await this.views.of(company, data), page };
  }

  async get(company: CompanyContext, id: string): Promise<CompanyUserView> {
    return this.views.one(company, await this.users.get(company, id));
  }

  history(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage<AuditedActor>> {
    return this.users.history(company, id, query);
  }

  /**
   * Adds a user to the company, who may belong to others: nothing of the answer tells. Throws 409 `duplicate`
   * when the user belongs to this one.
   */
  async add(company: CompanyContext, { roles, ...invited }: InviteCompanyUser): Promise<CompanyUserView> {
    await this.administration.takeTurns(company);
    await this.assigned.check(company, roles);
    const { user, isNew } = await this.invitations.join(company, invited);
    for (const [index, role] of roles.entries())
      await this.assigned.add(company, { ...role, userId: user.id, clientId: null }, `/roles/${index}`);
    // Identity sends a mail to a new user by itself.
    await this.invitations.send(company, user.id, { send: !isNew });
    await this.administration.publishUsers(company, [user.id]);
    return this.views.one(company, user);
  }

  async change(
    company: CompanyContext,
    id: string,
    change: Change<SaveCompanyUser>,
  ): Promise<CompanyUserView> {
    return this.views.one(company, await this.users.change(company, id, change));
  }

  async transition(
    company: CompanyContext,
    id: string,
    change: Change<CompanyUserTransition>,
  ): Promise<CompanyUserView> {
    const changed = await this.administration.keepAdministrator(company, () =>
      this.users.change(company, id, change, {
        authorise: async ({ archived, status }) => {
          // Of somebody who has left, `archived` is the answer.
          if (archived) return;
          const wanted = change.given('transition');
          // It gives again what the roles of the user allow.
          if (wanted === 'enable') await this.assigned.checkHeld(company, { userId: id, clientId: null });
          await checkStep(stepsFrom('user', companyUserTransitions, status), wanted);
        },
        values: async ({ transition }) => ({ status: companyUserTransitions[transition].to }),
      }),
    );
    await this.administration.publishUsers(company, [id]);
    return this.views.one(company, changed);
  }

  /** Takes the user out of the company, with all roles there. The user stays in other companies. */
  async archive(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    await this.administration.keepAdministrator(company, async () => {
      await this.users.archive(company, id, precondition);
      for (const held of await this.assignments.heldBy(company, [id]))
        await this.assignments.archive(company, held.id, undefined);
    });
    await this.administration.publishUsers(company, [id]);
  }

  /** Asks identity to invite the user again. Asked for again soon, it changes nothing. */
  async inviteAgain(company: CompanyContext, id: string, change: Change<object>): Promise<CompanyUserView> {
    return this.views.one(company, await this.invitations.again(company, id, change));
  }
}
