import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UserChangedSubscription } from './user-changed.js';

/** Every fact of other services that identity listens to. */
@Module({ imports: [SessionsModule], controllers: [UserChangedSubscription] })
export class SubscriptionsModule {}
