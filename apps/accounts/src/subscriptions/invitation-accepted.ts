import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnMessage } from '@safety/bus';
import { type InvitationAccepted, invitationAccepted } from '@safety/contracts';
import { systemActor } from '@safety/persistence';
import { CompanyUserRows } from '../users/company-users.rows.js';

/** Identity tells when an invited user has signed in. */
@Controller()
export class InvitationAcceptedSubscription {
  constructor(private readonly users: CompanyUserRows) {}

  @OnMessage(invitationAccepted)
  accept(@Payload() { userId }: InvitationAccepted, @Ctx() { companyId }: BusContext): Promise<void> {
    return this.users.accept(systemActor(companyId), userId);
  }
}
