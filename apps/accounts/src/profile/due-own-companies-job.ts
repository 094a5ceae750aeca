import { Injectable } from '@nestjs/common';
import { type OpenTransaction, runTransaction, setLocal } from '@safety/persistence';
import { hashedForLog, InjectLogger, type Logger, runInRequestContext, WorkQueue } from '@safety/platform';
import { DataSource } from 'typeorm';
import { type DueCompany, DueOwnCompanies } from './due-own-companies.js';
import { OwnCompanies } from './own-companies.js';

/** Another replica may have died before it told its own. */
const EVERY_MS = 1_000;
/** So many companies learn of a change in one transaction, in which the user is locked. */
const COMPANIES_AT_ONCE = 10;
const PAUSE_AFTER_FAILURE_SECONDS = 60;

/**
 * Brings changes of users of very many companies to each of these, after the request or the message that
 * made them. Every replica runs it; each company is with one of them at a time.
 */
@Injectable()
export class DueOwnCompaniesJob extends WorkQueue {
  constructor(
    private readonly dataSource: DataSource,
    private readonly due: DueOwnCompanies,
    private readonly companies: OwnCompanies,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'profiles: due companies', everyMs: EVERY_MS });
    due.whenAdded(() => this.wake());
  }

  protected workOnSome(): Promise<boolean> {
    return this.bringToSome(COMPANIES_AT_ONCE);
  }

  /**
   * Resolves with whether more may be left. Of companies that fail together, the one to blame is put off
   * alone.
   */
  private async bringToSome(most: number): Promise<boolean> {
    let taken: DueCompany[] = [];
    try {
      await runTransaction(this.dataSource, {}, async (transaction) => {
        taken = await this.due.take(transaction, most);
        if (taken[0]) await this.bring(transaction, taken[0], taken);
      });
      return taken.length > 0;
    } catch (err) {
      if (taken.length > 1) return this.bringToSome(1);
      const [failed] = taken;
      this.countFailure();
      const fields = { err, companyId: failed?.companyId, user: failed && hashedForLog(failed.userId) };
      this.logger.warn(fields, 'profiles: a company was not told of a user, will be tried again');
      return failed !== undefined && this.putOff(failed);
    }
  }

  /** All of one change. The records and the messages name its request. */
  private async bring(
    transaction: OpenTransaction,
    first: DueCompany,
    taken: readonly DueCompany[],
  ): Promise<void> {
    const { client } = transaction;
    const { userId } = first;
    await client.query(setLocal({ 'app.user_id': userId }));
    const { changed, madeAt, request } = await this.due.changeOf(client, first);
    await runInRequestContext({ userId, ...request }, async () => {
      for (const { companyId } of taken)
        await this.companies.bring({ ...transaction, companyId, userId }, changed, madeAt);
    });
    await this.due.end(client, first);
  }

  /** Resolves with whether others may learn of theirs meanwhile. */
  private putOff(failed: DueCompany): Promise<boolean> {
    return runTransaction(this.dataSource, {}, ({ client }) =>
      this.due.putOff(client, failed, PAUSE_AFTER_FAILURE_SECONDS),
    ).then(
      () => true,
      () => false,
    );
  }
}
