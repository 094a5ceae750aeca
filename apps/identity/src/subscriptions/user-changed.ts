import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnEvent } from '@safety/bus';
import { type UserState, userChanged } from '@safety/contracts';
import { saveUser } from '../accounts/users.js';
import { Database } from '../database/database.js';
import { OutgoingMails } from '../mail/outgoing-mails.js';
import { SessionEnding } from '../sessions/session-ending.js';

/** Keeps the read model of users, and invites who is new. Safe to run twice: the version decides. */
@Controller()
export class UserChangedSubscription {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionEnding,
    private readonly mails: OutgoingMails,
  ) {}

  @OnEvent(userChanged)
  async apply(@Payload() user: UserState): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const saved = await saveUser(transaction.client, user);
      if (saved === 'changed' && user.disabled) await this.sessions.endAllOf(transaction, user.id);
      if (saved === 'new' && !user.disabled) await this.mails.invite(transaction, user.id);
    });
  }
}
