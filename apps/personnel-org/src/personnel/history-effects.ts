import { Injectable } from '@nestjs/common';
import { CompanyTransactions } from '@safety/persistence';
import { InjectLogger, type Logger, Periodic } from '@safety/platform';
import { DueHistory, type DueRecord } from '../work-history/due-history.js';
import { PersonnelRecords } from './personnel-records.js';
import { PersonnelToday } from './personnel-today.js';

const EVERY_MS = 60_000;
const BATCH = 100;

/**
 * Gives a version to people whose work history changes them by the passing of time. What they are follows
 * from it immediately, their version and time of change within a minute. Every replica looks; each record takes effect in one of them.
 */
@Injectable()
export class HistoryEffects extends Periodic {
  constructor(
    private readonly due: DueHistory,
    private readonly transactions: CompanyTransactions,
    private readonly today: PersonnelToday,
    private readonly records: PersonnelRecords,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'work history: effects', everyMs: EVERY_MS });
  }

  protected work(): Promise<void> {
    return this.run();
  }

  /** Lets records take effect whose day has begun. One that fails is logged and tried again the next time. */
  async run(): Promise<void> {
    for (const record of await this.due.find(BATCH)) {
      await this.takeEffect(record).catch((err) =>
        this.logger.warn(
          { err, personnelId: record.personnelId },
          'work history: a record failed, will be tried again',
        ),
      );
    }
  }

  private async takeEffect(record: DueRecord): Promise<void> {
    const { companyId, personnelId, effectiveDate } = record;
    await this.transactions.asSystem(companyId, async (system) => {
      if (!(await this.due.take(record))) return;
      await this.today.set(system, effectiveDate);
      await this.records.takeEffect(system, personnelId, effectiveDate);
    });
  }
}
