import { Module } from '@nestjs/common';
import { OutboxModule } from '@safety/bus/outbox';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { KnownDeliveries } from '../console/deliveries/known-deliveries.js';
import { OwnSessions } from '../console/sessions/own-sessions.js';
import { DatabaseModule } from '../database/database.module.js';
import { RedisModule } from '../redis/redis.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SigningKeysModule } from '../signing-keys/signing-keys.module.js';

/** The service without its endpoints: what a command needs to change what the running processes work with. */
@Module({
  imports: [
    DatabaseModule,
    RedisModule,
    OutboxModule.for('identity'),
    AuditModule,
    AccountsModule,
    ClientsModule,
    SessionsModule,
    SigningKeysModule,
  ],
  providers: [KnownDeliveries, OwnSessions],
})
export class CliModule {}
