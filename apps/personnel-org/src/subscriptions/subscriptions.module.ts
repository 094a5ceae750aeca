import { Module } from '@nestjs/common';
import { AuthGuardModule, MembershipsChangedSubscription } from '@safety/auth-guard';
import { CompanyUsersModule } from '../company-users/company-users.module.js';
import { OrgStructuresModule } from '../org-structures/org-structures.module.js';
import { PersonnelModule } from '../personnel/personnel.module.js';
import { CompanyChangedSubscription } from './company-changed.js';
import { CompanyUserChangedSubscription } from './company-user-changed.js';
import { CourseChangedSubscription } from './course-changed.js';
import { TrainingStatusChangedSubscription } from './training-status-changed.js';

/** Every message that personnel-org consumes. */
@Module({
  imports: [AuthGuardModule, CompanyUsersModule, OrgStructuresModule, PersonnelModule],
  controllers: [
    MembershipsChangedSubscription,
    CompanyUserChangedSubscription,
    CourseChangedSubscription,
    CompanyChangedSubscription,
    TrainingStatusChangedSubscription,
  ],
})
export class SubscriptionsModule {}
