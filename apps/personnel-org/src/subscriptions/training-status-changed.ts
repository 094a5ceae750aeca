import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnState } from '@safety/bus';
import { type TrainingStatusState, trainingStatusChanged } from '@safety/contracts';
import { TrainingStatuses } from '../personnel/training-statuses.js';

/** Training judges what people have learned of what is required of them. */
@Controller()
export class TrainingStatusChangedSubscription {
  constructor(private readonly statuses: TrainingStatuses) {}

  @OnState(trainingStatusChanged)
  keep(@Payload() status: TrainingStatusState, @Ctx() { companyId }: BusContext): Promise<void> {
    return this.statuses.keep(companyId, status);
  }
}
