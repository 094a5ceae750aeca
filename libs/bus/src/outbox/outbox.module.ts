import { type DynamicModule, Module } from '@nestjs/common';
import { ChangePublisher } from '@safety/persistence';
import { BUS_OPTIONS, type BusOptions } from './bus-options.js';
import { Inbox } from './inbox.js';
import { Outbox } from './outbox.js';
import { OutboxMetrics } from './outbox-metrics.js';
import { OutboxRelay } from './outbox-relay.js';
import { OutboxTrimming } from './outbox-trimming.js';

/** Publishing messages in the service's own transactions. */
@Module({})
export class OutboxModule {
  /** For services whose messages belong to no company; what they consume must be safe to apply twice. */
  static for(service: BusOptions['service']): DynamicModule {
    return {
      module: OutboxModule,
      global: true,
      providers: [
        { provide: BUS_OPTIONS, useValue: { service } satisfies BusOptions },
        OutboxRelay,
        OutboxTrimming,
        OutboxMetrics,
        Outbox,
      ],
      exports: [BUS_OPTIONS, Outbox],
    };
  }

  /**
   * For services whose rows belong to companies. Their changes are published from the change record, and what
   * they consume is applied once, in a company transaction.
   */
  static forCompanies(service: BusOptions['service']): DynamicModule {
    const { providers = [], exports = [], ...module } = OutboxModule.for(service);
    return {
      ...module,
      providers: [...providers, Inbox, { provide: ChangePublisher, useExisting: Outbox }],
      exports: [...exports, Inbox, ChangePublisher],
    };
  }
}
