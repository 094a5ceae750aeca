import { Injectable } from '@nestjs/common';
import type { UserState } from '@safety/contracts';
import { currentGeneration } from '@safety/persistence';
import { InjectLogger, type Logger } from '@safety/platform';
import { forgetChosenLocales } from '../console/console-sessions.js';
import { EmailChanges } from '../people/email-change/email-changes.js';
import { mayBeMailed } from '../people/mail/invitation-limits.js';
import { OutgoingMails } from '../people/mail/outgoing-mails.js';
import { invitingCompany } from '../people/users/invitations.js';
import { type KnownUser, lockUser, saveUser } from '../people/users/users.js';
import { GrantEnding } from '../sessions/grant-ending.js';
import { Revocations } from '../sessions/revocations.js';
import { SessionEnding } from '../sessions/session-ending.js';
import { SessionLimits } from '../sessions/session-limits.js';
import { Database, type Transaction } from '../storage/database/database.js';

/**
 * Keeps the read model of users, invites who is new or is reached elsewhere, and ends what a user loses
 * who was disabled or has left a company. Safe to run twice: the version decides.
 */
@Injectable()
export class UserStates {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionEnding,
    private readonly grants: GrantEnding,
    private readonly revocations: Revocations,
    private readonly mails: OutgoingMails,
    private readonly emails: EmailChanges,
    private readonly limits: SessionLimits,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async apply(user: UserState): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const before = await lockUser(transaction.client, user.id);
      const saved = await saveUser(transaction.client, user);
      if (saved === 'new' && !user.disabled) await this.invite(transaction, user);
      if (saved !== 'changed' || !before) return;
      await this.signOut(transaction, before, user);
      await this.limits.shortenOf(transaction, user.id);
      await this.emails.follow(transaction, before, user);
      if (user.locale !== undefined && user.locale !== before.locale)
        await forgetChosenLocales(transaction.client, user.id);
    });
  }

  /** The first mail of a new user. One that is left out is sent when the company invites again. */
  private async invite(transaction: Transaction, { id, roles }: UserState): Promise<void> {
    const companyId = invitingCompany(roles);
    if (await mayBeMailed(transaction, id, companyId))
      return this.mails.invite(transaction, id, { companyId });
    this.logger.warn({ userId: id, companyId }, 'mails: an invitation beyond the limits was left out');
  }

  /**
   * Leaving a company ends what its own clients were granted, and leaving the last one signs out everywhere.
   * A company that the user never accepted signs nobody out: any administrator can invite any address.
   * Another role in the same company changes nothing here: services ask accounts what a role allows.
   */
  private async signOut(transaction: Transaction, before: KnownUser, user: UserState): Promise<void> {
    const { id, disabled, lastDisabledVersion, roles } = user;
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
