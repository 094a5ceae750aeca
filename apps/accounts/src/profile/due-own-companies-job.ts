import { Injectable } from '@nestjs/common';
import { type OpenTransaction, setLocal } from '@safety/persistence';
import { hashedForLog, InjectLogger, type Logger, runInRequestContext } from '@safety/platform';
import { DataSource } from 'typeorm';
import { NotedWork } from '../database/noted-work.js';
import { type DueCompany, DueOwnCompanies } from './due-own-companies.js';
import { OwnCompanies } from './own-companies.js';

/** So many companies learn of a change in one transaction, in which the user is locked. */
const COMPANIES_AT_ONCE = 10;

/**
 * Brings changes of users of very many companies to each of these, after the request or the message that
 * made them. The notes that are taken together are of one change.
 */
@Injectable()
export class DueOwnCompaniesJob extends NotedWork<DueCompany> {
  constructor(
    dataSource: DataSource,
    private readonly due: DueOwnCompanies,
    private readonly companies: OwnCompanies,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, dataSource, 'profiles: due companies', COMPANIES_AT_ONCE);
    due.whenAdded(() => this.wake());
  }

  protected take(transaction: OpenTransaction, most: number): Promise<DueCompany[]> {
    return this.due.take(transaction, most);
  }

  /** The records and the messages name the request of the change. */
  protected async workOff(transaction: OpenTransaction, taken: readonly DueCompany[]): Promise<void> {
    const [first] = taken;
    if (!first) return;
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

  protected putOff({ client }: OpenTransaction, failed: DueCompany, seconds: number): Promise<void> {
    return this.due.putOff(client, failed, seconds);
  }

  protected logFailure(err: unknown, { companyId, userId }: DueCompany): void {
    const fields = { err, companyId, user: hashedForLog(userId) };
    this.logger.warn(fields, 'profiles: a company was not told of a user, will be tried again');
  }
}
