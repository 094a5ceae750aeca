import type { Metrics } from '@safety/platform';
import type { Redis } from 'ioredis';

/** Tells whether the process reaches Redis, by a connection that it keeps. Once for each service. */
export function tellRedis(metrics: Metrics, redis: Redis): void {
  metrics.gauge('bus.redis.up', { help: 'Whether this process reaches Redis.' }, () => [
    { value: redis.status === 'ready' ? 1 : 0 },
  ]);
}
