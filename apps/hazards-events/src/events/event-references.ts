import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError, Permission, SaveEvent } from '@safety/contracts';
import { type NamedRow, namedRows, OrgStructures, referenceFaults } from '@safety/persistence';
import { rowsInSight } from '../approvals/rows-in-sight.js';
import { type CodedMember, CodeLists, type NamedCode } from '../codelists/code-lists.js';
import { ApprovedHazards } from '../hazards/approved-hazards.js';
import { HazardRows } from '../hazards/hazards.rows.js';
import { tellingFault } from '../hazards/telling-fault.js';
import { Associates } from '../read-models/associates.js';
import { CompanyUsers } from '../read-models/company-users.js';
import { People } from '../read-models/people.js';
import type { AnyEvent } from './event.entity.js';

type Named = Pick<
  SaveEvent,
  'reportedByPersonnelId' | 'supervisorPersonnelId' | 'witnesses' | 'investigation'
> & {
  eventGroups: readonly Pick<
    SaveEvent['eventGroups'][number],
    'personInjuredPersonnelId' | 'personInjuredAssociateId'
  >[];
};

/** Checks whatever an event names: its org structure, people, associates, users and hazards. */
@Injectable()
export class EventReferences {
  constructor(
    private readonly orgStructures: OrgStructures,
    private readonly people: People,
    private readonly associates: Associates,
    private readonly users: CompanyUsers,
    private readonly hazards: HazardRows,
    private readonly approvedHazards: ApprovedHazards,
    private readonly codes: CodeLists,
  ) {}

  /**
   * The errors of the references in an event; what it names already, as it is worked on or as it was
   * approved, may be archived by now. Throws 403 when the caller sees the org structure but lacks the
   * permission there.
   */
  async faults(
    company: CompanyContext,
    event: Omit<SaveEvent, 'id'>,
    permission: Permission,
    { current, approved }: { current: AnyEvent | undefined; approved: AnyEvent | undefined },
  ): Promise<FieldError[]> {
    const known = [current, approved].filter((row) => row !== undefined);
    const kept = known.map(({ orgStructureId }) => orgStructureId);
    const needed = { see: 'events.read', write: permission, kept } as const;
    const before = (named: (event: Named) => NamedRow[]) => new Set(known.flatMap(named).map(({ id }) => id));
    const hazardIds = known.flatMap(({ relatedHazardIds }) => relatedHazardIds);
    return [
      ...(await this.orgStructures.faults(company, event.orgStructureId, needed)),
      ...(await this.people.faults(company, peopleIn(event), before(peopleIn))),
      ...(await this.associates.faults(company, associatesIn(event), before(associatesIn))),
      ...(await this.users.faults(company, usersIn(event), before(usersIn))),
      ...this.codeFaults(event.eventGroups),
      ...(await this.hazardFaults(company, event.relatedHazardIds, hazardIds)),
    ];
  }

  private codeFaults(groups: SaveEvent['eventGroups']): FieldError[] {
    return groups.flatMap((group, index) => {
      const pointer = `/eventGroups/${index}`;
      const esaw = group.esaw ? this.codes.esawFaults(`${pointer}/esaw`, group.esaw) : [];
      return [...this.codes.faults(codesIn(pointer, group)), ...esaw];
    });
  }

  private async hazardFaults(
    company: CompanyContext,
    relatedHazardIds: readonly string[],
    kept: readonly string[],
  ): Promise<FieldError[]> {
    const named = namedRows({ relatedHazardIds }).filter(({ id }) => !kept.includes(id));
    const ids = named.map(({ id }) => id);
    // Else their authors could withdraw or delete them meanwhile, as no event names them yet.
    const drafts = await this.hazards.hold(company, ids);
    const known = await rowsInSight(company, this.hazards, this.approvedHazards, ids);
    const telling = await this.hazards.tellingAuthors(company, ids);
    return [
      ...referenceFaults('hazard', named, known),
      ...named
        .filter(({ id }) => known.get(id) === false && drafts.has(id))
        .map(({ pointer }) => draftFault(pointer)),
      ...named
        .filter(({ id }) => known.get(id) === false && telling.has(id) && !drafts.has(id))
        .map(({ pointer }) => tellingFault(pointer)),
    ];
  }
}

/** Nobody else finds it, and its author may delete it. */
const draftFault = (pointer: string): FieldError => ({
  pointer,
  code: 'not-allowed',
  detail: 'The hazard is a draft.',
});

const peopleIn = ({ reportedByPersonnelId, supervisorPersonnelId, witnesses, eventGroups }: Named) =>
  namedRows({
    reportedByPersonnelId: reportedByPersonnelId ?? null,
    supervisorPersonnelId: supervisorPersonnelId ?? null,
    ...numbered('witnesses', 'personnelId', witnesses),
    ...numbered('eventGroups', 'personInjuredPersonnelId', eventGroups),
  });

const associatesIn = ({ witnesses, eventGroups }: Named) =>
  namedRows({
    ...numbered('witnesses', 'associateId', witnesses),
    ...numbered('eventGroups', 'personInjuredAssociateId', eventGroups),
  });

const usersIn = ({ investigation }: Named) =>
  investigation
    ? namedRows({
        'investigation/leadUserId': investigation.leadUserId,
        'investigation/teamUserIds': investigation.teamUserIds,
      })
    : [];

/** The ids that the elements of a list hold, by their pointers. */
const numbered = <Member extends string>(
  list: string,
  member: Member,
  elements: readonly Readonly<Record<Member, string | null>>[],
): Record<string, string | null> =>
  Object.fromEntries(elements.map((element, index) => [`${list}/${index}/${member}`, element[member]]));

const singleCodes = [
  'natureOfInjury',
  'eventOrExposure',
  'sourceOfInjury',
  'secondarySource',
] as const satisfies CodedMember[];

const codesIn = (pointer: string, group: SaveEvent['eventGroups'][number]): NamedCode[] => [
  ...singleCodes.flatMap((of) => {
    const given = group[of];
    return given ? [{ pointer: `${pointer}/${of}`, of, scheme: given.scheme, code: given.code }] : [];
  }),
  ...group.bodyParts.map(({ scheme, code }, index) => ({
    pointer: `${pointer}/bodyParts/${index}`,
    of: 'bodyParts' as const,
    scheme,
    code,
  })),
];
