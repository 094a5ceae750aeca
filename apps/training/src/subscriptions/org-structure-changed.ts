import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnMessage } from '@safety/bus';
import { type OrgStructureState, orgStructureChanged } from '@safety/contracts';
import { OrgStructureReadModel } from '../read-models/org-structure-read-model.js';

/** Org structures change in personnel-org; classes lie at them, and people work there. */
@Controller()
export class OrgStructureChangedSubscription {
  constructor(private readonly known: OrgStructureReadModel) {}

  @OnMessage(orgStructureChanged)
  async keep(@Payload() state: OrgStructureState, @Ctx() { companyId, envelope }: BusContext): Promise<void> {
    await this.known.keep(companyId, state, new Date(envelope.occurredAt));
  }
}
