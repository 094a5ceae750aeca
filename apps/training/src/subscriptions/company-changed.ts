import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnMessage } from '@safety/bus';
import { type CompanyState, companyChanged } from '@safety/contracts';
import { Companies } from '../read-models/companies.js';

/** Accounts says in which time zone the days of a company begin. */
@Controller()
export class CompanyChangedSubscription {
  constructor(private readonly known: Companies) {}

  @OnMessage(companyChanged)
  async keep(@Payload() state: CompanyState, @Ctx() { companyId }: BusContext): Promise<void> {
    await this.known.keep(companyId, state);
  }
}
