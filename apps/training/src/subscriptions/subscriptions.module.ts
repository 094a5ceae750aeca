import { Module } from '@nestjs/common';
import { AuthGuardModule, MembershipsChangedSubscription } from '@safety/auth-guard';
import { ReadModelsModule } from '../read-models/read-models.module.js';
import { StudentsModule } from '../students/students.module.js';
import { AssociateChangedSubscription } from './associate-changed.js';
import { CompanyChangedSubscription } from './company-changed.js';
import { OrgStructureChangedSubscription } from './org-structure-changed.js';
import { PersonnelChangedSubscription } from './personnel-changed.js';
import { TrainingRequirementsChangedSubscription } from './training-requirements-changed.js';

/** Every message that training consumes. */
@Module({
  imports: [AuthGuardModule, ReadModelsModule, StudentsModule],
  controllers: [
    MembershipsChangedSubscription,
    OrgStructureChangedSubscription,
    PersonnelChangedSubscription,
    AssociateChangedSubscription,
    TrainingRequirementsChangedSubscription,
    CompanyChangedSubscription,
  ],
})
export class SubscriptionsModule {}
