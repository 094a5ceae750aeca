import { Injectable } from '@nestjs/common';
import { InjectLogger, type Logger, Periodic } from '@safety/platform';
import { Database } from '../storage/database/database.js';
import { GrantEnding } from './grant-ending.js';
import { SessionEnding } from './session-ending.js';
import { SessionLimits } from './session-limits.js';

const EVERY_MS = 15_000;
const BATCH_SIZE = 100;
/** After as many no other is tried: the fault is hardly theirs. */
const MOST_FAILURES_IN_TURN = 10;

/**
 * Ends sessions that have expired as any other: their clients are told, and their refresh tokens end. So do
 * grants of the password flow, which a company lets live as long as a session. First those of a company that
 * lets them live shorter now are shortened. Every process looks; the database gives each to one of them.
 */
@Injectable()
export class ExpiredSessions extends Periodic {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionEnding,
    private readonly grants: GrantEnding,
    private readonly limits: SessionLimits,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'expired sessions: ending', everyMs: EVERY_MS });
  }

  protected async work(): Promise<void> {
    try {
      await this.limits.shortenAll(() => this.isStopping);
    } finally {
      await this.endAll();
    }
  }

  /** Resolves when none is left, or with the shutdown. Throws when some cannot be ended. */
  async endAll(): Promise<void> {
    const failures = [...(await this.endAllOf(this.sessions)), ...(await this.endAllOf(this.grants))];
    if (failures.length > 0) throw new Error(`${failures.length} could not be ended`, { cause: failures[0] });
  }

  /**
   * After a failure smaller batches are tried. One that fails alone is left out until the next run, so that
   * it holds up no other. Resolves with the failures of those.
   */
  private async endAllOf(kind: SessionEnding | GrantEnding): Promise<unknown[]> {
    const failures = new Map<string, unknown>();
    let most = BATCH_SIZE;
    let failedInTurn = 0;
    while (!this.isStopping && failedInTurn < MOST_FAILURES_IN_TURN) {
      let taken: string[] = [];
      try {
        await this.database.transaction(async (transaction) => {
          taken = await kind.lockExpired(transaction, most, [...failures.keys()]);
          if (taken.length > 0) await kind.endExpired(transaction, taken);
        });
        failedInTurn = 0;
        if (taken.length < most) break;
        most = Math.min(BATCH_SIZE, 2 * most);
      } catch (error) {
        const [one] = taken;
        if (one === undefined) throw error;
        if (taken.length === 1) {
          failures.set(one, error);
          failedInTurn++;
        } else most = Math.ceil(taken.length / 2);
      }
    }
    return [...failures.values()];
  }
}
