import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnState } from '@safety/bus';
import { type AssociateState, associateChanged } from '@safety/contracts';
import { Associates } from '../read-models/associates.js';

/** Associates change in personnel-org; hazards and events name them. */
@Controller()
export class AssociateChangedSubscription {
  constructor(private readonly associates: Associates) {}

  @OnState(associateChanged)
  keep(@Payload() associate: AssociateState, @Ctx() { companyId }: BusContext): Promise<void> {
    return this.associates.keep(companyId, associate);
  }
}
