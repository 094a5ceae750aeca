import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ShortLivedModule } from '../short-lived/short-lived.module.js';
import { ConsoleClient } from './console-client.js';
import { ConsoleSessions } from './console-sessions.js';
import { InProcess } from './in-process.js';
import { ProfileController } from './profile/profile.controller.js';
import { OwnSessions } from './sessions/own-sessions.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { ConsoleSignIn } from './sign-in/console-sign-in.js';
import { ConsoleSignInController } from './sign-in/sign-in.controller.js';

/** The pages of those who are signed in: for everybody, and for those who manage API clients. */
@Module({
  imports: [AccountsModule, ClientsModule, SessionsModule, ShortLivedModule],
  controllers: [ConsoleSignInController, ProfileController, SessionsController],
  providers: [ConsoleClient, ConsoleSessions, ConsoleSignIn, InProcess, OwnSessions],
})
export class ConsoleModule {}
