import { Module } from '@nestjs/common';
import { SigningKeysModule } from '../keys/signing-keys.module.js';
import { LogoutCall } from './logout-call.js';
import { LogoutDeliveries } from './logout-deliveries.js';
import { LogoutTokens } from './logout-token.js';

@Module({
  imports: [SigningKeysModule],
  providers: [LogoutCall, LogoutDeliveries, LogoutTokens],
  exports: [LogoutDeliveries],
})
export class LogoutModule {}
