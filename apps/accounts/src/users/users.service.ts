import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
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
  userInvited,
} from '@safety/contracts';
import { CompanyTransactions } from '@safety/persistence';
import { type Change, checkTransition, type Precondition, ProblemError } from '@safety/platform';
import { Administration } from '../administration/administration.js';
import { AssignedRoles } from '../role-assignments/assigned-roles.js';
import { RoleAssignmentRows } from '../role-assignments/role-assignments.rows.js';
import type { CompanyUser } from './company-user.entity.js';
import { type CompanyUserView, CompanyUserViews } from './company-user-views.js';
import { CompanyUserRows } from './company-users.rows.js';
import { UserAccounts } from './user-accounts.js';
import { hasAddress, holdsAnyOf } from './user-conditions.js';

/** An invitation that is asked for again within this time is not sent again. */
const INVITED_AGAIN_AFTER_MS = 10 * 60 * 1000;

@Injectable()
export class UsersService {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly administration: Administration,
    private readonly users: CompanyUserRows,
    private readonly assignments: RoleAssignmentRows,
    private readonly assigned: AssignedRoles,
    private readonly accounts: UserAccounts,
    private readonly views: CompanyUserViews,
    private readonly outbox: Outbox,
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
    const account = await this.accounts.of(company.companyId, invited);
    const user = await this.join(company, account, invited);
    for (const [index, role] of roles.entries())
      await this.assigned.add(company, { ...role, userId: user.id, clientId: null }, `/roles/${index}`);
    // Identity sends a mail to a new user by itself.
    await this.publishInvitation(company, user.id, { send: !account.isNew });
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
          checkTransition('user', companyUserTransitions, status, wanted);
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
    const now = await this.transactions.current(company.companyId).startedAt;
    const changed = await this.users.change(company, id, change, {
      // Somebody who was never invited belongs already.
      values: async (_, { invitedAt, acceptedAt, createdAt }) => {
        if (invitedAt && now.getTime() - invitedAt.getTime() < INVITED_AGAIN_AFTER_MS) return undefined;
        await this.publishInvitation(company, id, { send: true });
        return { invitedAt: now, acceptedAt: invitedAt ? acceptedAt : createdAt };
      },
    });
    return this.views.one(company, changed);
  }

  private async join(
    company: CompanyContext,
    { id }: { id: string },
    invited: Omit<InviteCompanyUser, 'roles'>,
  ): Promise<CompanyUser> {
    const { email, givenName, familyName, externalId, customFields } = invited;
    const person = {
      email,
      givenName,
      familyName,
      externalId,
      customFields,
      // The decision of operators shows once the user accepts.
      canSignIn: true,
      // Of the transaction, as the time of the row: between the two, it would tell how long the work took.
      invitedAt: await this.transactions.current(company.companyId).startedAt,
    };
    const archived = (await this.users.archivedById(company, [id])).get(id);
    if (archived === false) {
      // Until the invitation is accepted, the company does not learn that it is somebody's address by now.
      const known = await this.users.get(company, id);
      const isKnown = known.email.toLowerCase() === email.toLowerCase();
      throw new ProblemError('duplicate', {
        detail: 'A user with this e-mail address belongs to the company already.',
        errors: [{ pointer: '/email', code: 'duplicate', detail: 'Is in use already.' }],
        extensions: { conflictingId: isKnown ? id : null },
      });
    }
    return archived
      ? this.users.rejoin(company, id, person)
      : this.users.add(company, { id, ...person, acceptedAt: null, status: 'active' } as never);
  }

  private publishInvitation(
    { companyId }: CompanyContext,
    userId: string,
    { send }: { send: boolean },
  ): Promise<void> {
    const payload = { userId, companyId, send };
    return this.outbox.add(
      { ...this.transactions.current(companyId), companyId: null },
      userInvited,
      payload,
    );
  }
}
