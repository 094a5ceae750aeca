import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnState } from '@safety/bus';
import { type AssociateState, associateChanged } from '@safety/contracts';
import { Associates } from '../read-models/associates.js';

/** Associates change in personnel-org; they give classes here. */
@Controller()
export class AssociateChangedSubscription {
  constructor(private readonly known: Associates) {}

  @OnState(associateChanged)
  async keep(@Payload() state: AssociateState, @Ctx() { companyId }: BusContext): Promise<void> {
    await this.known.keep(companyId, state);
  }
}
