import { Injectable } from '@nestjs/common';
import { type CompanyActor, CompanyTransactions } from '@safety/persistence';
import { dateIn, InjectLogger, type Logger, Periodic } from '@safety/platform';
import { daysLater } from '../work-history/calendar.js';
import { DueHistory, type DueKind, type FoundRecord } from '../work-history/due-history.js';
import { terminationDateAfter } from '../work-history/termination-dates.js';
import { NEVER_LEFT, WorkHistoryRows } from '../work-history/work-history.rows.js';
import { PersonnelRecords } from './personnel-records.js';
import { PersonnelToday } from './personnel-today.js';
import { TimeZoneMoves } from './time-zone-moves.js';

/** Somebody whom a writer holds at one run is there at the next. */
const EVERY_MS = 30_000;
const BATCH = 100;

/** One run over records of a kind. */
interface Run {
  kind: DueKind;
  at: Date | undefined;
  /** People whose records have failed. */
  failed: string[];
  follow: (system: CompanyActor, records: readonly [FoundRecord, ...FoundRecord[]]) => Promise<void>;
}

/**
 * Gives a version to people whose work history changes them by the passing of time. Their state follows
 * from it immediately, their version and time of change within a minute. Every replica looks; each record
 * takes effect in one of them. A company has one batch before it is the turn of the next, so that none waits
 * for all of another one.
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
   * Lets all records take effect whose day has begun, and takes people back whose records wait again. Those
   * of a person of whom one fails are tried again the next time.
   * @param at the instant that counts; absent: now, on the clock of the database
   */
  async run(at?: Date): Promise<void> {
    await this.each('takenBack', at, async (system, records) => {
      for (const personnelId of new Set(records.map((record) => record.personnelId)))
        await this.moves.takeBack(system, personnelId, at);
    });
    await this.each('begun', at, (system, records) => this.takeEffect(system, records, at));
  }

  private async each(kind: DueKind, at: Date | undefined, follow: Run['follow']): Promise<void> {
    const run: Run = { kind, at, failed: [], follow };
    let companies = await this.due.companies(kind, at);
    while (companies.length > 0) {
      const unfinished: string[] = [];
      for (const companyId of companies)
        if (!this.isStopping && (await this.followSome(run, companyId, BATCH))) unfinished.push(companyId);
      companies = unfinished;
    }
  }

  /**
   * Resolves with whether more may be left. Of people whose batch fails, those to blame are found one by one.
   */
  private async followSome(run: Run, companyId: string, limit: number): Promise<boolean> {
    const { kind, at, failed, follow } = run;
    let records: FoundRecord[] = [];
    try {
      await this.transactions.asSystem(companyId, async (system) => {
        records = await this.due.hold(companyId, kind, { at, except: failed, limit });
        const [first, ...others] = records;
        if (first) await follow(system, [first, ...others]);
      });
    } catch (err) {
      if (records.length > 1) {
        for (const _ of records) await this.followSome(run, companyId, 1);
      } else {
        const [personnelId] = records.map((record) => record.personnelId);
        this.countFailure();
        this.logger.warn({ err, personnelId }, 'work history: a record failed, will be tried again');
        if (personnelId !== undefined) failed.push(personnelId);
      }
    }
    return records.length > 0;
  }

  /** Those that wait for the same day follow together. Their people are published as they are today. */
  private async takeEffect(
    system: CompanyActor,
    records: readonly [FoundRecord, ...FoundRecord[]],
    at: Date | undefined,
  ): Promise<void> {
    const { companyId } = system;
    const [{ effectiveDate, timeZone }] = records;
    const together = records.filter(
      (record) => record.effectiveDate === effectiveDate && record.timeZone === timeZone,
    );
    const ids = together.map(({ personnelId }) => personnelId);
    const { startedAt } = this.transactions.current(companyId);
    const today = timeZone ? dateIn(timeZone, at ?? (await startedAt)) : effectiveDate;
    if (timeZone && today < effectiveDate) {
      await this.due.putOff(companyId, ids, effectiveDate, timeZone);
      return;
    }
    const taken = await this.due.takeDue(companyId, ids, effectiveDate);
    const next = await this.due.nextDates(companyId, taken, { after: effectiveDate, upTo: today });
    const lastDayOf = (id: string) => {
      const date = next.get(id);
      return date === undefined ? today : daysLater(date, -1);
    };
    for (const [lastDay, people] of Map.groupBy(taken, lastDayOf))
      await this.step(system, people, effectiveDate, lastDay);
    await this.today.set(system, today);
  }

  /**
   * Takes people from the day before a record to the last day before their next one that waits, or to today:
   * changes of several days at once join up, and are those of a run on each day.
   */
  private async step(
    system: CompanyActor,
    ids: readonly string[],
    effectiveDate: string,
    lastDay: string,
  ): Promise<void> {
    await this.today.set(system, daysLater(effectiveDate, -1));
    const people = await this.today.unrestricted.findAll(system, ids);
    await this.today.set(system, lastDay);
    const leavings = await this.history.leavings(system, people, lastDay);
    const following = people.map((was) => {
      const leaving = leavings.get(was.id) ?? NEVER_LEFT;
      return { was, terminationDate: terminationDateAfter(was.terminationDate, null, leaving) };
    });
    await this.records.followAll(system, following);
  }
}
