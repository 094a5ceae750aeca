import { Module } from '@nestjs/common';
import { AuthGuardModule } from '@safety/auth-guard';
import { OutboxModule } from '@safety/bus/outbox';
import { PersistenceModule } from '@safety/persistence';
import { ApprovedHazard, Hazard } from './hazards/hazard.entity.js';
import { HazardsModule } from './hazards/hazards.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

@Module({
  imports: [
    PersistenceModule.forCompanies({ entities: [Hazard, ApprovedHazard] }),
    OutboxModule.forCompanies('hazards-events'),
    AuthGuardModule,
    SubscriptionsModule,
    HazardsModule,
  ],
})
export class HazardsEventsModule {}
