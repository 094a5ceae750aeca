import { Module } from '@nestjs/common';
import { AuthGuardModule } from '@safety/auth-guard';
import { OutboxModule } from '@safety/bus/outbox';
import { PersistenceModule } from '@safety/persistence';
import { Associate } from './associates/associate.entity.js';
import { AssociatesModule } from './associates/associates.module.js';
import { CompanyUser } from './company-users/company-user.entity.js';
import { CompanyUsersModule } from './company-users/company-users.module.js';
import { FIRST_MIGRATION } from './first-migration.js';
import { JobTitle } from './job-titles/job-title.entity.js';
import { OrgStructure } from './org-structures/org-structure.entity.js';
import { OrgStructureItem } from './org-structures/org-structure-item.entity.js';
import { OrgStructuresModule } from './org-structures/org-structures.module.js';
import { EmergencyContact } from './personnel/emergency-contact.entity.js';
import { PayrollRecord } from './personnel/payroll.entity.js';
import { Person } from './personnel/person.entity.js';
import { PersonToday } from './personnel/person-today.entity.js';
import { PersonnelModule } from './personnel/personnel.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { WorkHistory } from './work-history/work-history.entity.js';
import { WorkHistoryLink } from './work-history/work-history-chain.entity.js';

@Module({
  imports: [
    PersistenceModule.forCompanies({
      first: FIRST_MIGRATION,
      entities: [
        Associate,
        CompanyUser,
        EmergencyContact,
        PayrollRecord,
        JobTitle,
        OrgStructure,
        OrgStructureItem,
        Person,
        PersonToday,
        WorkHistory,
        WorkHistoryLink,
      ],
    }),
    OutboxModule.forCompanies('personnel-org'),
    AuthGuardModule,
    SubscriptionsModule,
    CompanyUsersModule,
    OrgStructuresModule,
    PersonnelModule,
    AssociatesModule,
  ],
})
export class PersonnelOrgModule {}
