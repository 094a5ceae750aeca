import { Injectable } from '@nestjs/common';
import { CompanyTransactions } from '@safety/persistence';
import { dateIn, InjectLogger, type Logger, Periodic } from '@safety/platform';
import { DueHistory, type DueRecord, type FoundRecord } from '../work-history/due-history.js';
import { WorkHistoryRows } from '../work-history/work-history.rows.js';
import { daysLater } from './calendar.js';
import { PersonnelRecords } from './personnel-records.js';
import { PersonnelToday } from './personnel-today.js';
import { terminationDateAfter } from './termination-dates.js';
import { TimeZoneMoves } from './time-zone-moves.js';

const EVERY_MS = 60_000;
const BATCH = 100;

/**
 * Gives a version to people whose work history changes them by the passing of time. Their state follows
 * from it immediately, their version and time of change within a minute. Every replica looks; each record
 * takes effect in one of them.
 */
@Injectable()
export class HistoryEffects extends Periodic {
  constructor(
    private readonly due: DueHistory,
    private readonly transactions: CompanyTransactions,
    private readonly today: PersonnelToday,
    private readonly records: PersonnelRecords,
    private readonly history: WorkHistoryRows,
    private readonly moves: TimeZoneMoves,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'work history: effects', everyMs: EVERY_MS });
  }

  protected work(): Promise<void> {
    return this.run();
  }

  /**
   * Lets all records take effect whose day has begun, and takes people back whose records wait again. One
   * that fails is logged and tried again the next time.
   * @param at the instant that counts; absent: now, on the clock of the database
   */
  async run(at?: Date): Promise<void> {
    await this.each('takenBack', at, (record) => this.takeBack(record, at));
    await this.each('begun', at, (record) => this.takeEffect(record, at));
  }

  private async each(
    kind: 'takenBack' | 'begun',
    at: Date | undefined,
    follow: (record: DueRecord) => Promise<void>,
  ): Promise<void> {
    let behind: FoundRecord | undefined;
    do {
      const records = await this.due.find(kind, BATCH, { at, behind });
      for (const record of records) {
        await follow(record).catch((err) => {
          const { personnelId } = record;
          this.logger.warn({ err, personnelId }, 'work history: a record failed, will be tried again');
        });
      }
      behind = records.length < BATCH ? undefined : records.at(-1);
    } while (behind);
  }

  private async takeBack({ companyId, personnelId }: DueRecord, at: Date | undefined): Promise<void> {
    await this.transactions.asSystem(companyId, async (system) => {
      await this.records.holdAsSystem(system, personnelId);
      await this.moves.takeBack(system, personnelId, at);
    });
  }

  private async takeEffect(record: DueRecord, at: Date | undefined): Promise<void> {
    const { companyId, personnelId, effectiveDate } = record;
    await this.transactions.asSystem(companyId, async (system) => {
      // The person first, as those who write the work history do.
      const { terminationDate } = await this.records.holdAsSystem(system, personnelId);
      const taken = await this.due.takeDue(record, at);
      if (!taken) return;
      const { startedAt } = this.transactions.current(companyId);
      const today = taken.timeZone ? dateIn(taken.timeZone, at ?? (await startedAt)) : effectiveDate;
      await this.today.set(system, daysLater(effectiveDate, -1));
      const before = await this.today.unrestricted.get(system, personnelId);
      await this.today.set(system, today);
      const leaving = await this.history.leaving(system, personnelId, terminationDate, today);
      await this.records.follow(system, before, terminationDateAfter(terminationDate, null, leaving));
    });
  }
}
