import { Module } from '@nestjs/common';
import { AuthGuardModule } from '@safety/auth-guard';
import { CompanyUsersModule } from '../company-users/company-users.module.js';
import { CompanyUserChangedSubscription } from './company-user-changed.js';
import { MembershipsChangedSubscription } from './memberships-changed.js';

/** Every message that personnel-org consumes. */
@Module({
  imports: [AuthGuardModule, CompanyUsersModule],
  controllers: [MembershipsChangedSubscription, CompanyUserChangedSubscription],
})
export class SubscriptionsModule {}
