import { Module } from '@nestjs/common';
import { AuthGuardModule } from '@safety/auth-guard';
import { CompanyUsersModule } from '../company-users/company-users.module.js';
import { OrgStructuresModule } from '../org-structures/org-structures.module.js';
import { CompanyUserChangedSubscription } from './company-user-changed.js';
import { CourseChangedSubscription } from './course-changed.js';
import { MembershipsChangedSubscription } from './memberships-changed.js';

/** Every message that personnel-org consumes. */
@Module({
  imports: [AuthGuardModule, CompanyUsersModule, OrgStructuresModule],
  controllers: [MembershipsChangedSubscription, CompanyUserChangedSubscription, CourseChangedSubscription],
})
export class SubscriptionsModule {}
