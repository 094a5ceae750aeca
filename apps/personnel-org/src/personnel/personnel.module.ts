import { Module } from '@nestjs/common';
import { CompanyUsersModule } from '../company-users/company-users.module.js';
import { OrgStructuresModule } from '../org-structures/org-structures.module.js';
import { WorkHistoryModule } from '../work-history/work-history.module.js';
import { HistoryEffects } from './history-effects.js';
import { LineManagers } from './line-managers.js';
import { NewPersonnelService } from './new-personnel.service.js';
import { PersonHistoryController } from './person-history.controller.js';
import { PersonHistoryService } from './person-history.service.js';
import { PersonReferences } from './person-references.js';
import { PersonnelController } from './personnel.controller.js';
import { PersonnelService } from './personnel.service.js';
import { PersonnelArchiveService } from './personnel-archive.service.js';
import { PersonnelRecords } from './personnel-records.js';
import { PersonnelToday } from './personnel-today.js';
import { TrainingStatuses } from './training-statuses.js';

@Module({
  imports: [CompanyUsersModule, OrgStructuresModule, WorkHistoryModule],
  controllers: [PersonHistoryController, PersonnelController],
  providers: [
    PersonnelService,
    PersonnelArchiveService,
    NewPersonnelService,
    PersonnelRecords,
    PersonnelToday,
    LineManagers,
    PersonReferences,
    PersonHistoryService,
    TrainingStatuses,
    HistoryEffects,
  ],
  exports: [PersonnelToday, TrainingStatuses],
})
export class PersonnelModule {}
