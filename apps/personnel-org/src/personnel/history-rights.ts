import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, type FieldError, reachOf } from '@safety/contracts';
import { OrgStructures } from '@safety/persistence';
import { permissionDenied } from '@safety/platform';
import { ArchivedPlaces } from '../org-structures/archived-places.js';
import { WorkHistoryRows } from '../work-history/work-history.rows.js';
import { type DatedPlace, placesOfChangedDays } from './changed-days.js';

const NEEDED = { see: 'personnel.read', write: 'personnel.write' } as const;

/**
 * Days of a work history are written by those who may write people at the org structures of these days,
 * before and after. Otherwise a writer of one site could move people to and from others.
 */
@Injectable()
export class HistoryRights {
  constructor(
    private readonly history: WorkHistoryRows,
    private readonly orgStructures: OrgStructures,
    private readonly places: ArchivedPlaces,
  ) {}

  /** The errors of the org structure that a new record names. Throws 403 for one that is in sight alone. */
  faults(company: CompanyContext, orgStructureId: string): Promise<FieldError[]> {
    return this.orgStructures.faults(company, orgStructureId, NEEDED);
  }

  /** Throws 403 unless the caller may write people at the place of a person. */
  demandPerson(company: CompanyContext, placeIds: readonly string[] | null): void {
    if (!covers(reachOf(company, NEEDED.write), placeIds ?? [])) throw permissionDenied(NEEDED.write);
  }

  /** Throws 403 unless the caller may write people at all of these org structures. */
  async demand(company: CompanyContext, orgStructureIds: readonly string[]): Promise<void> {
    const reach = reachOf(company, NEEDED.write);
    if (reach === 'everywhere') return;
    const places = await this.orgStructures.find(company.companyId, orgStructureIds);
    if (!orgStructureIds.every((id) => covers(reach, places.get(id)?.pathIds ?? [])))
      throw permissionDenied(NEEDED.write);
  }

  /** The records of a person before a write, for `demandChanged`. */
  async before(company: CompanyContext, personnelId: string): Promise<DatedPlace[]> {
    return reachOf(company, NEEDED.write) === 'everywhere' ? [] : this.history.dated(company, personnelId);
  }

  /** The org structures of the records that count or are going to, for `refuseArchived`. */
  placesOf(company: CompanyContext, personnelId: string, today: string): Promise<string[]> {
    return this.places.ofPerson(company, personnelId, today);
  }

  /**
   * Throws 409 `archived` when a record of an archived org structure counts that did not before the write.
   */
  async refuseArchived(
    company: CompanyContext,
    personnelId: string,
    today: string,
    before: readonly string[],
  ): Promise<void> {
    const counting = await this.places.ofPerson(company, personnelId, today);
    await this.places.refuse(
      company,
      counting.filter((id) => !before.includes(id)),
    );
  }

  /** Throws 403 unless the caller may write each day that has changed since `before`. */
  async demandChanged(
    company: CompanyContext,
    personnelId: string,
    before: readonly DatedPlace[],
  ): Promise<void> {
    if (reachOf(company, NEEDED.write) === 'everywhere') return;
    const after = await this.history.dated(company, personnelId);
    await this.demand(company, placesOfChangedDays(before, after));
  }
}
