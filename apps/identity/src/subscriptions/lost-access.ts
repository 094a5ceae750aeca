import { Injectable } from '@nestjs/common';
import type { UserState } from '@safety/contracts';
import { currentGeneration } from '@safety/persistence';
import { OutgoingMails } from '../people/mail/outgoing-mails.js';
import { Invitations } from '../people/users/invitations.js';
import type { KnownUser } from '../people/users/users.js';
import { GrantEnding } from '../sessions/grant-ending.js';
import { Revocations } from '../sessions/revocations.js';
import { SessionEnding } from '../sessions/session-ending.js';
import type { Transaction } from '../storage/database/database.js';

/** Ends what a user is signed in to, and was granted, who may not go on with it. */
@Injectable()
export class LostAccess {
  constructor(
    private readonly sessions: SessionEnding,
    private readonly grants: GrantEnding,
    private readonly revocations: Revocations,
    private readonly invitations: Invitations,
    private readonly mails: OutgoingMails,
  ) {}

  /**
   * Leaving a company ends what its own clients were granted, and leaving the last one signs out everywhere.
   * A company that the user never accepted signs nobody out: any administrator can invite any address.
   * Another role in the same company changes nothing here: services ask accounts what a role allows.
   */
  async end(transaction: Transaction, before: KnownUser, user: UserState): Promise<void> {
    const { id, disabled, lastDisabledVersion, roles } = user;
    const withdrawn = before.roles.filter((held) => !roles.some(({ cid }) => cid === held.cid));
    if (withdrawn.length > 0) {
      const companyIds = withdrawn.map(({ cid }) => cid);
      await this.invitations.withdraw(transaction, id, companyIds);
      await this.mails.withdrawInvitations(transaction, id, companyIds);
    }
    // A newer version may come first: the user was disabled in one that is never applied.
    if (disabled || (lastDisabledVersion ?? 0) > versionOf(before)) {
      await this.revocations.revokeUser(transaction, id);
      return this.sessions.endAllOf(transaction, id, { actor: 'system', reason: 'the user was disabled' });
    }
    // The same of companies: the user was out in a version that is never applied, and is in again.
    const rejoined = (user.left ?? []).filter(({ version }) => version > versionOf(before));
    const kept = roles.filter(({ cid }) => !rejoined.some((one) => one.cid === cid));
    const left = before.roles.filter((held) => !kept.some(({ cid }) => cid === held.cid));
    if (left.length === 0) return;
    if (left.some(({ accepted }) => accepted) && !kept.some(({ accepted }) => accepted))
      return this.sessions.endAllOf(transaction, id, {
        actor: 'system',
        reason: 'the user left the last company',
      });
    const companyIds = [...new Set(left.map(({ cid }) => cid))];
    await this.grants.endAt(transaction, id, companyIds, {
      actor: 'system',
      reason: 'the user left the company',
    });
  }
}

/** Versions of an earlier generation say nothing: whatever the user lost may have come behind them. */
const versionOf = ({ version, generation }: KnownUser): number =>
  generation === currentGeneration() ? version : 0;
