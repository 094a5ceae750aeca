import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnState } from '@safety/bus';
import { type PersonnelState, personnelChanged } from '@safety/contracts';
import { People } from '../read-models/people.js';

/** People change in personnel-org; hazards and events name them. */
@Controller()
export class PersonnelChangedSubscription {
  constructor(private readonly people: People) {}

  @OnState(personnelChanged)
  keep(@Payload() person: PersonnelState, @Ctx() { companyId }: BusContext): Promise<void> {
    return this.people.keep(companyId, person);
  }
}
