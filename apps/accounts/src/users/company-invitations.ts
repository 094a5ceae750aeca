import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import {
  allowedTransitions,
  type CompanyContext,
  companyUserTransitions,
  type InviteCompanyUser,
  userInvited,
} from '@safety/contracts';
import { CompanyTransactions, type NewRow } from '@safety/persistence';
import { type Change, ProblemError } from '@safety/platform';
import type { CompanyUser } from './company-user.entity.js';
import { CompanyUserRows } from './company-users.rows.js';
import { UserAccounts } from './user-accounts.js';

/** An invitation that is asked for again within this time is not sent again. */
const INVITED_AGAIN_AFTER_MS = 10 * 60 * 1000;

/** Invites users into a company. */
@Injectable()
export class CompanyInvitations {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly users: CompanyUserRows,
    private readonly accounts: UserAccounts,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Adds the user with an address to the company, who is new or belongs to others. Throws 409 `duplicate`
   * when the user belongs to this one.
   */
  async join(
    company: CompanyContext,
    invited: Omit<InviteCompanyUser, 'roles'>,
  ): Promise<{ user: CompanyUser; isNew: boolean }> {
    const { email, givenName, familyName, externalId, customFields } = invited;
    const { id, isNew } = await this.accounts.of(company.companyId, invited);
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
    if (archived === false) throw await this.duplicate(company, id, email);
    if (archived) return { user: await this.users.rejoin(company, id, person), isNew };
    const joining = {
      ...person,
      id,
      acceptedAt: null,
      status: 'active',
    } satisfies Omit<NewRow<CompanyUser>, 'displayName'>;
    // The database puts the name together.
    return { user: await this.users.add(company, joining as NewRow<CompanyUser>), isNew };
  }

  /** Tells identity that the company waits for the user; with `send` it sends a mail. */
  send({ companyId }: CompanyContext, userId: string, { send }: { send: boolean }): Promise<void> {
    const payload = { userId, companyId, send };
    return this.outbox.add(
      { ...this.transactions.current(companyId), companyId: null },
      userInvited,
      payload,
    );
  }

  /**
   * Asks identity to invite the user again. Asked for again soon, it changes nothing. Throws 409
   * `invalid-state` for a user who belongs already, and for a disabled one, whom the company lets in to
   * nothing.
   */
  async again(company: CompanyContext, id: string, change: Change<object>): Promise<CompanyUser> {
    const now = await this.transactions.current(company.companyId).startedAt;
    return this.users.change(company, id, change, {
      authorise: async (user) => {
        const refusal = user.archived ? undefined : refusalOfInviting(user);
        if (refusal) throw invalidState(user, refusal);
      },
      values: async (_, { invitedAt }) => {
        if (invitedAt && now.getTime() - invitedAt.getTime() < INVITED_AGAIN_AFTER_MS) return undefined;
        await this.send(company, id, { send: true });
        return { invitedAt: now };
      },
    });
  }

  private async duplicate(company: CompanyContext, id: string, email: string): Promise<ProblemError> {
    // Until the invitation is accepted, the company does not learn that it is somebody's address by now.
    const known = await this.users.get(company, id);
    const isKnown = known.email.toLowerCase() === email.toLowerCase();
    return new ProblemError('duplicate', {
      detail: 'A user with this e-mail address belongs to the company already.',
      errors: [{ pointer: '/email', code: 'duplicate', detail: 'Is in use already.' }],
      extensions: { conflictingId: isKnown ? id : null },
    });
  }
}

/** Why a user is not invited again. */
function refusalOfInviting({ status, invitedAt, acceptedAt }: CompanyUser): string | undefined {
  if (invitedAt === null) return 'The user was never invited: they belong to the company already.';
  if (acceptedAt !== null) return 'The user has accepted the invitation already.';
  return status === 'disabled' ? 'The user is disabled: enable them first.' : undefined;
}

const invalidState = ({ status }: CompanyUser, detail: string): ProblemError =>
  new ProblemError('invalid-state', {
    detail,
    extensions: {
      currentStatus: status,
      allowedTransitions: allowedTransitions(companyUserTransitions, status),
    },
  });
