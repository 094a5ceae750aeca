import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { type EmailChangeRequested, emailConfirmed, type UserState } from '@safety/contracts';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Database, type Transaction } from '../../storage/database/database.js';
import { countWithin } from '../../throttling/counters.js';
import { OutgoingMails } from '../mail/outgoing-mails.js';
import { PasswordLinks } from '../password-links/password-links.js';
import { emailKey, isEmailKey } from '../users/email-key.js';
import { invitingCompany } from '../users/invitations.js';
import { proveNextEmail } from '../users/proven-email.js';
import { emailChangeLimits } from '../users/sign-in-limits.js';
import { type KnownUser, lockUser } from '../users/users.js';
import { EmailLinks, type LinkedAddress } from './email-links.js';

/** The way of a user to another address to sign in with; accounts owns the address. */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly mails: OutgoingMails,
    private readonly links: EmailLinks,
    private readonly passwordLinks: PasswordLinks,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Mails a link to the new address and a warning to the present one, unless the two are the same. Beyond the
   * limits nothing is sent, and nobody is told: such a request counts as taken, or it would be mailed when
   * its message comes again days later. Whether the address is somebody else's is looked up when the mail
   * leaves. `isFirst` says in the transaction whether the request was taken before.
   */
  async ask(
    { userId, email, locale }: EmailChangeRequested,
    isFirst: (transaction: Transaction) => Promise<boolean>,
  ): Promise<void> {
    const newKey = emailKey(email);
    if (!isEmailKey(newKey)) return;
    await this.database.transaction(async (transaction) => {
      if (!(await isFirst(transaction))) return;
      // In turn: who has asked too often must not use up what the owner of an address may be sent.
      for (const limit of emailChangeLimits(userId, newKey))
        if (!(await countWithin(transaction.client, [limit]))) return;
      const present = await presentEmail(transaction, userId);
      if (present !== undefined && emailKey(present) === newKey) return;
      await this.mails.confirmEmail(transaction, { userId, email, locale }, present);
      await this.audit.recordIn(transaction, { type: 'email-change-requested', userId });
    });
  }

  /** Tells accounts, once. False when the link does not work any more. */
  confirm(token: string, { userId, email }: LinkedAddress): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      // First, as whoever changes the password or applies a change of the user does.
      await lockUser(transaction.client, userId);
      if (!(await this.links.redeem(transaction, token))) return false;
      await proveNextEmail(transaction.client, userId, emailKey(email));
      // Accounts applies it behind the wall around this user.
      await this.outbox.add({ ...transaction, companyId: userId }, emailConfirmed, { userId, email });
      await this.audit.recordIn(transaction, { type: 'email-confirmed', userId });
      return true;
    });
  }

  /**
   * The address of a user has changed at accounts. Links that were sent to the earlier one may be in a
   * stranger's mailbox. The earlier address is told; a user without a password gets a new link.
   */
  async follow(
    transaction: Transaction,
    before: KnownUser,
    { id, email, disabled, roles }: UserState,
  ): Promise<void> {
    const hasMoved = emailKey(before.email) !== emailKey(email);
    if (hasMoved) {
      await this.passwordLinks.removeAll(transaction, id);
      await this.links.removeAll(transaction, id);
      await this.audit.recordIn(transaction, { type: 'email-changed', actor: 'system', userId: id });
      if (before.hasPassword) await this.mails.tellEmailChanged(transaction, id, before.email);
    }
    // Without limits, which are for companies: operators alone move or enable who has no password.
    if (!disabled && !before.hasPassword && (hasMoved || before.disabled))
      await this.mails.invite(transaction, id, { companyId: invitingCompany(roles) });
  }
}

async function presentEmail({ client }: Transaction, userId: string): Promise<string | undefined> {
  const { rows } = await client.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
  return rows[0]?.email;
}
