import { Module } from '@nestjs/common';
import { AuthGuardModule } from '@safety/auth-guard';
import { OutboxModule } from '@safety/bus/outbox';
import { PersistenceModule } from '@safety/persistence';
import { Action } from './actions/action.entity.js';
import { ActionsModule } from './actions/actions.module.js';
import { CodeListsModule } from './codelists/code-lists.module.js';
import { ApprovedEvent, EventOrFlagged, SafetyEvent } from './events/event.entity.js';
import { EventsModule } from './events/events.module.js';
import { ApprovedHazard, Hazard, HazardOrFlagged } from './hazards/hazard.entity.js';
import { HazardsModule } from './hazards/hazards.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

@Module({
  imports: [
    PersistenceModule.forCompanies({
      first: 'CreateReadModels1790000000101',
      entities: [Hazard, ApprovedHazard, HazardOrFlagged, SafetyEvent, ApprovedEvent, EventOrFlagged, Action],
    }),
    OutboxModule.forCompanies('hazards-events'),
    AuthGuardModule,
    SubscriptionsModule,
    HazardsModule,
    EventsModule,
    ActionsModule,
    CodeListsModule,
  ],
})
export class HazardsEventsModule {}
