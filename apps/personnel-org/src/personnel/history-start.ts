import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError } from '@safety/contracts';
import { ProblemError } from '@safety/platform';
import { leftOn } from '../work-history/termination-dates.js';
import type { WorkHistory } from '../work-history/work-history.entity.js';
import { WorkHistoryRows } from '../work-history/work-history.rows.js';
import { HistoryRights } from './history-rights.js';

interface Dated {
  id: string;
  hireDate: string;
  terminationDate: string | null;
}

/**
 * The first record of a work history begins on the hire date, so that no day of the employment is without
 * one. Another hire date takes it along.
 */
@Injectable()
export class HistoryStart {
  constructor(
    private readonly history: WorkHistoryRows,
    private readonly rights: HistoryRights,
  ) {}

  /** The errors of a hire date on or after the second record, or after a first one that it does not move. */
  async faults(company: CompanyContext, person: { id: string; hireDate: string }, wanted: string) {
    if (wanted === person.hireDate) return [];
    const [first, second] = await this.history.dated(company, person.id);
    if (!first) return [];
    const isMoved = first.effectiveDate === person.hireDate;
    const limit = isMoved ? second && `before ${second.effectiveDate}` : `on ${first.effectiveDate}`;
    const fits = isMoved ? !second || wanted < second.effectiveDate : wanted === first.effectiveDate;
    const detail = `The work history goes on from there: it must be ${limit}.`;
    return fits ? [] : [{ pointer: '/hireDate', code: 'out-of-range', detail } satisfies FieldError];
  }

  /**
   * The date of termination of a change. One that is typed in stays. One that is left out, or came from the
   * record in force, is that of the record in force after the hire date has taken the first one along.
   */
  async terminationDate(
    company: CompanyContext,
    before: Dated & { employmentStatus: string | null },
    wanted: Pick<Dated, 'hireDate' | 'terminationDate'>,
    today: string,
  ): Promise<string | null> {
    const isMoved = wanted.hireDate !== before.hireDate;
    const isTyped = wanted.terminationDate !== null && wanted.terminationDate !== before.terminationDate;
    const isMissing = wanted.terminationDate === null && before.employmentStatus === 'terminated';
    if (isTyped || !(isMoved || isMissing)) return wanted.terminationDate;
    const records = await this.history.dated(company, before.id);
    const after = records.map((record, index) =>
      index === 0 && record.effectiveDate === before.hireDate
        ? { ...record, effectiveDate: wanted.hireDate }
        : record,
    );
    const follows = wanted.terminationDate === null || wanted.terminationDate === leftOn(records, today);
    return follows ? leftOn(after, today) : wanted.terminationDate;
  }

  /** Throws 403 unless the caller may write the first record, where another hire date takes it along. */
  async demand(
    company: CompanyContext,
    person: { id: string; hireDate: string },
    wanted: string,
  ): Promise<void> {
    const first = await this.takenAlong(company, person.id, person.hireDate, wanted);
    if (first) await this.rights.demand(company, [first.orgStructureId]);
  }

  /** Moves the first record from the hire date before to the one of now. */
  async follow(
    company: CompanyContext,
    person: { id: string; hireDate: string },
    before: string,
    today: string,
  ): Promise<void> {
    const first = await this.takenAlong(company, person.id, before, person.hireDate);
    if (!first) return;
    const moved = await this.history.moveTo(company, first, person.hireDate);
    await this.history.await(company, moved, today, first);
  }

  /** The first record, where it moves with the hire date. */
  private async takenAlong(
    company: CompanyContext,
    personnelId: string,
    from: string,
    to: string,
  ): Promise<WorkHistory | undefined> {
    if (from === to) return undefined;
    const [first] = await this.history.dated(company, personnelId);
    return first?.effectiveDate === from ? first : undefined;
  }
}

/** The errors of a later date for the first of the records. */
export const firstRecordFaults = (row: WorkHistory, records: readonly WorkHistory[]): FieldError[] =>
  records[0]?.id === row.id
    ? [
        {
          pointer: '/effectiveDate',
          code: 'out-of-range',
          detail: 'The first record begins on the hire date: change that of the person.',
        },
      ]
    : [];

/** Throws 409 for the first of the records: the days from the hire date on would have none. */
export function refuseFirst(row: WorkHistory, records: readonly WorkHistory[]): void {
  if (records[0]?.id !== row.id) return;
  if (records.length === 1)
    throw new ProblemError('last-history-record', { detail: 'A person keeps one work history record.' });
  throw new ProblemError('first-history-record', {
    detail: 'It begins on the hire date. Change it, or the hire date of the person.',
  });
}
