import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type FieldError,
  type Permission,
  riskStages,
  type SaveHazard,
} from '@safety/contracts';
import { type NamedRow, namedRows, OrgStructures, unknownRow } from '@safety/persistence';
import { People } from '../read-models/people.js';

/** Checks whatever a hazard names: its org structure, people, events and attachments. */
@Injectable()
export class HazardReferences {
  constructor(
    private readonly orgStructures: OrgStructures,
    private readonly people: People,
  ) {}

  /**
   * The errors of the references in a hazard. Throws 403 when the caller sees the org structure but lacks the
   * permission there.
   */
  async faults(company: CompanyContext, hazard: SaveHazard, permission: Permission): Promise<FieldError[]> {
    const needed = { see: 'hazards.read', write: permission } as const;
    return [
      ...(await this.orgStructures.faults(company, hazard.orgStructureId, needed)),
      ...(await this.people.faults(company.companyId, peopleIn(hazard))),
      ...unknownReferences(hazard),
    ];
  }
}

const peopleIn = ({
  reportedByPersonnelId,
  responsiblePersonnelId,
  riskAssessment,
}: SaveHazard): NamedRow[] =>
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

/**
 * Events, attachments and associates are nowhere to be found yet, so no id of one can be right. Taking them unchecked
 * would let an id of another company in.
 */
const unknownReferences = ({
  reportedByAssociateId,
  relatedEventIds,
  attachmentIds,
}: SaveHazard): FieldError[] => [
  ...namedRows({ reportedByAssociateId }).map(({ pointer }) => unknownRow(pointer, 'associate')),
  ...namedRows({ relatedEventIds }).map(({ pointer }) => unknownRow(pointer, 'event')),
  ...namedRows({ attachmentIds }).map(({ pointer }) => unknownRow(pointer, 'attachment')),
];
