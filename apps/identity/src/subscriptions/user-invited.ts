import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnMessage } from '@safety/bus';
import { type UserInvited, userInvited } from '@safety/contracts';
import { MailRequests } from './mail-requests.js';

/** A company has invited a user. */
@Controller()
export class UserInvitedSubscription {
  constructor(private readonly requests: MailRequests) {}

  @OnMessage(userInvited)
  apply(@Payload() request: UserInvited, @Ctx() { envelope }: BusContext): Promise<void> {
    return this.requests.invite(envelope.id, request);
  }
}
