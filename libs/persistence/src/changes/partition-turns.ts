import { type Logger, Periodic } from '@safety/platform';
import { isLocked, LOCK_TIMEOUT_MS } from '../time-limits.js';
import { setLocal } from '../transaction/local-settings.js';

const TURN_EVERY_MS = 60 * 60 * 1000;
/** Partitions are made a week ahead, so nothing hurries while a dump runs for hours. */
const TRY_AGAIN_AFTER_MS = 60_000;

/**
 * SQL for the transaction that makes or drops partitions. Both lock the table against everybody, and all who
 * come later wait behind a lock that waits: it soon gives up.
 */
export const impatientSql = setLocal({ lock_timeout: String(LOCK_TIMEOUT_MS) });

/**
 * Makes the partitions of a table in use and drops old ones, each hour and at the start. Where others hold
 * the table, as a dump does for hours, it gives up after half a second and tries again in a minute.
 */
export abstract class PartitionTurns extends Periodic {
  constructor(
    logger: Logger,
    private readonly turns: {
      /** Begins the log lines. */
      name: string;
      /** The table, for the log. */
      table: string;
    },
  ) {
    super(logger, { name: turns.name, everyMs: TURN_EVERY_MS, atStart: true });
  }

  /** One turn, in a transaction that begins with `impatientSql`. */
  abstract turn(): Promise<void>;

  protected async work(): Promise<void> {
    try {
      await this.turn();
    } catch (err) {
      if (!isLocked(err)) throw err;
      const { name, table } = this.turns;
      this.logger.warn(
        { err, table },
        `${name}: wait for others that hold the table, tried again in a minute`,
      );
      this.repeatAfter(TRY_AGAIN_AFTER_MS);
    }
  }
}
