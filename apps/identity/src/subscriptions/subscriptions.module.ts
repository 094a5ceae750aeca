import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { SigningKeysModule } from '../keys/signing-keys.module.js';
import { EmailChangeModule } from '../people/email-change/email-change.module.js';
import { MailModule } from '../people/mail/mail.module.js';
import { PasswordLinksModule } from '../people/password-links/password-links.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ClientChangedSubscription } from './client-changed.js';
import { CompanyChangedSubscription } from './company-changed.js';
import { CompanyStates } from './company-states.js';
import { EmailChangeRequestedSubscription } from './email-change-requested.js';
import { KeysRotatedSubscription } from './keys-rotated.js';
import { LostAccess } from './lost-access.js';
import { MailRequests } from './mail-requests.js';
import { MissedChanges } from './missed-changes.js';
import { UserChangedSubscription } from './user-changed.js';
import { UserInvitedSubscription } from './user-invited.js';
import { UserStates } from './user-states.js';

/**
 * Every message that identity listens to: of other services, and of its own for what each process keeps in
 * memory.
 */
@Module({
  imports: [
    ClientsModule,
    EmailChangeModule,
    MailModule,
    PasswordLinksModule,
    SessionsModule,
    SigningKeysModule,
  ],
  controllers: [
    UserChangedSubscription,
    UserInvitedSubscription,
    EmailChangeRequestedSubscription,
    ClientChangedSubscription,
    CompanyChangedSubscription,
    KeysRotatedSubscription,
  ],
  providers: [CompanyStates, LostAccess, MailRequests, MissedChanges, UserStates],
})
export class SubscriptionsModule {}
