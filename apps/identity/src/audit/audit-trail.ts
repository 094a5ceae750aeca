import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import type { AuditRecord } from '@safety/contracts';
import { failureOf, InjectLogger, type Logger, Periodic } from '@safety/platform';
import { Database, type Transaction } from '../storage/database/database.js';
import { type AuditEntry, recordOf } from './audit-entry.js';
import { writeRecords } from './write-records.js';

/** A record waits no longer than this, so this is what a process that is killed can lose. */
const FLUSH_EVERY_MS = 200;
const BATCH = 500;
/** About 20 MB of records, kept while the database is unavailable. */
const MAX_WAITING = 50_000;
/** SQLSTATEs of what is wrong with a record itself. */
const FAULT_OF_RECORD = /^2[23]/;
/** No partition is for the time of a record: the clock was wrong, or the trail has no partition for today. */
const NO_PARTITION = '23514';
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Keeps a record of what happens. A decision in a transaction is recorded in it; everything else is
 * written a moment later, many at once, so that no request waits for its record. A process that ends in an
 * orderly way writes all of them.
 */
@Injectable()
export class AuditTrail extends Periodic implements OnApplicationShutdown {
  private waiting: AuditRecord[] = [];
  private dropped = 0;
  private droppedBefore = 0;
  private heldUpBy: string | undefined;
  private writing: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'audit: writing', everyMs: FLUSH_EVERY_MS });
  }

  /** How many records wait, and how many were lost since the process started. */
  get counts(): { waiting: number; dropped: number } {
    return { waiting: this.waiting.length, dropped: this.droppedBefore + this.dropped };
  }

  /** Other parts record until they have stopped, and one of them may take longer than the process has. */
  override async beforeApplicationShutdown(): Promise<void> {}

  async onApplicationShutdown(): Promise<void> {
    await this.endRepeating();
    await this.written();
  }

  /** Records something that no transaction of ours decides. Returns immediately. */
  record(entry: AuditEntry): void {
    if (this.waiting.length >= MAX_WAITING) this.dropped++;
    else this.waiting.push(recordOf(entry));
    if (this.waiting.length >= BATCH) this.wake();
  }

  /** Records what the transaction makes true, exactly when it commits. */
  async recordIn(transaction: Transaction, entry: AuditEntry): Promise<void> {
    await this.recordAllIn(transaction, [entry]);
  }

  /** The same of several, with one statement. */
  async recordAllIn(transaction: Transaction, entries: readonly AuditEntry[]): Promise<void> {
    if (entries.length > 0) await writeRecords(transaction, this.outbox, entries.map(recordOf));
  }

  /** Resolves when everything that was recorded so far is written, or cannot be written now. */
  async written(): Promise<void> {
    await this.writing;
    await this.writeAll();
  }

  protected async work(): Promise<void> {
    this.wake();
    await this.writing;
  }

  private wake(): void {
    if (this.waiting.length === 0) return;
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined;
    });
  }

  /**
   * Never throws: what cannot be written now waits on. Around a record that can never be stored as it is,
   * smaller and smaller batches are tried, until it is alone.
   */
  private async writeAll(): Promise<void> {
    try {
      let most = BATCH;
      while (this.waiting.length > 0) {
        const records = this.waiting.splice(0, most);
        const isWritten = await this.writeBatch(records);
        most = isWritten ? Math.min(BATCH, 2 * most) : Math.ceil(records.length / 2);
      }
    } catch (err) {
      const reason = failureOf(err);
      if (reason !== this.heldUpBy)
        this.logger.warn({ err, waiting: this.waiting.length }, 'audit: records wait for the database');
      this.heldUpBy = reason;
    }
  }

  /** Resolves with whether all are written. */
  private async writeBatch(records: AuditRecord[]): Promise<boolean> {
    try {
      await this.database.transaction((transaction) => writeRecords(transaction, this.outbox, records));
    } catch (error) {
      const code = failureOf(error);
      const isAtFault = FAULT_OF_RECORD.test(code) && !(code === NO_PARTITION && records.every(isOfToday));
      const [record] = records;
      if (isAtFault && record && records.length === 1) this.waiting.unshift(...this.storable(record, code));
      else this.waiting.unshift(...records);
      if (isAtFault) return false;
      throw error;
    }
    this.heldUpBy = undefined;
    if (this.dropped === 0) return true;
    this.logger.error(
      { dropped: this.dropped },
      'audit: records were lost, too many waited for the database',
    );
    this.droppedBefore += this.dropped;
    this.dropped = 0;
    return true;
  }

  /** A record at fault, with the time of now where nothing is kept for its own; otherwise nothing. */
  private storable(record: AuditRecord, code: string): AuditRecord[] {
    const { type, occurredAt } = record;
    if (code === NO_PARTITION) {
      this.logger.warn({ type, occurredAt }, 'audit: a record of a wrong clock gets the time of now');
      return [{ ...record, occurredAt: new Date().toISOString() }];
    }
    this.logger.warn({ code, type }, 'audit: a record cannot be stored and is lost');
    this.droppedBefore++;
    return [];
  }
}

const isOfToday = ({ occurredAt }: AuditRecord): boolean =>
  Math.abs(Date.parse(occurredAt) - Date.now()) < DAY_MS;
