import { type DynamicModule, Global, Module } from '@nestjs/common';
import { OutboxModule } from '@safety/bus/outbox';
import { type Logger, Readiness, SettingsModule } from '@safety/platform';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import type { IdentitySettings } from '../config.js';
import { OwnSessions } from '../console/sessions/own-sessions.js';
import { DatabaseModule } from '../database/database.module.js';
import { RedisModule } from '../redis/redis.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SigningKeysModule } from '../signing-keys/signing-keys.module.js';

@Global()
@Module({ providers: [Readiness], exports: [Readiness] })
class ReadinessModule {}

/** The service without its endpoints: what a command needs to change what the running processes work with. */
@Module({})
export class CliModule {
  static with(settings: IdentitySettings, logger: Logger): DynamicModule {
    return {
      module: CliModule,
      imports: [
        SettingsModule.with(settings, logger),
        ReadinessModule,
        DatabaseModule,
        RedisModule,
        OutboxModule.for('identity'),
        AuditModule,
        AccountsModule,
        ClientsModule,
        SessionsModule,
        SigningKeysModule,
      ],
      providers: [OwnSessions],
    };
  }
}
