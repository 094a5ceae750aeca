import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectLogger, type Logger } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { Database, type Transaction } from '../database/database.js';
import { type Delivery, DeliveryQueue } from '../deliveries/delivery-queue.js';
import { LogoutCall } from './logout-call.js';

interface LogoutDelivery extends Delivery {
  sid: string;
  logoutUri: string;
}

/** Tells clients that a session has ended: a durable queue in PostgreSQL, worked off by every replica. */
@Injectable()
export class LogoutDeliveries implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly queue: DeliveryQueue<LogoutDelivery>;

  constructor(database: Database, call: LogoutCall, @InjectLogger() logger: Logger) {
    this.queue = new DeliveryQueue(database, logger, {
      table: 'logout_deliveries',
      columns: 'sid, logout_uri AS "logoutUri"',
      atOnce: 50,
      deliver: ({ logoutUri, sid }) => call.send(logoutUri, sid),
    });
  }

  onApplicationBootstrap(): void {
    this.queue.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.queue.stop();
  }

  /** Adds one delivery for each of these clients that has a Logout Uri; sent as soon as the transaction has committed. */
  async schedule(transaction: Transaction, sid: string, clientIds: string[]): Promise<void> {
    const { rows } = await transaction.client.query<{ id: string; logoutUri: string }>(
      'SELECT id, logout_uri AS "logoutUri" FROM clients WHERE id = ANY($1) AND logout_uri IS NOT NULL',
      [clientIds],
    );
    for (const { id, logoutUri } of rows) {
      await transaction.client.query(
        'INSERT INTO logout_deliveries (id, sid, client_id, logout_uri) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
        [newId(), sid, id, logoutUri],
      );
    }
    transaction.afterCommit.push(() => this.queue.nudge());
  }
}
