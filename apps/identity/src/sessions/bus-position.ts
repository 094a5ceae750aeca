import { Injectable } from '@nestjs/common';
import { RedisConnection } from '../storage/redis/redis-connection.js';

const STREAM = 'bus:identity';
/** Reading from here repeats what is known already, and misses nothing. */
const BEGINNING = '0-0';

/** Where the stream of this service's messages ends at the moment. */
@Injectable()
export class BusPosition {
  constructor(private readonly redis: RedisConnection) {}

  /** The id of the newest message; the beginning while Redis is away. */
  async current(): Promise<string> {
    try {
      const [newest] = await this.redis.client.xrevrange(STREAM, '+', '-', 'COUNT', 1);
      return newest?.[0] ?? BEGINNING;
    } catch {
      return BEGINNING;
    }
  }
}
