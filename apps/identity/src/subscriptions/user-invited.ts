import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnMessage } from '@safety/bus';
import { type UserInvited, userInvited } from '@safety/contracts';
import { OutgoingMails } from '../people/mail/outgoing-mails.js';
import { lockUser } from '../people/users/users.js';
import { Database } from '../storage/database/database.js';

/** An administrator asks again for the invitation of a user. A user who has a password needs none. */
@Controller()
export class UserInvitedSubscription {
  constructor(
    private readonly database: Database,
    private readonly mails: OutgoingMails,
  ) {}

  @OnMessage(userInvited)
  async apply(@Payload() { userId }: UserInvited): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const user = await lockUser(transaction.client, userId);
      if (user && !user.disabled && !user.hasPassword) await this.mails.invite(transaction, userId);
    });
  }
}
