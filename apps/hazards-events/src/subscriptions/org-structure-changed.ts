import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnState } from '@safety/bus';
import { type OrgStructureState, orgStructureChanged } from '@safety/contracts';
import { OrgStructureReadModel } from '../read-models/org-structure-read-model.js';

/** Org structures change in personnel-org; hazards and events lie at them. */
@Controller()
export class OrgStructureChangedSubscription {
  constructor(private readonly orgStructures: OrgStructureReadModel) {}

  @OnState(orgStructureChanged)
  keep(@Payload() state: OrgStructureState, @Ctx() { companyId }: BusContext): Promise<void> {
    return this.orgStructures.keep(companyId, state);
  }
}
