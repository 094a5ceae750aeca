import type { Logger } from '@safety/platform';
import type { Database } from '../database/database.js';

const POLL_EVERY_MS = 1_000;
/** The last try is about a day after the first. */
const MAX_ATTEMPTS = 10;
/** 10 s, 30 s, 90 s ... up to six hours, each with up to half as much again so that retries do not come in waves. */
const PAUSE_SQL = 'make_interval(secs => least(21600, 10 * 3 ^ attempts) * (1 + random() / 2))';

export interface Delivery {
  id: string;
  /** How often it has been tried, this time included. */
  attempts: number;
}

export interface DeliveryQueueOptions<Job extends Delivery> {
  /** Has the columns id, attempts, next_attempt_at (null once delivered or given up), delivered_at and last_error. */
  table: string;
  /** What a job needs beside `id` and `attempts`, as a select list. */
  columns: string;
  /** Deliveries under way in one process: one slow receiver must not hold up the others. */
  atOnce: number;
  /** Delivers one; whatever it throws is recorded, and tried again later. */
  deliver: (job: Job) => Promise<void>;
}

/** Works off a table of deliveries, in every replica; what cannot be delivered is tried again for about a day. */
export class DeliveryQueue<Job extends Delivery> {
  private readonly underWay = new Set<Promise<void>>();
  private claiming: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
    private readonly options: DeliveryQueueOptions<Job>,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.nudge(), POLL_EVERY_MS);
    this.nudge();
  }

  /** Resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.claiming;
    await Promise.all(this.underWay);
  }

  /** Delivers now what is due. Never throws: what cannot be delivered stays for the next time. */
  nudge(): void {
    this.claiming ??= this.deliverDue()
      .catch((err: unknown) => this.logger.debug({ err, table: this.options.table }, 'deliveries wait'))
      .finally(() => {
        this.claiming = undefined;
      });
  }

  private async deliverDue(): Promise<void> {
    for (const job of await this.claim(this.options.atOnce - this.underWay.size)) {
      const delivering = this.attempt(job).catch((err: unknown) =>
        this.logger.warn({ err, table: this.options.table }, 'a delivery was not recorded'),
      );
      this.underWay.add(delivering);
      void delivering.finally(() => this.underWay.delete(delivering));
    }
  }

  /** Taken with the time of the next try already set: if this process dies now, another one goes on. */
  private claim(most: number): Promise<Job[]> {
    const { table, columns } = this.options;
    return this.database.rows<Job>(
      `UPDATE ${table} SET attempts = attempts + 1, next_attempt_at = now() + ${PAUSE_SQL}
       WHERE id IN (SELECT id FROM ${table} WHERE next_attempt_at <= now()
                    ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, attempts, ${columns}`,
      [Math.max(0, most)],
    );
  }

  private async attempt(job: Job): Promise<void> {
    const { table, deliver } = this.options;
    try {
      await deliver(job);
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
}
