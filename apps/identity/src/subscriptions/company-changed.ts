import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnMessage } from '@safety/bus';
import { type CompanyState, companyChanged } from '@safety/contracts';
import { SessionLimits } from '../sessions/session-limits.js';

/** A company says how long its users may stay signed in. */
@Controller()
export class CompanyChangedSubscription {
  constructor(private readonly limits: SessionLimits) {}

  @OnMessage(companyChanged)
  keep(@Payload() company: CompanyState): Promise<void> {
    return this.limits.keep(company);
  }
}
