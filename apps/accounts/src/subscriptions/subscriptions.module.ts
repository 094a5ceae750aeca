import { Module } from '@nestjs/common';
import { AdministrationModule } from '../administration/administration.module.js';
import { CompanyClientChangedSubscription } from './company-client-changed.js';
import { InvitationAcceptedSubscription } from './invitation-accepted.js';
import { OrgStructureChangedSubscription } from './org-structure-changed.js';

/** Every message that accounts consumes, beside the keys of identity. */
@Module({
  imports: [AdministrationModule],
  controllers: [
    CompanyClientChangedSubscription,
    InvitationAcceptedSubscription,
    OrgStructureChangedSubscription,
  ],
})
export class SubscriptionsModule {}
