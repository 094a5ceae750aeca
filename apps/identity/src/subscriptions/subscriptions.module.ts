import { Module } from '@nestjs/common';
import { UserChangedSubscription } from './user-changed.js';

/** Every fact of other services that identity listens to. */
@Module({ controllers: [UserChangedSubscription] })
export class SubscriptionsModule {}
