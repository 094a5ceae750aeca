import { connectionAgeMs } from '@safety/auth-guard';
import { Client } from 'undici';

/**
 * A connection that its pool replaces once it is some seconds old. The pool compares `ttl`, which is when the
 * client connected, with the clock, for each busy connection that it passes on its way to a free one. This
 * one is of no time until it is old, and of long ago from then on, so no request reads the clock for it.
 */
export class AgingClient extends Client {
  /** For the pool: milliseconds, far less than since 1970. */
  static readonly TTL = 1;

  private isOld = false;
  private aging: NodeJS.Timeout | undefined;

  get ttl(): number {
    return this.isOld ? 1 : 0;
  }

  /** Of the pool, at each connect. */
  set ttl(_connectedAt: number) {
    this.isOld = false;
    clearTimeout(this.aging);
    this.aging = setTimeout(() => {
      this.isOld = true;
    }, connectionAgeMs()).unref();
  }
}
