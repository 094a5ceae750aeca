import {
  type Code,
  type EventGroup,
  type FieldError,
  type SaveEventGroup,
  sensitiveGroupMembers,
} from '@safety/contracts';
import { unknownRow } from '@safety/persistence';
import { type CodedMember, englishLabel } from '../codelists/code-lists.js';

/** The groups that the event has, and those that its approved state has beside them. */
export const knownGroups = (
  current: readonly EventGroup[],
  approved: readonly EventGroup[],
): readonly EventGroup[] => [
  ...current,
  ...approved.filter(({ id }) => !current.some((group) => group.id === id)),
];

/** Whether a body has a group again that the approved state alone still has. */
export const bringsBack = (
  groups: readonly SaveEventGroup[],
  current: readonly EventGroup[],
  approved: readonly EventGroup[],
): boolean => {
  const has = (among: readonly EventGroup[], id: string | undefined) =>
    among.some((group) => group.id === id);
  return groups.some(({ id }) => has(approved, id) && !has(current, id));
};

/**
 * The errors of the ids by which a body names groups of an event that there is: as new ones they would lose
 * what the caller cannot read. The ids of a new event are made here.
 */
export const groupFaults = (
  groups: readonly SaveEventGroup[],
  current: readonly EventGroup[] | undefined,
): FieldError[] =>
  groups.flatMap(({ id }, index): FieldError[] => {
    if (id === undefined || current === undefined) return [];
    const pointer = `/eventGroups/${index}/id`;
    if (!current.some((known) => known.id === id)) return [unknownRow(pointer, 'group')];
    const isRepeated = groups.findIndex((group) => group.id === id) < index;
    return isRepeated ? [{ pointer, code: 'duplicate', detail: 'Names a group twice.' }] : [];
  });

/**
 * The errors of groups without an id, from a caller who cannot read medical detail, in a body that misses a
 * group of the event: the new one would take its place, and what the caller cannot read would be lost. That
 * holds whatever is stored, since a refusal would tell. A group that is left out alone is taken out.
 */
export const namelessGroupFaults = (
  groups: readonly SaveEventGroup[],
  current: readonly EventGroup[],
): FieldError[] => {
  const isMissing = current.some(({ id }) => groups.every((group) => group.id !== id));
  if (!isMissing) return [];
  return groups.flatMap(({ id }, index) => (id === undefined ? [namelessGroup(index)] : []));
};

const namelessGroup = (index: number): FieldError => ({
  pointer: `/eventGroups/${index}/id`,
  code: 'required',
  detail:
    'Without an id this is a new group, and the body misses one of the event, whose medical detail would be lost: ' +
    'send the id of each group that there is.',
});

const injuredPersons = [
  'personInjuredPersonnelId',
  'personInjuredAssociateId',
  'personInjuredName',
] as const satisfies (keyof SaveEventGroup)[];

/**
 * The errors of groups that there are already, from a caller who cannot read medical detail. Another injured
 * person would take it over. A value of it is a guess, which the change record would confirm, and takes the
 * place of what is there. That holds whatever is stored, since a refusal would tell.
 */
export const redactedGroupFaults = (
  groups: readonly SaveEventGroup[],
  current: readonly EventGroup[],
): FieldError[] =>
  groups.flatMap((group, index) => {
    const before = current.find(({ id }) => id === group.id);
    if (!before) return [];
    const fault = (member: string, detail: string): FieldError => ({
      pointer: `/eventGroups/${index}/${member}`,
      code: 'not-allowed',
      detail,
    });
    return [
      ...injuredPersons
        .filter((member) => group[member] !== before[member])
        .map((member) =>
          fault(member, 'Changing it takes personnel.sensitive: add a new group for another person.'),
        ),
      ...sensitiveGroupMembers
        .filter((member) => group[member] !== null)
        .map((member) => fault(member, 'Takes personnel.sensitive: send null, which leaves it as it is.')),
    ];
  });

/**
 * The groups of a body as they are stored. A group keeps its id where the event has it already, and from a
 * caller who cannot read medical detail that, too.
 */
export const storedGroups = (
  groups: readonly SaveEventGroup[],
  current: readonly EventGroup[],
  { isRedacted, newId }: { isRedacted: boolean; newId: () => string },
): EventGroup[] => {
  const known = new Map(current.map((group) => [group.id, group]));
  return groups.map(({ id, ...group }) => {
    const before = id === undefined ? undefined : known.get(id);
    const kept = before && isRedacted ? medicalDetailOf(before) : {};
    const { personType = group.personInjuredPersonnelId ? 'employee' : null } = group;
    const after = { ...group, ...kept, personType, id: before?.id ?? newId() };
    return {
      ...after,
      osha: after.osha && withoutProposal(after.osha, [after, ...(before ? [before] : [])]),
    };
  });
};

/** A log description that only says what the codes propose, as it was read, is none that a person wrote. */
const withoutProposal = (
  osha: NonNullable<EventGroup['osha']>,
  groups: readonly EventGroup[],
): NonNullable<EventGroup['osha']> =>
  groups.some((group) => proposedLogDescription(group) === osha.logDescription)
    ? { ...osha, logDescription: null }
    : osha;

const medicalDetailOf = (group: EventGroup): Partial<EventGroup> =>
  Object.fromEntries(sensitiveGroupMembers.map((member) => [member, group[member]]));

/** Groups without their medical detail, and the JSON pointers of what was taken out. */
export function redactedGroups(groups: readonly EventGroup[]): {
  eventGroups: EventGroup[];
  redactedFields: string[];
} {
  const nothing = Object.fromEntries(sensitiveGroupMembers.map((member) => [member, null]));
  return {
    eventGroups: groups.map((group) => ({ ...group, ...nothing })),
    redactedFields: groups.flatMap((_, index) =>
      sensitiveGroupMembers.map((member) => `/eventGroups/${index}/${member}`),
    ),
  };
}

/** Form 300, column F, as the codes propose it: in the words of the event, else in those of the lists. */
export function proposedLogDescription({
  natureOfInjury,
  bodyParts,
  sourceOfInjury,
}: EventGroup): string | null {
  const labels = (of: CodedMember, ...codes: (Code | null)[]) =>
    codes.map((code) => code && (code.label ?? englishLabel(of, code)));
  const text = [
    ...labels('natureOfInjury', natureOfInjury),
    ...labels('bodyParts', ...bodyParts),
    ...labels('sourceOfInjury', sourceOfInjury),
  ]
    .filter((label) => label)
    .join(', ');
  return text === '' ? null : text.slice(0, 255).trimEnd().toWellFormed();
}
