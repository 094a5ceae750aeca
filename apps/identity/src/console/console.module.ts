import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ClientsModule } from '../clients/clients.module.js';
import { MailModule } from '../people/mail/mail.module.js';
import { PeopleModule } from '../people/people.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ShortLivedModule } from '../storage/short-lived/short-lived.module.js';
import { ServiceApis } from './api/service-apis.js';
import { ClientChangesController } from './clients/client-changes.controller.js';
import { ClientSecretsController } from './clients/client-secrets.controller.js';
import { ClientsController } from './clients/clients.controller.js';
import { CompanyNames } from './clients/company-names.js';
import { ShownOnce } from './clients/shown-once.js';
import { companyControllers } from './company/company-controllers.js';
import { CompanyVisits } from './company/visit/company-visits.js';
import { ConsoleClient } from './console-client.js';
import { ConsoleSessions } from './console-sessions.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { KnownDeliveries } from './deliveries/known-deliveries.js';
import { InProcess } from './in-process.js';
import { PasswordController } from './password/password.controller.js';
import { EditProfileController } from './profile/edit-profile.controller.js';
import { EmailController } from './profile/email.controller.js';
import { ProfileController } from './profile/profile.controller.js';
import { AuditLog } from './records/audit-log.js';
import { KnownUsers } from './records/known-users.js';
import { RecordsController } from './records/records.controller.js';
import { OwnSessions } from './sessions/own-sessions.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { ConsoleAccess } from './sign-in/console-access.js';
import { ConsoleSignIn } from './sign-in/console-sign-in.js';
import { ConsoleSignInController } from './sign-in/sign-in.controller.js';
import { ConsoleVisits } from './visit/console-visits.js';
import { MadeOnce } from './visit/made-once.js';
import { ProblemPageFilter } from './visit/problem-page.filter.js';

/**
 * The pages of those who are signed in: for everybody, for those who administer a company, and for those who
 * manage API clients.
 */
@Module({
  imports: [PeopleModule, MailModule, ClientsModule, SessionsModule, ShortLivedModule],
  controllers: [
    ConsoleSignInController,
    ProfileController,
    EditProfileController,
    EmailController,
    PasswordController,
    SessionsController,
    ClientsController,
    ClientChangesController,
    ClientSecretsController,
    DeliveriesController,
    RecordsController,
    ...companyControllers,
  ],
  providers: [
    AuditLog,
    CompanyNames,
    CompanyVisits,
    ConsoleAccess,
    ConsoleClient,
    ConsoleSessions,
    ConsoleSignIn,
    ConsoleVisits,
    InProcess,
    KnownDeliveries,
    KnownUsers,
    MadeOnce,
    OwnSessions,
    ServiceApis,
    ShownOnce,
    { provide: APP_FILTER, useClass: ProblemPageFilter },
  ],
})
export class ConsoleModule {}
