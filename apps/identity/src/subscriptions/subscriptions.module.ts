import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ClientChangedSubscription } from './client-changed.js';
import { UserChangedSubscription } from './user-changed.js';

/** Every fact that identity listens to: of other services, and of its own for what each process keeps in memory. */
@Module({
  imports: [ClientsModule, SessionsModule],
  controllers: [UserChangedSubscription, ClientChangedSubscription],
})
export class SubscriptionsModule {}
