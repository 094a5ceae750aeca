import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnMessage } from '@safety/bus';
import { type CompanyState, companyChanged } from '@safety/contracts';
import { TimeZoneMoves } from '../personnel/time-zone-moves.js';

/** The time zone of a company says when the day of a record begins. */
@Controller()
export class CompanyChangedSubscription {
  constructor(private readonly moves: TimeZoneMoves) {}

  @OnMessage(companyChanged)
  keep(@Payload() company: CompanyState): Promise<void> {
    return this.moves.follow(company);
  }
}
