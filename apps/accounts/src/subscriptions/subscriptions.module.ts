import { Module } from '@nestjs/common';
import { AdministrationModule } from '../administration/administration.module.js';
import { ProfileModule } from '../profile/profile.module.js';
import { CompanyClientChangedSubscription } from './company-client-changed.js';
import { EmailConfirmedSubscription } from './email-confirmed.js';
import { InvitationAcceptedSubscription } from './invitation-accepted.js';
import { OrgStructureChangedSubscription } from './org-structure-changed.js';

/** Every message that accounts consumes, beside the keys of identity. */
@Module({
  imports: [AdministrationModule, ProfileModule],
  controllers: [
    CompanyClientChangedSubscription,
    EmailConfirmedSubscription,
    InvitationAcceptedSubscription,
    OrgStructureChangedSubscription,
  ],
})
export class SubscriptionsModule {}
