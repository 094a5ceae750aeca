import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnMessage } from '@safety/bus';
import { type EmailConfirmed, emailConfirmed } from '@safety/contracts';
import { EmailChanges } from '../profile/email-changes.js';

/** Published by identity when the owner of a new address has confirmed it. */
@Controller()
export class EmailConfirmedSubscription {
  constructor(private readonly emailChanges: EmailChanges) {}

  @OnMessage(emailConfirmed)
  confirm(@Payload() confirmed: EmailConfirmed): Promise<void> {
    return this.emailChanges.confirm(confirmed);
  }
}
