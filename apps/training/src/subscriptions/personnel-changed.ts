import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnMessage } from '@safety/bus';
import { type PersonnelState, personnelChanged } from '@safety/contracts';
import { People } from '../read-models/people.js';
import { WaitingList } from '../students/waiting-list.js';

/** People change in personnel-org; they are trained here. */
@Controller()
export class PersonnelChangedSubscription {
  constructor(
    private readonly known: People,
    private readonly waitingList: WaitingList,
  ) {}

  @OnMessage(personnelChanged)
  async keep(@Payload() state: PersonnelState, @Ctx() { companyId }: BusContext): Promise<void> {
    await this.known.keep(companyId, state);
    await this.waitingList.fillFor(companyId, state.id);
  }
}
