import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, reachOf } from '@safety/contracts';
import { invalidParameter, type Precondition, ProblemError, permissionDenied } from '@safety/platform';
import { refuseReferences } from '../in-use/in-use.js';
import { ArchivedPlaces } from '../org-structures/archived-places.js';
import { placesInUse } from '../work-history/dated-records.js';
import { WorkHistoryRows } from '../work-history/work-history.rows.js';
import { LineManagers } from './line-managers.js';
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
   * `in-use` when somebody active still reports to the person.
   */
  async archive(
    company: CompanyContext,
    id: string,
    precondition: Precondition,
    reassignTo: string | undefined,
  ): Promise<void> {
    await this.today.begin(company);
    await this.managers.takeTurns(company);
    await this.records.archive(company, id, precondition, async (person) => {
      await this.demandArchive(company, person);
      if (person.archived) return;
      if (reassignTo !== undefined) await this.reassign(company, person, reassignTo);
      const reports = await this.managers.activeReports(company, id);
      const reach = reachOf(company, 'personnel.read');
      const references = reports.map((report) => ({
        resource: 'personnel',
        id: report.id,
        readable: covers(reach, report.placeIds ?? []),
      }));
      refuseReferences('person', references);
    });
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
      if (
        employmentStatus !== 'terminated' &&
        (await this.managers.isArchived(company, person.lineManagerId))
      )
        throw new ProblemError('archived', { detail: 'The line manager is archived: restore them first.' });
      await this.places.refuse(company, placesInUse(await this.history.dated(company, id), today));
    });
  }

  private async demandArchive(company: CompanyContext, { id }: Person): Promise<void> {
    const { placeIds } = await this.today.get(company, id);
    if (!covers(reachOf(company, 'personnel.archive'), placeIds ?? []))
      throw permissionDenied('personnel.archive');
  }

  private async reassign(company: CompanyContext, { id }: Person, managerId: string): Promise<void> {
    const itself = managerId === id ? [{ detail: 'Must be somebody else.' }] : [];
    const [fault] = [...itself, ...(await this.managers.faults(company, managerId))];
    if (fault) throw invalidParameter('reassignTo', fault.detail);
    const reports = await this.managers.activeReports(company, id);
    const reach = reachOf(company, 'personnel.write');
    if (!reports.every(({ placeIds }) => covers(reach, placeIds ?? [])))
      throw permissionDenied('personnel.write');
    for (const report of reports) await this.managers.checkCycle(company, report.id, managerId);
    await this.records.reportTo(
      company,
      reports.map((report) => report.id),
      managerId,
    );
  }
}
