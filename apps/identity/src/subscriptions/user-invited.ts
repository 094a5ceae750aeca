import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnMessage } from '@safety/bus';
import { type UserInvited, userInvited } from '@safety/contracts';
import { OutgoingMails } from '../people/mail/outgoing-mails.js';
import { Invitations } from '../people/users/invitations.js';
import { lockUser } from '../people/users/users.js';
import { Database } from '../storage/database/database.js';

/** A company has invited a user. A user who has a password is asked to sign in. */
@Controller()
export class UserInvitedSubscription {
  constructor(
    private readonly database: Database,
    private readonly mails: OutgoingMails,
    private readonly invitations: Invitations,
  ) {}

  @OnMessage(userInvited)
  async apply(@Payload() { userId, companyId, send }: UserInvited): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const user = await lockUser(transaction.client, userId);
      if (companyId !== null && !user?.hasPassword)
        await this.invitations.add(transaction, userId, companyId);
      if (send && user && !user.disabled)
        await this.mails.invite(transaction, userId, { hasPassword: user.hasPassword });
    });
  }
}
