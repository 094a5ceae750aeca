import { Module } from '@nestjs/common';
import { AuthGuardModule } from '@safety/auth-guard';
import { MembershipsChangedSubscription } from './memberships-changed.js';

/** Every message that training consumes. */
@Module({ imports: [AuthGuardModule], controllers: [MembershipsChangedSubscription] })
export class SubscriptionsModule {}
