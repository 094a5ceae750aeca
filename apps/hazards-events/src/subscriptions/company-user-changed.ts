import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnState } from '@safety/bus';
import { type CompanyUserState, companyUserChanged } from '@safety/contracts';
import { CompanyUsers } from '../read-models/company-users.js';

/** Users and their roles change in accounts; approvals find the event managers of a place among them. */
@Controller()
export class CompanyUserChangedSubscription {
  constructor(private readonly users: CompanyUsers) {}

  @OnState(companyUserChanged)
  keep(@Payload() user: CompanyUserState, @Ctx() { companyId }: BusContext): Promise<void> {
    return this.users.keep(companyId, user);
  }
}
