import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, toProblemError, WorkQueue, waitAtMost, withText } from '@safety/platform';
import type { Delivery, DeliveryDatabase, DeliveryQueueOptions, PermanentFailure } from './delivery.js';
import { FairSlots, UNPROVEN_CONCURRENCY } from './fair-slots.js';

const POLL_EVERY_MS = 1_000;
/** The last try is about a day after the first. */
const MAX_ATTEMPTS = 10;
/** A database that restarts is back by then. */
const RECORD_WITHIN_MS = 8_000;
/** With the last connection that is tried: no process begins the delivery again before that. */
const RECORD_SECONDS = 12;
const RECORD_AGAIN_MS = 200;
/** The longest call ends by then. A mail may take longer, and a process that does not end is killed. */
const STOP_WITHIN_MS = 12_000;
/**
 * 10 s, 30 s, 90 s ... up to six hours, each with up to half as much again so that retries come in no waves.
 * A delivery may be asked for again beyond all tries: a power of that many would be no number any more.
 */
const pauseSql = (failed: string): string =>
  `make_interval(secs => least(21600, 10 * 3 ^ least(${failed}, ${MAX_ATTEMPTS})) * (1 + random() / 2))`;

/**
 * Works off a table of deliveries, in every replica. A delivery that fails is tried again for about a day.
 *
 * 1. A transaction adds rows to the table and wakes the queue after its commit.
 * 2. `claim` takes due rows, as many as `FairSlots` leaves to their receivers and owners.
 * 3. `attempt` delivers one, and records the success, or the error and the time of the next try.
 *
 * A delivery is made twice only where its process ends before it has recorded the success, since it crashed
 * or the receiver took longer than a stop waits, or where the database stays away.
 */
export class DeliveryQueue<Job extends Delivery> extends WorkQueue {
  private readonly underWay = new Map<Job, Promise<void>>();
  private readonly slots: FairSlots | undefined;
  private isRunning = false;
  private isDatabaseAway = false;
  /** A stop counts its wait from then: from the shutdown, or from a delivery that was being claimed. */
  private waitsFrom = 0;
  /** Deliveries that failed for the last time in this process. */
  givenUp = 0;

  constructor(
    private readonly database: DeliveryDatabase,
    logger: Logger,
    private readonly queue: DeliveryQueueOptions<Job>,
  ) {
    const { table, concurrency, receivers, tracing } = queue;
    super(logger, { name: `deliveries: ${table}`, everyMs: POLL_EVERY_MS, ...(tracing && { tracing }) });
    this.slots = receivers && new FairSlots({ concurrency, concurrencyEach: receivers.concurrencyEach });
  }

  async start(): Promise<void> {
    this.isRunning = true;
    await this.onApplicationBootstrap();
    this.wake();
  }

  /** Begins no more deliveries; those under way go on. */
  override async beforeApplicationShutdown(): Promise<void> {
    if (this.isRunning) this.waitsFrom = performance.now();
    this.isRunning = false;
    await super.beforeApplicationShutdown();
  }

  /** Resolves when nothing is under way any more, or so long after the last delivery could begin. */
  async stop(withinMs = STOP_WITHIN_MS): Promise<void> {
    await this.beforeApplicationShutdown();
    await waitAtMost(this.waitsFrom + withinMs - performance.now(), Promise.all(this.underWay.values()));
  }

  /** Delivers now what is due, while it runs. Never throws: all else stays for the next time. */
  override wake(): void {
    if (this.isRunning) super.wake();
  }

  protected async workOnSome(): Promise<boolean> {
    try {
      return await this.beginDue();
    } catch (err) {
      this.notClaimed(err);
      return false;
    }
  }

  /** Says once that the database is unavailable, since the queue asks it each second. */
  private notClaimed(err: unknown): void {
    const { table } = this.queue;
    if (toProblemError(err).code !== 'unavailable') {
      this.logger.error({ err, table }, 'deliveries: none could be claimed');
    } else if (!this.isDatabaseAway) {
      this.isDatabaseAway = true;
      this.logger.warn({ err, table }, 'deliveries: the database is unavailable');
    }
  }

  private claimed(): void {
    const { table } = this.queue;
    if (this.isDatabaseAway) this.logger.warn({ table }, 'deliveries: the database is available again');
    this.isDatabaseAway = false;
  }

  /**
   * In steps, so that none takes more to one receiver than it may get. Resolves with whether more may be due.
   */
  private async beginDue(): Promise<boolean> {
    const { concurrency, receivers } = this.queue;
    const most = Math.min(concurrency - this.underWay.size, receivers ? UNPROVEN_CONCURRENCY : concurrency);
    if (most === 0) return false;
    const jobs = await this.claim(most);
    for (const job of jobs) this.begin(job);
    return jobs.length === most;
  }

  private begin(job: Job): void {
    const { table, concurrency, receivers } = this.queue;
    const delivering = this.tracing
      .run(`deliver ${table}`, { kind: 'internal' }, {}, () => this.attempt(job))
      .catch((err: unknown) => this.logger.warn({ err, table }, 'deliveries: an outcome was not recorded'))
      .finally(() => {
        const othersMayWait = receivers !== undefined || this.underWay.size === concurrency;
        this.underWay.delete(job);
        if (othersMayWait) this.wake();
      });
    this.underWay.set(job, delivering);
    this.waitsFrom = performance.now();
    this.slots?.take(job);
  }

  /** The time of the next try is set with the claim: if this process dies now, another one goes on. */
  private async claim(most: number): Promise<Job[]> {
    const { table, columns, receivers, longest = 10 } = this.queue;
    const [receiver, owner] = [receivers?.column ?? "''", receivers?.owner ?? "''"];
    const full = this.slots?.atLimit() ?? { receivers: [], owners: [] };
    // An array is made once: PostgreSQL may look for rows of a subquery anew for each row of the table.
    // around visible: rows of a queue, which no caller sees
    const jobs = await this.database.rows(
      `UPDATE ${table} SET attempts = attempts + 1, next_attempt_at = now() + greatest(make_interval(secs => $4), ${pauseSql('attempts')})
       WHERE id = ANY (ARRAY(SELECT id FROM ${table} WHERE next_attempt_at <= now()
                      AND ${receiver} <> ALL ($2) AND ${owner} <> ALL ($3)
                    ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED))
       RETURNING id, attempts, ${receiver} AS receiver, ${owner} AS owner, ${columns}`,
      [most, full.receivers, full.owners, longest + RECORD_SECONDS],
    );
    this.claimed();
    return jobs as Job[];
  }

  private async attempt(job: Job): Promise<void> {
    try {
      await this.deliver(job);
    } catch (err) {
      await this.recordFailure(job, err);
      return;
    }
    await this.recordSuccess(job);
  }

  /** The receiver has it: a delivery whose success is not recorded is made once more. */
  private async recordSuccess({ id }: Job): Promise<void> {
    for (const until = performance.now() + RECORD_WITHIN_MS; ; await delay(RECORD_AGAIN_MS)) {
      try {
        // around visible: rows of a queue, which no caller sees
        await this.database.change(
          `UPDATE ${this.queue.table} SET delivered_at = now(), next_attempt_at = NULL, last_error = NULL
           WHERE id = $1`,
          [id],
        );
        return;
      } catch (err) {
        if (toProblemError(err).code !== 'unavailable' || performance.now() >= until) throw err;
      }
    }
  }

  private async recordFailure({ id, attempts }: Job, err: unknown): Promise<void> {
    const { table } = this.queue;
    const givenUp = attempts >= MAX_ATTEMPTS || (err as Partial<PermanentFailure>).permanent === true;
    if (givenUp) this.givenUp++;
    this.logger.warn({ err, table, delivery: id, attempts, givenUp }, 'deliveries: a delivery failed');
    // around visible: rows of a queue, which no caller sees
    await this.database.change(
      `UPDATE ${table} SET last_error = $2, next_attempt_at = CASE WHEN NOT $3 THEN now() + ${pauseSql('attempts - 1')} END
       WHERE id = $1 AND delivered_at IS NULL AND attempts = $4`,
      [id, withText(err as Error).message.slice(0, 500), givenUp, attempts],
    );
  }

  /** The slot is free again once the receiver has answered. */
  private async deliver(job: Job): Promise<void> {
    const startedAt = performance.now();
    let taken = false;
    try {
      await this.queue.deliver(job);
      taken = true;
    } finally {
      this.slots?.giveBack(job, { taken, tookMs: performance.now() - startedAt });
    }
  }
}
