import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnMessage } from '@safety/bus';
import { type CompanyState, companyChanged } from '@safety/contracts';
import { CompanyStates } from './company-states.js';

/** The settings and the status of a company. */
@Controller()
export class CompanyChangedSubscription {
  constructor(private readonly companies: CompanyStates) {}

  @OnMessage(companyChanged)
  keep(@Payload() company: CompanyState): Promise<void> {
    return this.companies.keep(company);
  }
}
