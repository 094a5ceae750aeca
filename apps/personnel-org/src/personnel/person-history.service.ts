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
import type { WorkHistory } from '../work-history/work-history.entity.js';
import { WorkHistoryRows } from '../work-history/work-history.rows.js';
import { WorkHistoryChain } from '../work-history/work-history-chain.js';
import { dateOfRecord, effectiveDateFaults } from './history-dates.js';
import { HistoryRights } from './history-rights.js';
import { firstRecordFaults, refuseFirst } from './history-start.js';
import { LineManagers } from './line-managers.js';
import type { Person } from './person.entity.js';
import { PersonnelRecords } from './personnel-records.js';
import { PersonnelToday } from './personnel-today.js';
import { terminationDateAfter } from './termination-dates.js';

/**
 * The work history of one person. A write locks the person, so the records of one person are written one
 * after the other. A change of the person today gives the person a version; one to come does so on
 * its day.
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
    return this.writing(company, id, none, async (_, person, today) => {
      checkPrecondition(change.precondition, person.version);
      const body = change.of({});
      await this.refuse(company, person, body, today);
      await this.history.refuseDate(company, id, body.effectiveDate);
      const added = await this.history.add(company, { ...body, personnelId: id });
      await this.history.await(company, added, today);
      return () => this.chain.written(company, added.id, today);
    });
  }

  change(
    company: CompanyContext,
    id: string,
    date: string | undefined,
    change: Change<SaveWorkHistory>,
  ): Promise<WorkHistoryResource> {
    const find = () => this.chain.idOn(company, id, dateOfRecord(date, change));
    return this.writing(company, id, find, async (recordId, person, today) => {
      let before: WorkHistory | undefined;
      const after = await this.history.change(company, recordId, change, {
        authorise: (row) => this.rights.demand(company, [row.orgStructureId]),
        values: async (body, row) => {
          before = row;
          const effectiveDate = body.effectiveDate ?? row.effectiveDate;
          await this.refuse(company, person, { ...body, effectiveDate }, today, row);
          if (effectiveDate !== row.effectiveDate) await this.history.refuseDate(company, id, effectiveDate);
          return { ...body, effectiveDate };
        },
      });
      await this.history.await(company, after, today, before);
      return () => this.chain.written(company, recordId, today);
    });
  }

  delete(company: CompanyContext, id: string, date: string, precondition: Precondition): Promise<void> {
    const find = () => this.chain.idOn(company, id, date);
    return this.writing(company, id, find, async (recordId) => {
      const authorise = async (row: WorkHistory) => {
        await this.rights.demand(company, [row.orgStructureId]);
        refuseFirst(row, await this.history.dated(company, id));
      };
      await this.history.delete(company, recordId, precondition, authorise);
      return async () => undefined;
    });
  }

  /**
   * Throws 404 and 403 for the person, then 404 for the record that `find` looks for, then 409 for a person
   * who is archived; `write` resolves with what makes the answer once all is written.
   */
  private async writing<Found, Answer>(
    company: CompanyContext,
    id: string,
    find: () => Promise<Found>,
    write: (found: Found, person: Person, today: string) => Promise<() => Promise<Answer>>,
  ): Promise<Answer> {
    const today = await this.today.begin(company);
    const person = await this.records.hold(company, id);
    const before = await this.today.get(company, id);
    this.rights.demandPerson(company, before.placeIds);
    const found = await find();
    if (person.archived) throw new ProblemError('archived', { detail: 'The person is archived.' });
    const { terminationDate } = person;
    const { leftOn } = await this.history.leaving(company, id, terminationDate, today);
    const days = await this.rights.before(company, id);
    const work = await this.records.work(company, id);
    const held = await this.rights.placesOf(company, id, today);
    const answer = await write(found, person, today);
    await this.rights.demandChanged(company, id, days);
    await this.rights.refuseArchived(company, id, today, held);
    const after = await this.today.unrestricted.get(company, id);
    const leaving = await this.history.leaving(company, id, terminationDate, today);
    const left = terminationDateAfter(terminationDate, leftOn, leaving);
    const isOther =
      left !== terminationDate ||
      derivedMembers.some((member) => before[member] !== after[member]) ||
      !isDeepStrictEqual(work, await this.records.work(company, id));
    if (isOther) await this.records.follow(company, before, left);
    return answer();
  }

  /** Throws 422 for what is wrong with a record; what it named before may stay. */
  private async refuse(
    company: CompanyContext,
    person: Person,
    wanted: AddWorkHistory,
    today: string,
    before?: WorkHistory,
  ): Promise<void> {
    const { orgStructureId, lineManagerId } = wanted;
    const comesBack = before?.employmentStatus === 'terminated' && wanted.employmentStatus !== 'terminated';
    refuseFaults([
      ...(wanted.effectiveDate === before?.effectiveDate
        ? []
        : effectiveDateFaults(wanted.effectiveDate, person.hireDate, today)),
      ...(before && wanted.effectiveDate > before.effectiveDate
        ? firstRecordFaults(before, await this.history.dated(company, person.id))
        : []),
      ...(orgStructureId === before?.orgStructureId && !comesBack
        ? []
        : await this.rights.faults(company, orgStructureId)),
      ...(lineManagerId === before?.lineManagerId
        ? []
        : await this.managers.recordFaults(company, lineManagerId, '/lineManagerId')),
    ]);
  }
}
