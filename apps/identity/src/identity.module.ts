import { Module } from '@nestjs/common';
import { OutboxModule } from '@safety/bus/outbox';
import { AuditModule } from './audit/audit.module.js';
import { ConsoleModule } from './console/console.module.js';
import { IdentityTokenValidationModule } from './identity-token-validation/identity-token-validation.module.js';
import { LogoutModule } from './logout/logout.module.js';
import { IdentityMetrics } from './metrics/identity-metrics.js';
import { MailModule } from './people/mail/mail.module.js';
import { ProviderModule } from './provider/provider.module.js';
import { InteractionsModule } from './sign-in/interactions.module.js';
import { DatabaseModule } from './storage/database/database.module.js';
import { RedisModule } from './storage/redis/redis.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

/** The identity provider: the protocol, the pages around it, and what it hears from other services. */
@Module({
  imports: [
    DatabaseModule,
    RedisModule,
    OutboxModule.for('identity'),
    AuditModule,
    ProviderModule,
    InteractionsModule,
    ConsoleModule,
    IdentityTokenValidationModule,
    SubscriptionsModule,
    LogoutModule,
    MailModule,
  ],
  providers: [IdentityMetrics],
})
export class IdentityModule {}
