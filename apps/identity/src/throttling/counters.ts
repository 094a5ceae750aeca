import { Injectable } from '@nestjs/common';
import { InjectLogger, type Logger } from '@safety/platform';
import type { Count, CounterStore } from './counter-store.js';
import { PostgresCounters } from './postgres-counters.js';
import { RedisCounters } from './redis-counters.js';

/**
 * Redis while it is there, PostgreSQL while it is not: without Redis, nobody may guess without limit. A window that was
 * open when Redis went or came starts anew, so that an attacker has at most one more.
 */
@Injectable()
export class Counters implements CounterStore {
  constructor(
    private readonly redis: RedisCounters,
    private readonly postgres: PostgresCounters,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  read(key: string): Promise<Count> {
    return this.either((store) => store.read(key));
  }

  add(key: string, windowSeconds: number): Promise<void> {
    return this.either((store) => store.add(key, windowSeconds));
  }

  clear(key: string): Promise<void> {
    return this.either((store) => store.clear(key));
  }

  /** In both: what was counted while Redis was away is in the database. */
  async clearAll(prefix: string): Promise<void> {
    await this.postgres.clearAll(prefix);
    await this.redis
      .clearAll(prefix)
      .catch((err: unknown) => this.logger.debug({ err }, 'redis is away: its counters go on'));
  }

  private async either<Result>(work: (store: CounterStore) => Promise<Result>): Promise<Result> {
    try {
      return await work(this.redis);
    } catch (err) {
      this.logger.debug({ err }, 'redis is away: counting in the database');
      return work(this.postgres);
    }
  }
}
