import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnMessage } from '@safety/bus';
import { type EmailConfirmed, emailConfirmed } from '@safety/contracts';
import { EmailChanges } from '../profile/email-changes.js';

/** Published by identity when the owner of a new address has confirmed it. */
@Controller()
export class EmailConfirmedSubscription {
  constructor(private readonly emailChanges: EmailChanges) {}

  @OnMessage(emailConfirmed)
  confirm(@Payload() confirmed: EmailConfirmed, @Ctx() { envelope }: BusContext): Promise<void> {
    return this.emailChanges.confirm(confirmed, envelope.occurredAt);
  }
}
