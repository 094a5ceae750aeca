import { Injectable } from '@nestjs/common';
import type { CompanyContext, CompanyState } from '@safety/contracts';
import { type CompanyActor, CompanyTransactions, systemActor } from '@safety/persistence';
import { dateIn } from '@safety/platform';
import { CompanyZones } from '../work-history/company-zones.js';
import { DueHistory, type TakenBack } from '../work-history/due-history.js';
import { terminationDateAfter } from '../work-history/termination-dates.js';
import { WorkHistoryRows } from '../work-history/work-history.rows.js';
import { PersonnelRecords } from './personnel-records.js';
import { PersonnelToday } from './personnel-today.js';

/** Changes that another time zone of a company makes to records of work history. */
@Injectable()
export class TimeZoneMoves {
  constructor(
    private readonly due: DueHistory,
    private readonly zones: CompanyZones,
    private readonly transactions: CompanyTransactions,
    private readonly today: PersonnelToday,
    private readonly records: PersonnelRecords,
    private readonly history: WorkHistoryRows,
  ) {}

  /**
   * Lets the records of a company wait for their days in another time zone. One whose day has begun in the
   * zone before, and has yet to begin in this one, waits again; its person is taken back by another
   * transaction, for there may be many. An older state than one that was followed says nothing, nor does one
   * that leaves the time zone as it was.
   */
  async follow(state: CompanyState): Promise<void> {
    if (!(await this.zones.keep(state))) return;
    const { id: companyId, timeZone } = state;
    const { startedAt } = this.transactions.current(companyId);
    await this.due.moveTo(companyId, timeZone, dateIn(timeZone, await startedAt));
  }

  /**
   * Lets a write of the work history of a person, who is locked, find what waits as the time zone of the
   * company has it, until the transaction ends. Resolves with whether the person was taken back for that.
   */
  async settle(company: CompanyContext, personnelId: string): Promise<boolean> {
    await this.zones.hold(company);
    return this.takeBack(systemActor(company.companyId), personnelId);
  }

  /**
   * Takes a person, who is locked, back where records wait again, with a version for each. Sets today for the
   * rest of the transaction if there are any, and resolves with whether there are.
   */
  async takeBack(system: CompanyActor, personnelId: string, at?: Date): Promise<boolean> {
    const records = await this.due.takenBack(system.companyId, personnelId, at);
    for (const record of records) await this.goBack(system, personnelId, record, at);
    return records.length > 0;
  }

  private async goBack(
    system: CompanyActor,
    personnelId: string,
    { effectiveDate, timeZone }: TakenBack,
    at: Date | undefined,
  ): Promise<void> {
    const person = await this.records.holdAsSystem(system, personnelId);
    await this.today.set(system, effectiveDate);
    const before = await this.today.unrestricted.get(system, personnelId);
    const { leftOn } = await this.history.leaving(system, person, effectiveDate);
    const { startedAt } = this.transactions.current(system.companyId);
    const today = dateIn(timeZone, at ?? (await startedAt));
    await this.today.set(system, today);
    const leaving = await this.history.leaving(system, person, today);
    await this.records.follow(system, before, terminationDateAfter(person.terminationDate, leftOn, leaving));
  }
}
