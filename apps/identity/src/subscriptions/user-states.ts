import { Injectable } from '@nestjs/common';
import type { UserState } from '@safety/contracts';
import { forgetChosenLocales } from '../console/console-sessions.js';
import { EmailChanges } from '../people/email-change/email-changes.js';
import { OutgoingMails } from '../people/mail/outgoing-mails.js';
import { invitingCompany } from '../people/users/invitations.js';
import { lockUser, saveUser } from '../people/users/users.js';
import { SessionLimits } from '../sessions/session-limits.js';
import { Database } from '../storage/database/database.js';
import { LostAccess } from './lost-access.js';

/**
 * Keeps the read model of users, invites who is new or is reached elsewhere, and ends what a user loses
 * who was disabled or has left a company. Safe to run twice: the version decides.
 */
@Injectable()
export class UserStates {
  constructor(
    private readonly database: Database,
    private readonly lost: LostAccess,
    private readonly mails: OutgoingMails,
    private readonly emails: EmailChanges,
    private readonly limits: SessionLimits,
  ) {}

  async apply(user: UserState): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const before = await lockUser(transaction.client, user.id);
      const saved = await saveUser(transaction.client, user);
      if (saved === 'new' && !user.disabled)
        await this.mails.inviteWithinLimits(transaction, user.id, { companyId: invitingCompany(user.roles) });
      if (saved !== 'changed' || !before) return;
      await this.lost.end(transaction, before, user);
      await this.limits.shortenOf(transaction, user.id);
      await this.emails.follow(transaction, before, user);
      if (user.locale !== undefined && user.locale !== before.locale)
        await forgetChosenLocales(transaction.client, user.id);
    });
  }
}
