import { Module } from '@nestjs/common';
import { SigningKeysModule } from '../keys/signing-keys.module.js';
import { LogoutModule } from '../logout/logout.module.js';
import { AccessTokens } from './access-tokens.js';
import { ExpiredSessions } from './expired-sessions.js';
import { GrantEnding } from './grant-ending.js';
import { Grants } from './grants.js';
import { RevocationPages } from './revocation-pages.js';
import { RevocationsController } from './revocations.controller.js';
import { Revocations } from './revocations.js';
import { SessionEnding } from './session-ending.js';
import { SessionLimits } from './session-limits.js';

@Module({
  imports: [LogoutModule, SigningKeysModule],
  controllers: [RevocationsController],
  providers: [
    AccessTokens,
    ExpiredSessions,
    Grants,
    RevocationPages,
    Revocations,
    GrantEnding,
    SessionEnding,
    SessionLimits,
  ],
  exports: [AccessTokens, GrantEnding, Grants, Revocations, SessionEnding, SessionLimits],
})
export class SessionsModule {}
