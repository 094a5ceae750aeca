import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, MAX_REFERENCES, MAX_REPORTS_AT_ONCE, reachOf } from '@safety/contracts';
import {
  checkPrecondition,
  invalidFields,
  invalidParameter,
  type Precondition,
  permissionDenied,
} from '@safety/platform';
import { refuseReferences } from '../in-use/in-use.js';
import { ArchivedPlaces } from '../org-structures/archived-places.js';
import { isEmployed, placesInUse } from '../work-history/dated-records.js';
import { WorkHistoryRows } from '../work-history/work-history.rows.js';
import { LineManagers, type Report } from './line-managers.js';
import type { Person } from './person.entity.js';
import { PersonnelRecords } from './personnel-records.js';
import { PersonnelToday } from './personnel-today.js';

/** Archiving people and bringing them back. */
@Injectable()
export class PersonnelArchiveService {
  constructor(
    private readonly records: PersonnelRecords,
    private readonly today: PersonnelToday,
    private readonly managers: LineManagers,
    private readonly history: WorkHistoryRows,
    private readonly places: ArchivedPlaces,
  ) {}

  /**
   * Archives a person. Those who report to the person get another line manager, if one is named. Throws 409
   * `in-use` when none is named and somebody active reports to the person. Throws 400 and 422 for the one
   * who is named, after 412 and 428.
   */
  async archive(
    company: CompanyContext,
    id: string,
    precondition: Precondition,
    reassignTo: string | undefined,
  ): Promise<void> {
    const today = await this.today.begin(company);
    await this.managers.takeTurns(company);
    const person = await this.records.hold(company, id);
    await this.demandArchive(company, person);
    if (person.archived) return;
    const [permission, limit] =
      reassignTo === undefined
        ? (['personnel.read', MAX_REFERENCES] as const)
        : (['personnel.write', MAX_REPORTS_AT_ONCE + 1] as const);
    const reports = await this.managers.activeReports(company, id, { today, permission, limit });
    if (reassignTo === undefined) refuseReports(reports);
    else demandWrite(reports);
    checkPrecondition(precondition, person.version);
    if (reassignTo !== undefined) await this.reassign(company, person, reports, reassignTo);
    await this.records.archive(company, id, precondition);
  }

  /**
   * Throws 409 `archived` when the person would work at an archived org structure, or for somebody archived.
   */
  async restore(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    const today = await this.today.begin(company);
    await this.managers.takeTurns(company);
    await this.records.restore(company, id, precondition, async (person) => {
      await this.demandArchive(company, person);
      if (!person.archived) return;
      const { employmentStatus } = await this.today.get(company, id);
      const records = await this.history.dated(company, id);
      const works = employmentStatus !== 'terminated' || isEmployed(records, today);
      if (works && person.lineManagerId !== null)
        await this.managers.refuseArchived(company, person.lineManagerId, 'restore them first.');
      await this.places.refuse(company, placesInUse(records, today));
    });
  }

  private async demandArchive(company: CompanyContext, { id }: Person): Promise<void> {
    const { placeIds } = await this.today.get(company, id);
    if (!covers(reachOf(company, 'personnel.archive'), placeIds ?? []))
      throw permissionDenied('personnel.archive');
  }

  private async reassign(
    company: CompanyContext,
    { id }: Person,
    reports: readonly Report[],
    managerId: string,
  ): Promise<void> {
    const itself = managerId === id ? [{ detail: 'Must be somebody else.' }] : [];
    const [fault] = [...itself, ...(await this.managers.faults(company, managerId))];
    if (fault) throw invalidParameter('reassignTo', fault.detail);
    refuseMany(reports);
    const ids = reports.map((report) => report.id);
    await this.managers.checkCycle(company, ids, managerId, { parameter: 'reassignTo' });
    await this.records.reportTo(company, ids, { from: id, to: managerId });
  }
}

/** Throws 409 `in-use` when there are any reports. */
function refuseReports(reports: readonly Report[]): void {
  const references = reports.map(({ id, isCovered }) => ({ resource: 'personnel', id, readable: isCovered }));
  refuseReferences('person', references);
}

/** Throws 403 unless the caller may write all of these people. */
function demandWrite(reports: readonly Report[]): void {
  if (!reports.every(({ isCovered }) => isCovered)) throw permissionDenied('personnel.write');
}

const MANY =
  `More than ${MAX_REPORTS_AT_ONCE.toLocaleString('en')} people report to the person. ` +
  'Give others another line manager first.';

/** Throws 422 for more reports than one request writes. */
function refuseMany(reports: readonly Report[]): void {
  if (reports.length > MAX_REPORTS_AT_ONCE)
    throw invalidFields([{ parameter: 'reassignTo', code: 'not-allowed', detail: MANY }]);
}
