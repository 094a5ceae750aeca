import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../storage/database/database.js';
import type { ApiClient } from './client.js';
import { clientColumns, secretDigests } from './client-row.js';
import { isNotSuspended } from './company-status.js';

/**
 * How long a change can go unnoticed while the bus is unavailable. It is shorter than every revocation
 * reaches: what a process issues by an older state is refused.
 */
const CACHE_MS = 500;
const MAX_CACHED = 10_000;
/** We choose the ids: anything else cannot exist, and need not be looked up. */
export const CLIENT_ID = /^[\w.~-]{1,100}$/;

/** The registered clients that may ask for something, kept in memory until one of them changes. */
@Injectable()
export class Clients {
  private readonly cache = new LRUCache<string, ApiClient>({ max: MAX_CACHED, ttl: CACHE_MS });
  /** Raised by every change: what was read before it is not kept. */
  private changes = 0;

  constructor(private readonly database: Database) {}

  /** The client with this id, unless it is disabled or its company suspended. */
  async find(id: string): Promise<ApiClient | undefined> {
    const cached = this.cache.get(id);
    if (cached) return cached;
    if (!CLIENT_ID.test(id)) return undefined;
    const { changes } = this;
    const [client] = await this.database.rows<ApiClient>(
      `SELECT ${clientColumns}, grant_epoch AS "grantEpoch", ${secretDigests} FROM clients
       WHERE id = $1 AND disabled_at IS NULL AND ${isNotSuspended('clients.company_id')}`,
      [id],
    );
    if (client && changes === this.changes) this.cache.set(id, client);
    return client;
  }

  /** Whether there is a client with this id, whatever it may ask for. */
  async exists(id: string): Promise<boolean> {
    if (!CLIENT_ID.test(id)) return false;
    return (await this.database.rows('SELECT FROM clients WHERE id = $1', [id])).length > 0;
  }

  /** Forgets what is known about a client, since it has changed. */
  forget(id: string): void {
    this.changes++;
    this.cache.delete(id);
  }
}
