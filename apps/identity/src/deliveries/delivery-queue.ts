import type { Logger } from '@safety/platform';
import type { Database } from '../database/database.js';

const POLL_EVERY_MS = 1_000;
/** The last try is about a day after the first. */
const MAX_ATTEMPTS = 10;
/** 10 s, 30 s, 90 s ... up to six hours, each with up to half as much again so that retries do not come in waves. */
const PAUSE_SQL = 'make_interval(secs => least(21600, 10 * 3 ^ attempts) * (1 + random() / 2))';

/** Deliveries at once to a receiver that has not taken the last one, or none yet. */
const UNPROVEN_AT_ONCE = 2;
/** Part of what is under way that may be for receivers that have not taken the last one: each costs the time limit of a call. */
const FAILING_SHARE = 0.25;

export interface Delivery {
  id: string;
  /** How often it has been tried, this time included. */
  attempts: number;
  receiver: string;
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
    /** To who gets so many, no further ones are begun: a slow receiver must not hold up the others. */
    atOnceEach: number;
  };
  /** Delivers one; whatever it throws is recorded, and tried again later. */
  deliver: (job: Job) => Promise<void>;
}

/** Works off a table of deliveries, in every replica; what cannot be delivered is tried again for about a day. */
export class DeliveryQueue<Job extends Delivery> {
  private readonly underWay = new Map<Job, Promise<void>>();
  /** Whether a receiver has taken the last delivery of this process. */
  private readonly hasTakenLast = new Map<string, boolean>();
  private claiming: Promise<void> | undefined;
  private again = false;
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
  }

  /** Taken with the time of the next try already set: if this process dies now, another one goes on. */
  private claim(most: number): Promise<Job[]> {
    const { table, columns, receivers } = this.options;
    const receiver = receivers?.column ?? "''";
    return this.database.rows<Job>(
      `UPDATE ${table} SET attempts = attempts + 1, next_attempt_at = now() + ${PAUSE_SQL}
       WHERE id IN (SELECT id FROM ${table} WHERE next_attempt_at <= now() AND ${receiver} <> ALL ($2)
                    ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, attempts, ${receiver} AS receiver, ${columns}`,
      [most, this.busyReceivers()],
    );
  }

  /** Who gets as many as one receiver may, and who has failed while those who have get as many as all of them may. */
  private busyReceivers(): string[] {
    const { atOnce, receivers } = this.options;
    if (!receivers) return [];
    const counts = Map.groupBy(this.underWay.keys(), ({ receiver }) => receiver);
    const most = (receiver: string) =>
      this.hasTakenLast.get(receiver) ? receivers.atOnceEach : UNPROVEN_AT_ONCE;
    const busy = [...counts]
      .filter(([receiver, jobs]) => jobs.length >= most(receiver))
      .map(([receiver]) => receiver);
    const failing = [...this.hasTakenLast].filter(([, taken]) => !taken).map(([receiver]) => receiver);
    const toFailing = failing.reduce((sum, receiver) => sum + (counts.get(receiver)?.length ?? 0), 0);
    return toFailing >= atOnce * FAILING_SHARE ? [...busy, ...failing] : busy;
  }

  private async attempt(job: Job): Promise<void> {
    const { table, deliver } = this.options;
    try {
      await deliver(job);
      this.hasTakenLast.set(job.receiver, true);
      await this.database.change(
        `UPDATE ${table} SET delivered_at = now(), next_attempt_at = NULL, last_error = NULL WHERE id = $1`,
        [job.id],
      );
    } catch (err) {
      const { id, attempts, receiver } = job;
      this.hasTakenLast.set(receiver, false);
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
