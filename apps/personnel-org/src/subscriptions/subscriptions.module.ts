import { Module } from '@nestjs/common';
import { AuthGuardModule } from '@safety/auth-guard';
import { MembershipsChangedSubscription } from './memberships-changed.js';

/** Every fact that personnel-org consumes. */
@Module({ imports: [AuthGuardModule], controllers: [MembershipsChangedSubscription] })
export class SubscriptionsModule {}
