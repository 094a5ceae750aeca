import { Injectable } from '@nestjs/common';
import { CompanyTransactions, execute } from '@safety/persistence';
import { InjectLogger, type Logger, Periodic } from '@safety/platform';
import { DataSource } from 'typeorm';
import { forgetDeletedSql } from './withdrawn-hazards.js';

const EVERY_MS = 60 * 60 * 1000;

// on many nodes: each tells of its own companies, by an index
const COMPANIES = `SELECT DISTINCT company_id AS "companyId" FROM drafts_to_forget WHERE forget_at <= now()`;
const FORGOTTEN = 'DELETE FROM drafts_to_forget WHERE company_id = $1 AND forget_at <= now()';

/** Removes what polls have told of withdrawn drafts that were deleted, in every replica. */
@Injectable()
export class ForgottenDrafts extends Periodic {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: CompanyTransactions,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'deleted drafts: removal', everyMs: EVERY_MS });
  }

  protected work(): Promise<void> {
    return this.remove();
  }

  async remove(): Promise<void> {
    const companies: { companyId: string }[] = await this.dataSource.query(COMPANIES);
    for (const { companyId } of companies) await this.removeOf(companyId);
  }

  private async removeOf(companyId: string): Promise<void> {
    try {
      await this.transactions.asSystem(companyId, async () => {
        const { client } = this.transactions.current(companyId);
        await execute(client, forgetDeletedSql, [companyId]);
        await execute(client, FORGOTTEN, [companyId]);
      });
    } catch (err) {
      this.countFailure();
      this.logger.warn({ err, companyId }, 'deleted drafts: some were not removed, will be tried again');
    }
  }
}
