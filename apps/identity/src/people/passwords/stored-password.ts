import { Injectable } from '@nestjs/common';
import type { Language } from '@safety/contracts';
import { AuditTrail } from '../../audit/audit-trail.js';
import { SessionEnding } from '../../sessions/session-ending.js';
import type { Transaction } from '../../storage/database/database.js';
import { EmailLinks } from '../email-change/email-links.js';
import { OutgoingMails } from '../mail/outgoing-mails.js';

export interface NewPassword {
  userId: string;
  hash: string;
  /** The session that goes on; every other one ends. */
  keptSid?: string;
  /** Of the mail that tells the user; nothing for a first password, of which the user knows. */
  language?: Language;
}

/** The password of a user in the database, and what follows when it changes. */
@Injectable()
export class StoredPassword {
  constructor(
    private readonly sessions: SessionEnding,
    private readonly mails: OutgoingMails,
    private readonly emailLinks: EmailLinks,
    private readonly audit: AuditTrail,
  ) {}

  /** Every session of the old password ends, and every change of address that was asked for meanwhile. */
  async replace(transaction: Transaction, { userId, hash, keptSid, language }: NewPassword): Promise<void> {
    await transaction.client.query(
      'UPDATE credentials SET password_hash = $2, changed_at = now() WHERE user_id = $1',
      [userId, hash],
    );
    await this.sessions.endAllOf(transaction, userId, { keptSid });
    await this.emailLinks.removeAll(transaction, userId);
    await this.audit.recordIn(transaction, { type: 'password-changed', userId });
    await this.mails.followNewPassword(transaction, userId, language);
  }
}
