import { Module } from '@nestjs/common';
import { AuthGuardModule, MembershipsChangedSubscription } from '@safety/auth-guard';
import { ReadModelsModule } from '../read-models/read-models.module.js';
import { AssociateChangedSubscription } from './associate-changed.js';
import { CompanyUserChangedSubscription } from './company-user-changed.js';
import { CourseChangedSubscription } from './course-changed.js';
import { OrgStructureChangedSubscription } from './org-structure-changed.js';
import { PersonnelChangedSubscription } from './personnel-changed.js';

/** Every message that hazards-events consumes. */
@Module({
  imports: [AuthGuardModule, ReadModelsModule],
  controllers: [
    AssociateChangedSubscription,
    CompanyUserChangedSubscription,
    CourseChangedSubscription,
    MembershipsChangedSubscription,
    OrgStructureChangedSubscription,
    PersonnelChangedSubscription,
  ],
})
export class SubscriptionsModule {}
