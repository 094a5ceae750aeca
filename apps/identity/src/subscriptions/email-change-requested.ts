import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnMessage } from '@safety/bus';
import { type EmailChangeRequested, emailChangeRequested } from '@safety/contracts';
import { EmailChanges } from '../people/email-change/email-changes.js';

/** A user wants to sign in with another address. */
@Controller()
export class EmailChangeRequestedSubscription {
  constructor(private readonly changes: EmailChanges) {}

  @OnMessage(emailChangeRequested)
  ask(@Payload() request: EmailChangeRequested): Promise<void> {
    return this.changes.ask(request);
  }
}
