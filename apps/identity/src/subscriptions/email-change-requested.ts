import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnMessage } from '@safety/bus';
import { type EmailChangeRequested, emailChangeRequested } from '@safety/contracts';
import { MailRequests } from './mail-requests.js';

/** A user wants to sign in with another address. */
@Controller()
export class EmailChangeRequestedSubscription {
  constructor(private readonly requests: MailRequests) {}

  @OnMessage(emailChangeRequested)
  apply(@Payload() request: EmailChangeRequested, @Ctx() { envelope }: BusContext): Promise<void> {
    return this.requests.changeEmail(envelope.id, request);
  }
}
