import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnMessage } from '@safety/bus';
import { type InvitationAccepted, invitationAccepted } from '@safety/contracts';
import { Acceptances } from '../memberships/acceptances.js';

/** Published by identity when an invited user has chosen the first password. */
@Controller()
export class InvitationAcceptedSubscription {
  constructor(private readonly acceptances: Acceptances) {}

  @OnMessage(invitationAccepted)
  accept(
    @Payload() { userId }: InvitationAccepted,
    @Ctx() { companyId, envelope }: BusContext,
  ): Promise<void> {
    return this.acceptances.acceptIn(companyId, userId, envelope.occurredAt);
  }
}
