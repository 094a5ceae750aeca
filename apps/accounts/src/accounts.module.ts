import { Module } from '@nestjs/common';
import { AuthGuardModule } from '@safety/auth-guard';
import { OutboxModule } from '@safety/bus/outbox';
import { PersistenceModule } from '@safety/persistence';
import { AuditModule } from './audit/audit.module.js';
import { CompaniesModule } from './companies/companies.module.js';
import { Company } from './company/company.entity.js';
import { CompanyModule } from './company/company.module.js';
import { DatabaseModule } from './database/database.module.js';
import { FIRST_MIGRATION } from './database/first-migration.js';
import { MembershipsModule } from './memberships/memberships.module.js';
import { MissedChangesModule } from './missed-changes/missed-changes.module.js';
import { ProfileModule } from './profile/profile.module.js';
import { RoleAssignmentRow } from './role-assignments/role-assignment.entity.js';
import { RoleAssignmentsModule } from './role-assignments/role-assignments.module.js';
import { Role } from './roles/role.entity.js';
import { RolesModule } from './roles/roles.module.js';
import { ServiceClient } from './service-clients/service-client.entity.js';
import { ServiceClientsModule } from './service-clients/service-clients.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { CompanyUser } from './users/company-user.entity.js';
import { UsersModule } from './users/users.module.js';

@Module({
  imports: [
    PersistenceModule.forCompanies({
      first: FIRST_MIGRATION,
      entities: [Company, CompanyUser, Role, RoleAssignmentRow, ServiceClient],
      writersTakeTurns: true,
    }),
    OutboxModule.forCompanies('accounts'),
    AuthGuardModule,
    DatabaseModule,
    SubscriptionsModule,
    CompaniesModule,
    MembershipsModule,
    MissedChangesModule,
    // Before the users of a company: /users/me is never read as an id.
    ProfileModule,
    UsersModule,
    RolesModule,
    RoleAssignmentsModule,
    ServiceClientsModule,
    CompanyModule,
    AuditModule,
  ],
})
export class AccountsModule {}
