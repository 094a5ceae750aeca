import { Injectable } from '@nestjs/common';
import type { UserState } from '@safety/contracts';
import { EmailChanges } from '../people/email-change/email-changes.js';
import { OutgoingMails } from '../people/mail/outgoing-mails.js';
import { type KnownUser, lockUser, saveUser } from '../people/users/users.js';
import { Revocations } from '../sessions/revocations.js';
import { SessionEnding } from '../sessions/session-ending.js';
import { SessionLimits } from '../sessions/session-limits.js';
import { Database, type Transaction } from '../storage/database/database.js';

/**
 * Keeps the read model of users, invites who is new or is reached elsewhere, and signs out who was disabled
 * or has left a company. Safe to run twice: the version decides.
 */
@Injectable()
export class UserStates {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionEnding,
    private readonly revocations: Revocations,
    private readonly mails: OutgoingMails,
    private readonly emails: EmailChanges,
    private readonly limits: SessionLimits,
  ) {}

  async apply(user: UserState): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const before = await lockUser(transaction.client, user.id);
      const saved = await saveUser(transaction.client, user);
      if (saved === 'new' && !user.disabled) await this.mails.invite(transaction, user.id);
      if (saved !== 'changed' || !before) return;
      await this.signOut(transaction, before, user);
      await this.limits.shortenOf(transaction, user.id);
      await this.emails.follow(transaction, before, user);
    });
  }

  /**
   * A user who leaves a company while signed in keeps the claims of a member, also at clients that are for
   * members alone. Another role in the same company changes nothing here: services ask accounts what a role
   * allows.
   */
  private async signOut(transaction: Transaction, before: KnownUser, user: UserState): Promise<void> {
    const { id, disabled, roles } = user;
    const hasLeft = before.roles.some((held) => !roles.some(({ cid }) => cid === held.cid));
    if (disabled) await this.revocations.revokeUser(transaction, id);
    if (disabled || hasLeft)
      await this.sessions.endAllOf(transaction, id, {
        reason: disabled ? 'the user was disabled' : 'the user left a company',
      });
  }
}
