import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnState } from '@safety/bus';
import { type CompanyUserState, companyUserChanged } from '@safety/contracts';
import { CompanyUsers } from '../company-users/company-users.js';

/** Users join and leave a company in accounts; people are linked to them. */
@Controller()
export class CompanyUserChangedSubscription {
  constructor(private readonly users: CompanyUsers) {}

  @OnState(companyUserChanged)
  keep(@Payload() user: CompanyUserState, @Ctx() { companyId }: BusContext): Promise<void> {
    return this.users.keep(companyId, user);
  }
}
