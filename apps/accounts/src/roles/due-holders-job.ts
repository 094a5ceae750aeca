import { Injectable } from '@nestjs/common';
import { CompanyTransactions } from '@safety/persistence';
import { hashedForLog, InjectLogger, type Logger, runInRequestContext, WorkQueue } from '@safety/platform';
import { CompanyUserRows } from '../users/company-users.rows.js';
import { type DueChange, DueHolders } from './due-holders.js';

/** Another replica may have died before it touched its own. */
const EVERY_MS = 1_000;
/** So many holders are touched in one transaction. */
const HOLDERS_AT_ONCE = 200;
const PAUSE_AFTER_FAILURE_SECONDS = 60;

/**
 * Touches the holders of roles that very many hold, after the request that changed the role. Every replica
 * runs it; each change is with one of them at a time, and changes take turns.
 */
@Injectable()
export class DueHoldersJob extends WorkQueue {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly due: DueHolders,
    private readonly users: CompanyUserRows,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'roles: due holders', everyMs: EVERY_MS });
    due.whenAdded(() => this.wake());
  }

  protected async workOnSome(): Promise<boolean> {
    const change = await this.due.next();
    return change !== undefined && (await this.touchSome(change, HOLDERS_AT_ONCE));
  }

  /**
   * Resolves with whether more may be left. Of holders who fail together, the one to blame is put off alone.
   */
  private async touchSome(change: DueChange, most: number): Promise<boolean> {
    let taken: string[] = [];
    try {
      const { companyId, trace } = change;
      const { userId, clientId, requestId, ...role } = await this.due.record(change);
      const author = {
        ...(userId && { userId }),
        ...(clientId && { clientId }),
        ...(requestId && { requestId }),
      };
      // The records and the messages name the request of the change.
      await runInRequestContext({ companyId, ...author, ...trace }, () =>
        this.transactions.run(companyId, async () => {
          taken = await this.due.take(change, most);
          await this.users.touchHolders({ companyId, userId }, taken, role, change.changedAt);
        }),
      );
      return true;
    } catch (err) {
      if (taken.length > 1) return this.touchSome(change, Math.ceil(taken.length / 2));
      const [userId] = taken;
      this.countFailure();
      const fields = { err, companyId: change.companyId, user: userId && hashedForLog(userId) };
      this.logger.warn(fields, 'roles: a holder was not touched, will be tried again');
      await this.due.putOff(change, userId, PAUSE_AFTER_FAILURE_SECONDS);
      return true;
    }
  }
}
