import { Module } from '@nestjs/common';
import { OrgStructureChangedSubscription } from './org-structure-changed.js';

/** Every message that accounts consumes, beside the keys of identity. */
@Module({ controllers: [OrgStructureChangedSubscription] })
export class SubscriptionsModule {}
