import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { connectRedis } from '@safety/bus';
import { InjectLogger, InjectSettings, type Logger } from '@safety/platform';
import type { Redis } from 'ioredis';
import type { IdentitySettings } from '../../config.js';

/** The service's connection to Redis for what lives for minutes; the bus has connections of its own. */
@Injectable()
export class RedisConnection implements OnApplicationShutdown {
  readonly client: Redis;

  constructor(
    @InjectSettings() settings: Pick<IdentitySettings, 'REDIS_URL'>,
    @InjectLogger() logger: Logger,
  ) {
    this.client = connectRedis(settings.REDIS_URL, logger);
  }

  onApplicationShutdown(): void {
    this.client.disconnect();
  }
}
