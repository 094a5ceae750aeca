import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ShortLivedModule } from '../short-lived/short-lived.module.js';
import { SigningKeysModule } from '../signing-keys/signing-keys.module.js';
import { AdapterFactory } from './adapters/adapter.factory.js';
import { CheckSessionController } from './check-session.controller.js';
import { InteractionSessions } from './interaction-sessions.js';
import { ProviderFactory } from './provider.factory.js';
import { ProviderHolder } from './provider.holder.js';
import { ProviderEvents } from './provider-events.js';
import { ProviderExtensions } from './provider-extensions.js';

@Module({
  imports: [AccountsModule, ClientsModule, SessionsModule, ShortLivedModule, SigningKeysModule],
  controllers: [CheckSessionController],
  providers: [
    AdapterFactory,
    InteractionSessions,
    ProviderEvents,
    ProviderExtensions,
    ProviderFactory,
    ProviderHolder,
  ],
  exports: [InteractionSessions],
})
export class ProviderModule {}
