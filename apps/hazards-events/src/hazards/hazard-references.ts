import { Injectable } from '@nestjs/common';
import { permissionDenied } from '@safety/auth-guard';
import {
  type CompanyContext,
  type FieldError,
  type Permission,
  reachOf,
  riskStages,
  type SaveHazard,
} from '@safety/contracts';
import { People } from '../read-models/people.js';
import { Places, reaches } from '../read-models/places.js';

type Named = readonly [pointer: string, id: string];

const notFound = (pointer: string, what: string): FieldError => ({
  pointer,
  code: 'not-found',
  detail: `No such ${what}.`,
});
const archived = (pointer: string, what: string): FieldError => ({
  pointer,
  code: 'archived-reference',
  detail: `The ${what} is archived.`,
});

/** Checks whatever a hazard names: its place, people, events and attachments. */
@Injectable()
export class HazardReferences {
  constructor(
    private readonly places: Places,
    private readonly people: People,
  ) {}

  /** What cannot be named. Throws 403 when the caller sees the place but lacks the permission there. */
  async faults(company: CompanyContext, hazard: SaveHazard, permission: Permission): Promise<FieldError[]> {
    return [
      ...(await this.placeFaults(company, hazard, permission)),
      ...(await this.personFaults(company, hazard)),
      ...unknownReferences(hazard),
    ];
  }

  private async placeFaults(
    company: CompanyContext,
    { orgStructureId }: SaveHazard,
    permission: Permission,
  ): Promise<FieldError[]> {
    const pointer = '/orgStructureId';
    const place = (await this.places.find(company.companyId, [orgStructureId])).get(orgStructureId);
    if (!place) return [notFound(pointer, 'place')];
    if (!reaches(reachOf(company, permission), place)) {
      // A place out of sight answers like one that does not exist.
      if (!reaches(reachOf(company, 'hazards.read'), place)) return [notFound(pointer, 'place')];
      throw permissionDenied(permission);
    }
    return place.archived ? [archived(pointer, 'place')] : [];
  }

  private async personFaults(company: CompanyContext, hazard: SaveHazard): Promise<FieldError[]> {
    const named = peopleIn(hazard);
    const people = await this.people.find(
      company.companyId,
      named.map(([, id]) => id),
    );
    return named.flatMap(([pointer, id]) => {
      const person = people.get(id);
      if (!person) return [notFound(pointer, 'person')];
      return person.archived ? [archived(pointer, 'person')] : [];
    });
  }
}

function peopleIn({ reportedByPersonnelId, responsiblePersonnelId, riskAssessment }: SaveHazard): Named[] {
  const assessors = riskStages.map(
    (stage) =>
      [
        `/riskAssessment/${stage}/assessedByPersonnelId`,
        riskAssessment[stage]?.assessedByPersonnelId,
      ] as const,
  );
  const named = [
    ['/reportedByPersonnelId', reportedByPersonnelId] as const,
    ['/responsiblePersonnelId', responsiblePersonnelId] as const,
    ...assessors,
  ];
  return named.flatMap(([pointer, id]) => (id ? [[pointer, id] as const] : []));
}

/**
 * Events, attachments and associates are nowhere to be found yet, so no id of one can be right. Taking them unchecked
 * would let an id of another company in.
 */
function unknownReferences({
  reportedByAssociateId,
  relatedEventIds,
  attachmentIds,
}: SaveHazard): FieldError[] {
  return [
    ...(reportedByAssociateId === null ? [] : [notFound('/reportedByAssociateId', 'associate')]),
    ...relatedEventIds.map((_, index) => notFound(`/relatedEventIds/${index}`, 'event')),
    ...attachmentIds.map((_, index) => notFound(`/attachmentIds/${index}`, 'attachment')),
  ];
}
