import { Module } from '@nestjs/common';
import { LogoutModule } from '../logout/logout.module.js';
import { BusPosition } from './bus-position.js';
import { Grants } from './grants.js';
import { RevocationsController } from './revocations.controller.js';
import { Revocations } from './revocations.js';
import { SessionEnding } from './session-ending.js';

@Module({
  imports: [LogoutModule],
  controllers: [RevocationsController],
  providers: [BusPosition, Grants, Revocations, SessionEnding],
  exports: [Grants, Revocations, SessionEnding],
})
export class SessionsModule {}
