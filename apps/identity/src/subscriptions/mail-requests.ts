import { Injectable } from '@nestjs/common';
import {
  type EmailChangeRequested,
  type Envelope,
  emailChangeRequested,
  type UserInvited,
  userInvited,
} from '@safety/contracts';
import { EmailChanges } from '../people/email-change/email-changes.js';
import { OutgoingMails } from '../people/mail/outgoing-mails.js';
import { Invitations } from '../people/users/invitations.js';
import { lockUser } from '../people/users/users.js';
import { Database, type Transaction } from '../storage/database/database.js';

type Message = Pick<Envelope, 'id' | 'type' | 'payload'>;

/**
 * The messages of accounts that ask for a mail. They come by the bus and, while Redis is unavailable, by
 * HTTP: each is applied once, by its id.
 */
@Injectable()
export class MailRequests {
  constructor(
    private readonly database: Database,
    private readonly mails: OutgoingMails,
    private readonly invitations: Invitations,
    private readonly emails: EmailChanges,
  ) {}

  /** Whether a message of this name asks for a mail. */
  takes({ type }: Pick<Message, 'type'>): boolean {
    return type === userInvited.name || type === emailChangeRequested.name;
  }

  async apply({ id, type, payload }: Message): Promise<void> {
    if (type === userInvited.name) await this.invite(id, userInvited.payload.parse(payload));
    if (type === emailChangeRequested.name)
      await this.changeEmail(id, emailChangeRequested.payload.parse(payload));
  }

  /** A company has invited a user. A user who has a password is asked to sign in. */
  invite(messageId: string, { userId, companyId, send }: UserInvited): Promise<void> {
    return this.database.transaction(async (transaction) => {
      if (!(await isFirst(transaction, messageId))) return;
      const user = await lockUser(transaction.client, userId);
      if (companyId !== null && !user?.hasPassword)
        await this.invitations.add(transaction, userId, companyId);
      // A new user, not known here yet, is sent a mail with the first state.
      if (!send || !user || user.disabled) return;
      const { hasPassword } = user;
      await this.mails.inviteWithinLimits(transaction, userId, { companyId, hasPassword });
    });
  }

  /** A user wants to sign in with another address. */
  changeEmail(messageId: string, request: EmailChangeRequested): Promise<void> {
    return this.emails.ask(request, (transaction) => isFirst(transaction, messageId));
  }
}

/** False for a message that was applied before; one that is being applied is waited for. */
async function isFirst({ client }: Transaction, messageId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'INSERT INTO handled_messages (id) VALUES ($1) ON CONFLICT DO NOTHING',
    [messageId],
  );
  return rowCount === 1;
}
