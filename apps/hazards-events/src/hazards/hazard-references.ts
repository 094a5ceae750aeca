import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type FieldError,
  type Permission,
  type RiskStage,
  riskStages,
  type SaveHazard,
} from '@safety/contracts';
import { type NamedRow, namedRows, OrgStructures, referenceFaults } from '@safety/persistence';
import { rowsInSight } from '../approvals/rows-in-sight.js';
import { ApprovedEvents } from '../events/approved-events.js';
import { EventRows } from '../events/events.rows.js';
import { Associates } from '../read-models/associates.js';
import { People } from '../read-models/people.js';
import type { AnyHazard, Hazard } from './hazard.entity.js';

type Named = Pick<Hazard, 'reportedByPersonnelId' | 'reportedByAssociateId' | 'responsiblePersonnelId'> & {
  riskAssessment: Record<RiskStage, { assessedByPersonnelId: string | null } | null>;
};

/** Checks whatever a hazard names: its org structure, people, associates and events. */
@Injectable()
export class HazardReferences {
  constructor(
    private readonly orgStructures: OrgStructures,
    private readonly people: People,
    private readonly associates: Associates,
    private readonly events: EventRows,
    private readonly approvedEvents: ApprovedEvents,
  ) {}

  /**
   * The errors of the references in a hazard; what it names already, as it is worked on or as it was
   * approved, may be archived by now. Throws 403 when the caller sees the org structure but lacks the
   * permission there.
   */
  async faults(
    company: CompanyContext,
    hazard: SaveHazard & Pick<Hazard, 'reportedByPersonnelId'>,
    permission: Permission,
    { current, approved }: { current: AnyHazard | undefined; approved: AnyHazard | undefined },
  ): Promise<FieldError[]> {
    const known = [current, approved].filter((row) => row !== undefined);
    const kept = known.map(({ orgStructureId }) => orgStructureId);
    const needed = { see: 'hazards.read', write: permission, kept } as const;
    const before = (named: (hazard: Named) => NamedRow[]) =>
      new Set(known.flatMap(named).map(({ id }) => id));
    const eventIds = known.flatMap(({ relatedEventIds }) => relatedEventIds);
    return [
      ...(await this.orgStructures.faults(company, hazard.orgStructureId, needed)),
      ...(await this.people.faults(company, peopleIn(hazard), before(peopleIn))),
      ...(await this.associates.faults(company, associatesIn(hazard), before(associatesIn))),
      ...(await this.eventFaults(company, hazard.relatedEventIds, eventIds)),
    ];
  }

  private async eventFaults(
    company: CompanyContext,
    relatedEventIds: readonly string[],
    kept: readonly string[],
  ): Promise<FieldError[]> {
    const named = namedRows({ relatedEventIds }).filter(({ id }) => !kept.includes(id));
    const ids = named.map(({ id }) => id);
    const known = await rowsInSight(company, this.events, this.approvedEvents, ids);
    return referenceFaults('event', named, known);
  }
}

const associatesIn = ({ reportedByAssociateId }: Named): NamedRow[] => namedRows({ reportedByAssociateId });

const peopleIn = ({ reportedByPersonnelId, responsiblePersonnelId, riskAssessment }: Named): NamedRow[] =>
  namedRows({
    reportedByPersonnelId,
    responsiblePersonnelId,
    ...Object.fromEntries(
      riskStages.map((stage) => [
        `riskAssessment/${stage}/assessedByPersonnelId`,
        riskAssessment[stage]?.assessedByPersonnelId ?? null,
      ]),
    ),
  });
