import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { SigningKeysModule } from '../keys/signing-keys.module.js';
import { PeopleModule } from '../people/people.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ShortLivedModule } from '../storage/short-lived/short-lived.module.js';
import { ThrottlingModule } from '../throttling/throttling.module.js';
import { AdapterFactory } from './adapters/adapter.factory.js';
import { ShortLivedAdapters } from './adapters/short-lived-adapters.js';
import { ProviderEvents } from './hooks/provider-events.js';
import { ProviderExtensions } from './hooks/provider-extensions.js';
import { ProviderFactory } from './provider.factory.js';
import { ProviderHolder } from './provider.holder.js';
import { CheckSessionController } from './sessions/check-session.controller.js';
import { InteractionSessions } from './sessions/interaction-sessions.js';

@Module({
  imports: [
    PeopleModule,
    ClientsModule,
    SessionsModule,
    ShortLivedModule,
    SigningKeysModule,
    ThrottlingModule,
  ],
  controllers: [CheckSessionController],
  providers: [
    AdapterFactory,
    InteractionSessions,
    ProviderEvents,
    ProviderExtensions,
    ProviderFactory,
    ProviderHolder,
    ShortLivedAdapters,
  ],
  exports: [InteractionSessions],
})
export class ProviderModule {}
