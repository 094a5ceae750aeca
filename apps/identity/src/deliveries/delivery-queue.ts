import type { Logger } from '@safety/platform';
import type { Database } from '../storage/database/database.js';
import { type Destination, FairPlaces, UNPROVEN_AT_ONCE } from './fair-places.js';

const POLL_EVERY_MS = 1_000;
/** The last try is about a day after the first. */
const MAX_ATTEMPTS = 10;
/** 10 s, 30 s, 90 s ... up to six hours, each with up to half as much again so that retries do not come in waves. */
const PAUSE_SQL = 'make_interval(secs => least(21600, 10 * 3 ^ attempts) * (1 + random() / 2))';

export interface Delivery extends Destination {
  id: string;
  /** How often it has been tried, this time included. */
  attempts: number;
}

export interface DeliveryQueueOptions<Job extends Delivery> {
  /** Has the columns id, attempts, next_attempt_at (null once delivered or given up), delivered_at and last_error. */
  table: string;
  /** What a job needs beside the members of `Delivery`, as a select list. */
  columns: string;
  /** Deliveries under way in one process. */
  atOnce: number;
  /** Without it all go to one, who may get as many as there may be. */
  receivers?: {
    /** SQL of who gets it. */
    column: string;
    /** SQL of whose receiver that is: owners get places alike, whatever number of receivers each has. */
    owner: string;
    /** Deliveries under way to one receiver. */
    atOnceEach: number;
  };
  /** Delivers one; whatever it throws is recorded, and tried again later. */
  deliver: (job: Job) => Promise<void>;
}

/** Works off a table of deliveries, in every replica; what cannot be delivered is tried again for about a day. */
export class DeliveryQueue<Job extends Delivery> {
  private readonly underWay = new Map<Job, Promise<void>>();
  private readonly places: FairPlaces | undefined;
  private claiming: Promise<void> | undefined;
  private again = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
    private readonly options: DeliveryQueueOptions<Job>,
  ) {
    const { atOnce, receivers } = options;
    this.places = receivers && new FairPlaces({ atOnce, atOnceEach: receivers.atOnceEach });
  }

  start(): void {
    this.timer = setInterval(() => this.nudge(), POLL_EVERY_MS);
    this.nudge();
  }

  /** Resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.claiming;
    await Promise.all(this.underWay.values());
  }

  /** Delivers now what is due. Never throws: what cannot be delivered stays for the next time. */
  nudge(): void {
    this.again = true;
    this.claiming ??= this.deliverDue();
  }

  private async deliverDue(): Promise<void> {
    while (this.again) {
      this.again = false;
      try {
        if (await this.beginDue()) this.again = true;
      } catch (err) {
        this.logger.debug({ err, table: this.options.table }, 'deliveries wait');
      }
    }
    // In the same step as the last look at `again`: between the two a nudge would be lost until the next poll.
    this.claiming = undefined;
  }

  /** In steps, so that none of them takes more to one receiver than it may get. Resolves with whether more may be due. */
  private async beginDue(): Promise<boolean> {
    const { atOnce, receivers } = this.options;
    const most = Math.min(atOnce - this.underWay.size, receivers ? UNPROVEN_AT_ONCE : atOnce);
    if (most === 0) return false;
    const jobs = await this.claim(most);
    for (const job of jobs) this.begin(job);
    return jobs.length === most;
  }

  private begin(job: Job): void {
    const { table, atOnce, receivers } = this.options;
    const delivering = this.attempt(job)
      .catch((err: unknown) => this.logger.warn({ err, table }, 'a delivery was not recorded'))
      .finally(() => {
        const othersMayWait = receivers !== undefined || this.underWay.size === atOnce;
        this.underWay.delete(job);
        if (othersMayWait && this.timer !== undefined) this.nudge();
      });
    this.underWay.set(job, delivering);
    this.places?.take(job);
  }

  /** Taken with the time of the next try already set: if this process dies now, another one goes on. */
  private claim(most: number): Promise<Job[]> {
    const { table, columns, receivers } = this.options;
    const [receiver, owner] = [receivers?.column ?? "''", receivers?.owner ?? "''"];
    const full = this.places?.waiting() ?? { receivers: [], owners: [] };
    return this.database.rows<Job>(
      `UPDATE ${table} SET attempts = attempts + 1, next_attempt_at = now() + ${PAUSE_SQL}
       WHERE id IN (SELECT id FROM ${table} WHERE next_attempt_at <= now()
                      AND ${receiver} <> ALL ($2) AND ${owner} <> ALL ($3)
                    ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, attempts, ${receiver} AS receiver, ${owner} AS owner, ${columns}`,
      [most, full.receivers, full.owners],
    );
  }

  private async attempt(job: Job): Promise<void> {
    const { table } = this.options;
    try {
      await this.deliver(job);
      await this.database.change(
        `UPDATE ${table} SET delivered_at = now(), next_attempt_at = NULL, last_error = NULL WHERE id = $1`,
        [job.id],
      );
    } catch (err) {
      const { id, attempts } = job;
      const givenUp = attempts >= MAX_ATTEMPTS;
      this.logger.warn({ err, table, delivery: id, attempts, givenUp }, 'a delivery failed');
      await this.database.change(
        `UPDATE ${table} SET last_error = $2, next_attempt_at = CASE WHEN $3 THEN NULL ELSE next_attempt_at END
         WHERE id = $1`,
        [id, (err as Error).message.slice(0, 500), givenUp],
      );
    }
  }

  /** The place is free again once the receiver has answered. */
  private async deliver(job: Job): Promise<void> {
    const startedAt = performance.now();
    let taken = false;
    try {
      await this.options.deliver(job);
      taken = true;
    } finally {
      this.places?.giveBack(job, { taken, tookMs: performance.now() - startedAt });
    }
  }
}
