import { Injectable } from '@nestjs/common';
import type { CompanyState } from '@safety/contracts';
import { type CompanyActor, CompanyTransactions, keepNewest, systemActor } from '@safety/persistence';
import { dateIn } from '@safety/platform';
import { DueHistory, type DueRecord } from '../work-history/due-history.js';
import { WorkHistoryRows } from '../work-history/work-history.rows.js';
import { PersonnelRecords } from './personnel-records.js';
import { PersonnelToday } from './personnel-today.js';
import { terminationDateAfter } from './termination-dates.js';

/** Changes that another time zone of a company makes to records of work history. */
@Injectable()
export class TimeZoneMoves {
  constructor(
    private readonly due: DueHistory,
    private readonly transactions: CompanyTransactions,
    private readonly today: PersonnelToday,
    private readonly records: PersonnelRecords,
    private readonly history: WorkHistoryRows,
  ) {}

  /**
   * Lets the records of a company wait for their days in another time zone. One whose day has begun in the
   * zone before, and has yet to begin in this one, waits again: its person goes back, with a version. An
   * older state than one that was followed says nothing.
   */
  async follow({ id: companyId, version, timeZone }: CompanyState): Promise<void> {
    const { client, startedAt } = this.transactions.current(companyId);
    const isNews = await keepNewest(client, 'companies', ['company_id'], { company_id: companyId, version });
    if (!isNews) return;
    const today = dateIn(timeZone, await startedAt);
    const system = systemActor(companyId);
    // People first, as those who write the work history lock them.
    for (const record of await this.due.findEarly(companyId, today))
      await this.takeBack(system, record, today, timeZone);
    await this.due.moveTo(companyId, timeZone);
  }

  private async takeBack(
    system: CompanyActor,
    { companyId, personnelId, effectiveDate }: DueRecord,
    today: string,
    timeZone: string,
  ): Promise<void> {
    const { terminationDate } = await this.records.holdAsSystem(system, personnelId);
    await this.today.set(system, effectiveDate);
    const before = await this.today.unrestricted.get(system, personnelId);
    const { leftOn } = await this.history.leaving(system, personnelId, terminationDate, effectiveDate);
    await this.today.set(system, today);
    await this.due.add({ companyId, timeZone }, personnelId, effectiveDate);
    const leaving = await this.history.leaving(system, personnelId, terminationDate, today);
    await this.records.follow(system, before, terminationDateAfter(terminationDate, leftOn, leaving));
  }
}
