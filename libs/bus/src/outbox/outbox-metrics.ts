import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger, Metrics, type Reading, SETTINGS } from '@safety/platform';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { consumerGroups } from '../groups.js';
import { connectRedis } from '../redis.js';
import { tellRedis } from '../redis-metrics.js';
import type { PublishingSettings } from '../settings.js';
import { deadLettersOf, streamOf } from '../streams.js';
import { BUS_OPTIONS, type BusOptions } from './bus-options.js';
import { oldestWaiting } from './outbox-rows.js';

/**
 * Tells how far the messages of a service are: in its outbox, and at each service that reads them. The owner
 * tells it of its readers, so that one that does not run is seen too.
 */
@Injectable()
export class OutboxMetrics implements OnApplicationShutdown {
  private readonly redis: Redis | undefined;
  private readonly service: BusOptions['service'];

  constructor(
    private readonly dataSource: DataSource,
    metrics: Metrics,
    @Inject(SETTINGS) { REDIS_URL }: PublishingSettings,
    @Inject(BUS_OPTIONS) { service }: BusOptions,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.service = service;
    if (!metrics.areOn) return;
    // Of its own: those of readers wait for messages.
    this.redis = connectRedis(REDIS_URL, logger);
    tellRedis(metrics, this.redis);
    this.tellOutbox(metrics);
    this.tellReaders(metrics);
    // count is read: shown to operators
    metrics.gauge('bus.dead.letters', { help: 'Messages that this service has set aside.' }, () =>
      this.ifConnected(async (redis) => [{ value: await redis.xlen(deadLettersOf(service)) }]),
    );
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  private tellOutbox(metrics: Metrics): void {
    metrics.gauge('bus.outbox.waiting', { help: 'Messages that are not published yet.' }, async () => [
      { value: (await oldestWaiting(this.dataSource)).messages },
    ]);
    metrics.gauge(
      'bus.outbox.oldest.age',
      { unit: 'seconds', help: 'Age of the oldest message that is not published yet; 0 for none.' },
      async () => [{ value: (await oldestWaiting(this.dataSource)).ageSeconds }],
    );
  }

  private tellReaders(metrics: Metrics): void {
    const tell = (name: string, help: string, of: 'waiting' | 'pending') =>
      metrics.gauge(name, { help }, () =>
        this.ifConnected(async (redis) =>
          (await consumerGroups(redis, streamOf({ owner: this.service }))).flatMap((group) => {
            const value = group[of];
            return value === null ? [] : [{ value, labels: { reader: group.name } }];
          }),
        ),
      );
    tell('bus.reader.waiting', 'Messages of this service that a reader has not taken yet.', 'waiting');
    tell(
      'bus.reader.pending',
      'Messages of this service that a reader has taken and not applied.',
      'pending',
    );
  }

  private ifConnected(read: (redis: Redis) => Promise<Reading[]>): Promise<Reading[]> {
    return this.redis?.status === 'ready' ? read(this.redis) : Promise.resolve([]);
  }
}
