import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type AddWorkHistory,
  type CompanyContext,
  derivedMembers,
  type ListWorkHistory,
  type Page,
  type SaveWorkHistory,
  type WorkHistory as WorkHistoryResource,
} from '@safety/contracts';
import {
  type Change,
  checkPrecondition,
  type Precondition,
  ProblemError,
  refuseFaults,
} from '@safety/platform';
import { withRecord } from '../work-history/dated-records.js';
import { terminationDateAfter } from '../work-history/termination-dates.js';
import type { WorkHistory } from '../work-history/work-history.entity.js';
import { WorkHistoryRows } from '../work-history/work-history.rows.js';
import { WorkHistoryChain } from '../work-history/work-history-chain.js';
import { dateOfRecord, effectiveDateFaults, refuseUndated } from './history-dates.js';
import { HistoryRights } from './history-rights.js';
import { firstRecordFaults, refuseFirst } from './history-start.js';
import { LineManagers } from './line-managers.js';
import type { Person } from './person.entity.js';
import { PersonnelRecords } from './personnel-records.js';
import { PersonnelToday } from './personnel-today.js';
import { TimeZoneMoves } from './time-zone-moves.js';

/** A person, locked, with the records in the order of dates. */
interface Known {
  person: Person;
  today: string;
  records: readonly WorkHistory[];
}

/**
 * The work history of one person. A write locks the person, so the records of one person are written one
 * after the other. A change of the person today gives the person a version; one to come does so on
 * its day, and any other stamps them for polls.
 */
@Injectable()
export class PersonHistoryService {
  constructor(
    private readonly records: PersonnelRecords,
    private readonly today: PersonnelToday,
    private readonly history: WorkHistoryRows,
    private readonly chain: WorkHistoryChain,
    private readonly rights: HistoryRights,
    private readonly managers: LineManagers,
    private readonly moves: TimeZoneMoves,
  ) {}

  async list(
    company: CompanyContext,
    id: string,
    query: ListWorkHistory,
  ): Promise<Page<WorkHistoryResource>> {
    const today = await this.today.begin(company);
    await this.today.get(company, id);
    return this.chain.list(company, id, today, query);
  }

  /** `If-Match` is about the person here: there is no record yet. */
  add(company: CompanyContext, id: string, change: Change<AddWorkHistory>): Promise<WorkHistoryResource> {
    const none = async () => undefined;
    return this.writing(company, id, none, async (_, { person, today, records }) => {
      refuseArchived(person);
      checkPrecondition(change.precondition, person.version);
      const body = change.of({});
      await this.refuse(company, person, body, today, records);
      await this.history.refuseDate(company, id, body.effectiveDate);
      await this.rights.judge(company, person, { before: records, after: withRecord(records, body) }, today);
      const added = await this.history.add(company, { ...body, personnelId: id });
      await this.history.await(company, added, today);
      return () => this.chain.written(company, id, added.id, today);
    });
  }

  change(
    company: CompanyContext,
    id: string,
    date: string | undefined,
    change: Change<SaveWorkHistory>,
  ): Promise<WorkHistoryResource> {
    const named = dateOfRecord(date, change);
    const find = async () => (named === undefined ? undefined : this.chain.idOn(company, id, named));
    return this.writing(company, id, find, async (recordId, { person, today, records }) => {
      if (recordId === undefined) return refuseUndated(change);
      let before: WorkHistory | undefined;
      const after = await this.history.change(company, recordId, change, {
        authorise: async (row) => {
          await this.rights.demand(company, [row.orgStructureId]);
          refuseArchived(person);
        },
        values: async (body, row) => {
          before = row;
          const effectiveDate = body.effectiveDate ?? row.effectiveDate;
          const wanted = { ...body, effectiveDate };
          await this.refuse(company, person, wanted, today, records, row);
          if (effectiveDate !== row.effectiveDate) await this.history.refuseDate(company, id, effectiveDate);
          await this.rights.judge(
            company,
            person,
            { before: records, after: withRecord(records, wanted, row) },
            today,
          );
          return wanted;
        },
      });
      await this.history.await(company, after, today, before);
      return () => this.chain.written(company, id, recordId, today);
    });
  }

  delete(company: CompanyContext, id: string, date: string, precondition: Precondition): Promise<void> {
    const find = () => this.chain.idOn(company, id, date);
    return this.writing(company, id, find, async (recordId, { person, today, records }) => {
      const authorise = async (row: WorkHistory) => {
        const days = { before: records, after: records.filter((record) => record.id !== row.id) };
        await this.rights.demandChanged(company, days, today);
        refuseArchived(person);
        refuseFirst(row, records);
        await this.rights.refuseArchived(company, person, days, today);
      };
      await this.history.delete(company, recordId, precondition, authorise);
      return async () => undefined;
    });
  }

  /**
   * Throws 404 for the person and for the record that `find` looks for, then 403 for the person. `write`
   * throws all else, and resolves with what makes the answer once all is written.
   */
  private async writing<Found, Answer>(
    company: CompanyContext,
    id: string,
    find: () => Promise<Found>,
    write: (found: Found, known: Known) => Promise<() => Promise<Answer>>,
  ): Promise<Answer> {
    const today = await this.today.begin(company);
    // Else the line manager of somebody who comes back could be archived meanwhile.
    await this.managers.takeTurns(company, 'together');
    let person = await this.records.hold(company, id);
    if (await this.moves.settle(company, id)) {
      // The person has another version, and today was that of the company.
      await this.today.set(company, today);
      person = await this.records.hold(company, id);
    }
    const before = await this.today.get(company, id);
    const found = await find();
    this.rights.demandPerson(company, before.placeIds);
    const { terminationDate } = person;
    const { leftOn } = await this.history.leaving(company, person, today);
    const work = await this.records.work(company, id);
    const records = await this.history.dated(company, id);
    const answer = await write(found, { person, today, records });
    const after = await this.today.unrestricted.get(company, id);
    const leaving = await this.history.leaving(company, person, today);
    const left = terminationDateAfter(terminationDate, leftOn, leaving);
    const isOther =
      left !== terminationDate ||
      // The first record tells who sees the person before it counts.
      before.placeIds?.at(-1) !== after.placeIds?.at(-1) ||
      derivedMembers.some((member) => before[member] !== after[member]) ||
      !isDeepStrictEqual(work, await this.records.work(company, id));
    if (isOther) await this.records.follow(company, before, left);
    else await this.records.stamp(company, id);
    return answer();
  }

  /** Throws 422 for what is wrong with a record; what it named before may stay. */
  private async refuse(
    company: CompanyContext,
    person: Person,
    wanted: AddWorkHistory,
    today: string,
    records: readonly WorkHistory[],
    before?: WorkHistory,
  ): Promise<void> {
    const { orgStructureId, lineManagerId } = wanted;
    const comesBack = before?.employmentStatus === 'terminated' && wanted.employmentStatus !== 'terminated';
    refuseFaults([
      ...(wanted.effectiveDate === before?.effectiveDate
        ? []
        : effectiveDateFaults(wanted.effectiveDate, person.hireDate, today)),
      ...(before && wanted.effectiveDate > before.effectiveDate ? firstRecordFaults(before, records) : []),
      ...(orgStructureId === before?.orgStructureId && !comesBack
        ? []
        : await this.rights.faults(company, orgStructureId)),
      ...(lineManagerId === before?.lineManagerId
        ? []
        : await this.managers.recordFaults(company, lineManagerId, '/lineManagerId')),
    ]);
  }
}

function refuseArchived({ archived }: Person): void {
  if (archived) throw new ProblemError('archived', { detail: 'The person is archived.' });
}
