import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnEvent } from '@safety/bus';
import { type OrgStructureState, orgStructureChanged } from '@safety/contracts';
import { Places } from '../read-models/places.js';

/** Places change in personnel-org; hazards and events lie at them. */
@Controller()
export class OrgStructureChangedSubscription {
  constructor(private readonly places: Places) {}

  @OnEvent(orgStructureChanged)
  keep(@Payload() place: OrgStructureState, @Ctx() { companyId }: BusContext): Promise<void> {
    return this.places.keep(companyId, place);
  }
}
