import { Module } from '@nestjs/common';
import { AuthGuardModule } from '@safety/auth-guard';
import { OutboxModule } from '@safety/bus/outbox';
import { PersistenceModule } from '@safety/persistence';
import { CompaniesModule } from './companies/companies.module.js';
import { DatabaseModule } from './database/database.module.js';
import { MembershipsModule } from './memberships/memberships.module.js';

@Module({
  imports: [
    // Rows are read as they are joined, for one user at a time: there is no entity whose rows are handed out.
    PersistenceModule.withoutCompanies({ entities: [] }),
    OutboxModule.for('accounts'),
    AuthGuardModule,
    DatabaseModule,
    CompaniesModule,
    MembershipsModule,
  ],
})
export class AccountsModule {}
