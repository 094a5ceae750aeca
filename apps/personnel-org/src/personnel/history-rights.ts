import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, type FieldError, type Permission, reachOf } from '@safety/contracts';
import { OrgStructures } from '@safety/persistence';
import { permissionDenied } from '@safety/platform';
import { ArchivedPlaces } from '../org-structures/archived-places.js';
import { refuseGain } from '../org-structures/gain-by-move.js';
import {
  type ChangedRecords,
  isEmployed,
  movesFrom,
  placesInUse,
  placesOfChangedDays,
} from '../work-history/dated-records.js';
import { LineManagers } from './line-managers.js';
import type { Person } from './person.entity.js';

const NEEDED = { see: 'personnel.read', write: 'personnel.write' } as const;

/**
 * The rights to a person that follow the place, beside those that it takes to write the person at all, and
 * that to read training: every employee has it at the own place, and people move there each day.
 */
const AT_PLACE = [
  'personnel.sensitive',
  'personnel.archive',
  'training.write',
] as const satisfies Permission[];

/**
 * Days of a work history are written by those who may write people at the org structures of these days,
 * before and after. Otherwise a writer of one site could move people to and from others.
 */
@Injectable()
export class HistoryRights {
  constructor(
    private readonly orgStructures: OrgStructures,
    private readonly places: ArchivedPlaces,
    private readonly managers: LineManagers,
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

  /**
   * Throws 403 unless the caller may write each day that a write changes, and for one that gives the caller
   * rights to the person, now or later. That holds whether or not there are sensitive members or training,
   * since a refusal would tell.
   */
  async demandChanged(company: CompanyContext, records: ChangedRecords, today: string): Promise<void> {
    await this.demand(company, placesOfChangedDays(records));
    const moves = movesFrom(records, today);
    if (moves.length === 0) return;
    const ids = moves.flatMap(({ from, to }) => [from, to]);
    const places = await this.orgStructures.find(company.companyId, ids);
    const pathOf = (id: string) => places.get(id)?.pathIds ?? [];
    for (const { from, to } of moves)
      refuseGain(company, AT_PLACE, 'person', { from: pathOf(from), to: pathOf(to) });
  }

  /**
   * Throws 409 `archived` when a record of an archived org structure would count that does not yet, and for a
   * return to a line manager who is archived.
   */
  async refuseArchived(
    company: CompanyContext,
    { lineManagerId }: Person,
    { before, after }: ChangedRecords,
    today: string,
  ): Promise<void> {
    const held = placesInUse(before, today);
    await this.places.refuse(
      company,
      placesInUse(after, today).filter((id) => !held.includes(id)),
    );
    if (lineManagerId !== null && isEmployed(after, today) && !isEmployed(before, today))
      await this.managers.refuseArchived(
        company,
        lineManagerId,
        'restore them, or give the person another one first.',
      );
  }

  /** Throws both, for a write that has yet to happen. */
  async judge(
    company: CompanyContext,
    person: Person,
    records: ChangedRecords,
    today: string,
  ): Promise<void> {
    await this.demandChanged(company, records, today);
    await this.refuseArchived(company, person, records, today);
  }
}
