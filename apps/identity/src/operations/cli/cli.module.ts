import { Module } from '@nestjs/common';
import { OutboxModule } from '@safety/bus/outbox';
import { AuditModule } from '../../audit/audit.module.js';
import { ClientsModule } from '../../clients/clients.module.js';
import { KnownDeliveries } from '../../console/deliveries/known-deliveries.js';
import { AuditLog } from '../../console/records/audit-log.js';
import { OwnSessions } from '../../console/sessions/own-sessions.js';
import { SigningKeysModule } from '../../keys/signing-keys.module.js';
import { FailedMails } from '../../people/mail/failed-mails.js';
import { PeopleModule } from '../../people/people.module.js';
import { SessionsModule } from '../../sessions/sessions.module.js';
import { DatabaseModule } from '../../storage/database/database.module.js';
import { RedisModule } from '../../storage/redis/redis.module.js';

/** The service without its endpoints: what a command needs to change what the running processes work with. */
@Module({
  imports: [
    DatabaseModule,
    RedisModule,
    OutboxModule.for('identity'),
    AuditModule,
    PeopleModule,
    ClientsModule,
    SessionsModule,
    SigningKeysModule,
  ],
  providers: [AuditLog, FailedMails, KnownDeliveries, OwnSessions],
})
export class CliModule {}
