import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EventContract } from '@safety/contracts';
import { LOGGER, type Logger, SETTINGS } from '@safety/platform';
import type { Redis } from 'ioredis';
import { DataSource, type EntityManager } from 'typeorm';
import { connectRedis } from '../redis.js';
import type { BusSettings } from '../settings.js';
import { ENVELOPE_FIELD, STREAM_LENGTH, streamOf } from '../streams.js';
import { BUS_OPTIONS, type BusOptions } from './bus-options.js';

const POLL_EVERY_MS = 1_000;
const BATCH = 200;
/** One relay at a time for each database, whichever replica it runs in: that keeps the order. */
const RELAY_LOCK = 7_311_002;
const KEEP_PUBLISHED = '7 days';
const REMOVE_EVERY_MS = 60 * 60 * 1000;

interface WaitingRow {
  id: string;
  envelope: unknown;
  /** Where it goes, when not into the stream of the service. */
  stream: EventContract['stream'] | null;
}

/** Publishes what waits in the outbox, in order and at least once; while Redis is away it waits on. */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly service: BusOptions['service'];
  private timers: NodeJS.Timeout[] = [];
  private running: Promise<void> | undefined;
  private again = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) settings: BusSettings,
    @Inject(BUS_OPTIONS) { service }: BusOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.redis = connectRedis(settings.REDIS_URL, logger);
    this.service = service;
  }

  onApplicationBootstrap(): void {
    this.timers = [
      setInterval(() => this.nudge(), POLL_EVERY_MS),
      setInterval(
        () => void this.removeOld().catch((err) => this.logger.warn({ err }, 'old facts stay')),
        REMOVE_EVERY_MS,
      ),
    ];
    this.nudge();
  }

  async onApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.running;
    this.redis.disconnect();
  }

  /** Publishes now what waits. Never throws: what cannot be published stays for the next time. */
  nudge(): void {
    this.again = true;
    this.running ??= this.drain();
  }

  private async drain(): Promise<void> {
    while (this.again) {
      this.again = false;
      try {
        if ((await this.publishBatch()) === BATCH) this.again = true;
      } catch (err) {
        this.logger.debug({ err }, 'the outbox waits');
      }
    }
    // In the same step as the last look at `again`: between the two a nudge would be lost until the next poll.
    this.running = undefined;
  }

  private publishBatch(): Promise<number> {
    if (this.redis.status !== 'ready') return Promise.resolve(0);
    return this.dataSource.transaction(async (manager) => {
      const [lock] = await manager.query('SELECT pg_try_advisory_xact_lock($1) AS held', [RELAY_LOCK]);
      if (!lock.held) return 0;
      const rows = await waiting(manager);
      if (rows.length === 0) return 0;
      await this.append(rows);
      await finish(manager, rows);
      return rows.length;
    });
  }

  private async append(rows: WaitingRow[]): Promise<void> {
    const pipeline = this.redis.pipeline();
    for (const { envelope, stream } of rows) {
      const name = streamOf({ owner: this.service, ...(stream && { stream }) });
      const length = stream?.length ?? STREAM_LENGTH;
      pipeline.xadd(name, 'MAXLEN', '~', length, '*', ENVELOPE_FIELD, JSON.stringify(envelope));
    }
    const outcomes = await pipeline.exec();
    const failure = outcomes?.find(([error]) => error)?.[0];
    if (!outcomes || failure) throw failure ?? new Error('Redis took no answer');
  }

  private async removeOld(): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM outbox WHERE published_at < now() - interval '${KEEP_PUBLISHED}'`,
    );
  }
}

const waiting = (manager: EntityManager): Promise<WaitingRow[]> =>
  manager.query(
    `SELECT id, envelope - 'stream' AS envelope, envelope -> 'stream' AS stream
     FROM outbox WHERE published_at IS NULL ORDER BY id LIMIT ${BATCH}`,
  );

/** What has a stream of its own is too many to keep here as well; its owner keeps it elsewhere. */
async function finish(manager: EntityManager, rows: WaitingRow[]): Promise<void> {
  const ids = (kept: boolean) => rows.filter(({ stream }) => (stream === null) === kept).map(({ id }) => id);
  await manager.query('UPDATE outbox SET published_at = now() WHERE id = ANY($1)', [ids(true)]);
  await manager.query('DELETE FROM outbox WHERE id = ANY($1)', [ids(false)]);
}
