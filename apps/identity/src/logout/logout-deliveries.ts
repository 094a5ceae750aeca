import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectLogger, type Logger } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { Database, type Transaction } from '../database/database.js';
import { LogoutCall } from './logout-call.js';

const POLL_EVERY_MS = 1_000;
/** Calls under way in one process: one slow client must not hold up the others. */
const AT_ONCE = 50;
/** The last try is about a day after the first. */
const MAX_ATTEMPTS = 10;
/** 10 s, 30 s, 90 s ... up to six hours, each with up to half as much again so that retries do not come in waves. */
const PAUSE_SQL = 'make_interval(secs => least(21600, 10 * 3 ^ attempts) * (1 + random() / 2))';

interface Delivery {
  id: string;
  sid: string;
  clientId: string;
  logoutUri: string;
  attempts: number;
}

/** Tells clients that a session has ended: a durable queue in PostgreSQL, worked off by every replica. */
@Injectable()
export class LogoutDeliveries implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly underWay = new Set<Promise<void>>();
  private claiming: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly call: LogoutCall,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.nudge(), POLL_EVERY_MS);
    this.nudge();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.claiming;
    await Promise.all(this.underWay);
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
    transaction.afterCommit.push(() => this.nudge());
  }

  /** Sends now what is due. Never throws: what cannot be sent stays for the next time. */
  private nudge(): void {
    this.claiming ??= this.sendDue()
      .catch((err: unknown) => this.logger.debug({ err }, 'logout calls wait'))
      .finally(() => {
        this.claiming = undefined;
      });
  }

  private async sendDue(): Promise<void> {
    for (const delivery of await this.claim(AT_ONCE - this.underWay.size)) {
      const sending = this.send(delivery).catch((err: unknown) =>
        this.logger.warn({ err }, 'a logout call was not recorded'),
      );
      this.underWay.add(sending);
      void sending.finally(() => this.underWay.delete(sending));
    }
  }

  /** Taken with the time of the next try already set: if this process dies now, another one goes on. */
  private claim(most: number): Promise<Delivery[]> {
    return this.database.rows<Delivery>(
      `UPDATE logout_deliveries SET attempts = attempts + 1, next_attempt_at = now() + ${PAUSE_SQL}
       WHERE id IN (SELECT id FROM logout_deliveries WHERE next_attempt_at <= now()
                    ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, sid, client_id AS "clientId", logout_uri AS "logoutUri", attempts`,
      [Math.max(0, most)],
    );
  }

  private async send({ id, sid, clientId, logoutUri, attempts }: Delivery): Promise<void> {
    try {
      await this.call.send(logoutUri, sid);
      await this.database.change(
        'UPDATE logout_deliveries SET delivered_at = now(), next_attempt_at = NULL, last_error = NULL WHERE id = $1',
        [id],
      );
    } catch (err) {
      const givenUp = attempts >= MAX_ATTEMPTS;
      this.logger.warn({ err, clientId, attempts, givenUp }, 'a logout call failed');
      await this.database.change(
        `UPDATE logout_deliveries SET last_error = $2, next_attempt_at = CASE WHEN $3 THEN NULL ELSE next_attempt_at END
         WHERE id = $1`,
        [id, (err as Error).message.slice(0, 500), givenUp],
      );
    }
  }
}
