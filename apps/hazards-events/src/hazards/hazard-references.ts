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
import { tellingEventFault } from './telling-fault.js';

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
    return [
      ...(await this.orgStructures.faults(company, hazard.orgStructureId, needed)),
      ...(await this.people.faults(company, peopleIn(hazard), before(peopleIn))),
      ...(await this.associates.faults(company, associatesIn(hazard), before(associatesIn))),
      ...(await this.eventFaults(company, hazard, known)),
    ];
  }

  private async eventFaults(
    company: CompanyContext,
    { relatedEventIds, anonymous }: SaveHazard,
    known: readonly AnyHazard[],
  ): Promise<FieldError[]> {
    const all = namedRows({ relatedEventIds });
    const notIn = (hazards: readonly AnyHazard[]) => {
      const kept = hazards.flatMap((hazard) => hazard.relatedEventIds);
      return all.filter(({ id }) => !kept.includes(id));
    };
    const added = notIn(known);
    const inSight = await rowsInSight(company, this.events, this.approvedEvents, idsOf(added));
    const unnamed = anonymous ? notIn(known.filter((hazard) => hazard.anonymous)) : [];
    const telling = await this.events.ownUnapproved(company, idsOf(unnamed));
    return [
      ...referenceFaults('event', added, inSight),
      ...unnamed
        .filter(({ id }) => telling.has(id) && inSight.get(id) !== true)
        .map(({ pointer }) => tellingEventFault(pointer)),
    ];
  }
}

const idsOf = (named: readonly NamedRow[]): string[] => named.map(({ id }) => id);

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
