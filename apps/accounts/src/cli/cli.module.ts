import { Module } from '@nestjs/common';
import { OutboxModule } from '@safety/bus/outbox';
import { PersistenceModule } from '@safety/persistence';
import { RecordedWrites } from '../audit/recorded-writes.js';
import { FIRST_MIGRATION } from '../database/first-migration.js';
import { UserMessages } from '../memberships/user-messages.js';
import { Companies } from '../operator/companies.js';
import { OperatorMemberships } from '../operator/memberships.js';
import { OperatorChanges } from '../operator/operator-changes.js';
import { OperatorTransactions } from '../operator/operator-transactions.js';
import { OperatorUserMessages } from '../operator/user-messages.js';
import { Users } from '../operator/users.js';
import { DueOwnCompanies } from '../profile/due-own-companies.js';

/** The commands of operators for users and companies; the service that answers requests has none of it. */
@Module({
  imports: [
    PersistenceModule.withoutCompanies({ first: FIRST_MIGRATION, entities: [] }),
    OutboxModule.for('accounts'),
  ],
  providers: [
    Companies,
    DueOwnCompanies,
    OperatorChanges,
    OperatorMemberships,
    OperatorTransactions,
    OperatorUserMessages,
    RecordedWrites,
    UserMessages,
    Users,
  ],
})
export class CliModule {}
