import { Module } from '@nestjs/common';
import { CompanyUsersModule } from '../company-users/company-users.module.js';
import { EncryptionModule } from '../encryption/encryption.module.js';
import { OrgStructuresModule } from '../org-structures/org-structures.module.js';
import { WorkHistoryModule } from '../work-history/work-history.module.js';
import { EmergencyContactsController } from './emergency-contacts.controller.js';
import { EmergencyContactRows } from './emergency-contacts.rows.js';
import { EmergencyContactsService } from './emergency-contacts.service.js';
import { HistoryEffects } from './history-effects.js';
import { HistoryRights } from './history-rights.js';
import { HistoryStart } from './history-start.js';
import { LineManagers } from './line-managers.js';
import { NewPersonnelService } from './new-personnel.service.js';
import { PayrollController } from './payroll.controller.js';
import { PayrollRows } from './payroll.rows.js';
import { PayrollService } from './payroll.service.js';
import { PersonAuditService } from './person-audit.service.js';
import { PersonDetails } from './person-details.js';
import { PersonHistoryController } from './person-history.controller.js';
import { PersonHistoryService } from './person-history.service.js';
import { PersonReferences } from './person-references.js';
import { PersonnelController } from './personnel.controller.js';
import { PersonnelService } from './personnel.service.js';
import { PersonnelArchiveService } from './personnel-archive.service.js';
import { PersonnelPresenter } from './personnel-presenter.js';
import { PersonnelReadingService } from './personnel-reading.service.js';
import { PersonnelRecords } from './personnel-records.js';
import { PersonnelToday } from './personnel-today.js';
import { SensitiveAccess } from './sensitive-access.js';
import { SensitivePersonnel } from './sensitive-personnel.js';
import { TimeZoneMoves } from './time-zone-moves.js';
import { TrainingStatuses } from './training-statuses.js';

@Module({
  imports: [EncryptionModule, CompanyUsersModule, OrgStructuresModule, WorkHistoryModule],
  controllers: [PersonHistoryController, EmergencyContactsController, PayrollController, PersonnelController],
  providers: [
    PersonnelService,
    PersonnelReadingService,
    PersonAuditService,
    PersonnelArchiveService,
    NewPersonnelService,
    PersonnelRecords,
    PersonnelToday,
    LineManagers,
    PersonReferences,
    PersonHistoryService,
    HistoryRights,
    HistoryStart,
    SensitivePersonnel,
    SensitiveAccess,
    PersonnelPresenter,
    PersonDetails,
    EmergencyContactRows,
    EmergencyContactsService,
    PayrollRows,
    PayrollService,
    TrainingStatuses,
    HistoryEffects,
    TimeZoneMoves,
  ],
  exports: [PersonnelToday, TrainingStatuses, TimeZoneMoves],
})
export class PersonnelModule {}
