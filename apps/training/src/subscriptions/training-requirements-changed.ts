import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnMessage } from '@safety/bus';
import { type TrainingRequirementsState, trainingRequirementsChanged } from '@safety/contracts';
import { Requirements } from '../read-models/requirements.js';

/** Items of personnel-org say which training is required where they are placed. */
@Controller()
export class TrainingRequirementsChangedSubscription {
  constructor(private readonly known: Requirements) {}

  @OnMessage(trainingRequirementsChanged)
  async keep(@Payload() state: TrainingRequirementsState, @Ctx() { companyId }: BusContext): Promise<void> {
    await this.known.keep(companyId, state);
  }
}
