import { type OpenTransaction, runTransaction } from '@safety/persistence';
import { type Logger, WorkQueue } from '@safety/platform';
import type { DataSource } from 'typeorm';

/** Another replica may have died before it worked off its own. */
const EVERY_MS = 1_000;
const PAUSE_AFTER_FAILURE_SECONDS = 60;

/**
 * Works off notes that transactions have left, in every replica: each is taken away in the transaction that
 * does its work. Of notes that fail together, those to blame are put off alone.
 */
export abstract class NotedWork<Note> extends WorkQueue {
  /** @param most notes that are worked off in one transaction */
  constructor(
    logger: Logger,
    private readonly dataSource: DataSource,
    name: string,
    private readonly most: number,
  ) {
    super(logger, { name, everyMs: EVERY_MS });
  }

  protected abstract take(transaction: OpenTransaction, most: number): Promise<Note[]>;

  protected abstract workOff(transaction: OpenTransaction, notes: readonly Note[]): Promise<void>;

  /** Leaves a note alone for so long. */
  protected abstract putOff(transaction: OpenTransaction, note: Note, seconds: number): Promise<void>;

  /** Logs why a note was not worked off. */
  protected abstract logFailure(err: unknown, note: Note): void;

  protected workOnSome(): Promise<boolean> {
    return this.workOffSome(this.most);
  }

  /** Resolves with whether more may be left. */
  private async workOffSome(most: number): Promise<boolean> {
    let taken: Note[] = [];
    try {
      await runTransaction(this.dataSource, {}, async (transaction) => {
        taken = await this.take(transaction, most);
        if (taken.length > 0) await this.workOff(transaction, taken);
      });
      return taken.length > 0;
    } catch (err) {
      if (taken.length > 1) return this.workOffSome(1);
      const [failed] = taken;
      if (failed === undefined) throw err;
      this.countFailure();
      this.logFailure(err, failed);
      await runTransaction(this.dataSource, {}, (transaction) =>
        this.putOff(transaction, failed, PAUSE_AFTER_FAILURE_SECONDS),
      );
      return true;
    }
  }
}
