import { Module } from '@nestjs/common';
import { AuthGuardModule, MembershipsChangedSubscription } from '@safety/auth-guard';
import { AccessModule } from '../access/access.module.js';
import { SessionEndedSubscription } from './session-ended.js';
import { TokensRevokedSubscription } from './tokens-revoked.js';

/** Every message that the gateway consumes, each of them in every replica. */
@Module({
  imports: [AuthGuardModule, AccessModule],
  controllers: [MembershipsChangedSubscription, SessionEndedSubscription, TokensRevokedSubscription],
})
export class SubscriptionsModule {}
