import { type EventGroup, type RiddorCategory, riddorCategories } from '@safety/contracts';

/** The probable duties under the regulations, until a person has decided in the group itself. */
export interface Regulatory {
  oshaRecordable: boolean;
  riddorReportable: boolean;
  riddorCategory: RiddorCategory | null;
  reportDueAt: Date | null;
}

export const regulatoryMembers = [
  'oshaRecordable',
  'riddorReportable',
  'riddorCategory',
  'reportDueAt',
] as const satisfies (keyof Regulatory)[];

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const isPerson = ({ groupType }: EventGroup): boolean => groupType === 'injury' || groupType === 'illness';
const isPublic = ({ personType }: EventGroup): boolean =>
  personType === 'visitor' || personType === 'memberOfPublic';
const isInPatient = (group: EventGroup): boolean =>
  group.hospitalizedInPatient === true || group.treatment === 'hospitalInpatient';
const isDeath = ({ outcome, osha }: EventGroup): boolean =>
  outcome === 'fatality' || osha?.outcome === 'death';
const isInHospital = (group: EventGroup): boolean =>
  isInPatient(group) || group.treatedInEmergencyRoom === true || group.treatment === 'emergencyRoom';

const recordableOutcomes = [
  'medicalTreatment',
  'restrictedOrTransferred',
  'daysAway',
  'permanentDisability',
  'fatality',
];

/** 29 CFR 1904.7: beyond first aid, and not of the public. A case with a column of Form 300 is in the log. */
function isRecordable(group: EventGroup): boolean {
  const decided = group.osha?.recordable ?? null;
  if (decided !== null) return decided;
  if (group.osha?.outcome) return true;
  if (!isPerson(group) || isPublic(group)) return false;
  return (
    recordableOutcomes.includes(group.outcome ?? '') ||
    group.daysAway + group.daysRestricted > 0 ||
    group.treatment === 'medicalTreatment' ||
    isInPatient(group)
  );
}

/** The choice of a person counts first. A case that is not reportable may still have to be on record. */
function riddorCategoryOf(group: EventGroup): RiddorCategory | null {
  const category = group.riddor?.category ?? proposedCategoryOf(group);
  return group.riddor?.reportable === false && category !== 'overThreeDayRecordOnly' ? null : category;
}

/** RIDDOR 2013, regulations 4 to 7. */
function proposedCategoryOf(group: EventGroup): RiddorCategory | null {
  if (group.groupType === 'dangerousOccurrence') return 'dangerousOccurrence';
  if (!isPerson(group)) return null;
  if (group.outcome === 'fatality') return 'death';
  if (isPublic(group)) return isInHospital(group) ? 'nonWorkerHospital' : null;
  const days = group.daysAway + group.daysRestricted;
  if (days > 7) return 'overSevenDay';
  return days > 3 ? 'overThreeDayRecordOnly' : null;
}

function isReportable(group: EventGroup): boolean {
  const category = riddorCategoryOf(group);
  return group.riddor?.reportable ?? (category !== null && category !== 'overThreeDayRecordOnly');
}

/** 29 CFR 1904.39 and RIDDOR 2013, each counted from the event. A report that was made is not due. */
function dueTimes(group: EventGroup, occurredAt: Date): number[] {
  const after = (duration: number) => occurredAt.getTime() + duration;
  const due: number[] = [];
  if (isRecordable(group) && isDeath(group)) due.push(after(8 * HOUR_MS));
  else if (isRecordable(group) && isInPatient(group)) due.push(after(24 * HOUR_MS));
  if (isReportable(group) && !group.riddor?.reportedAt)
    due.push(after((riddorCategoryOf(group) === 'overSevenDay' ? 15 : 10) * DAY_MS));
  return due;
}

type MedicalDetail = Pick<EventGroup, 'treatment' | 'treatedInEmergencyRoom' | 'hospitalizedInPatient'>;
const unknown: MedicalDetail = {
  treatment: null,
  treatedInEmergencyRoom: null,
  hospitalizedInPatient: null,
};
const gravest: MedicalDetail = {
  treatment: 'hospitalInpatient',
  treatedInEmergencyRoom: true,
  hospitalizedInPatient: true,
};

/** The proposals without those that medical detail decides, which are null. */
export type OpenRegulatory = { [Member in keyof Regulatory]: Regulatory[Member] | null };

/**
 * The proposals as they are whatever the medical detail says, and the names of those that depend on it. More
 * detail only adds duties: between the least and the gravest nothing else is possible.
 */
export function openRegulatoryOf(
  groups: readonly EventGroup[],
  occurredAt: Date,
): { open: OpenRegulatory; hidden: (keyof Regulatory)[] } {
  const as = (detail: MedicalDetail) =>
    regulatoryOf(
      groups.map((group) => ({ ...group, ...detail })),
      occurredAt,
    );
  const [least, most] = [as(unknown), as(gravest)];
  const hidden = regulatoryMembers.filter((member) => least[member]?.valueOf() !== most[member]?.valueOf());
  return { open: { ...least, ...Object.fromEntries(hidden.map((member) => [member, null])) }, hidden };
}

/** The proposals for an event of these groups. */
export function regulatoryOf(groups: readonly EventGroup[], occurredAt: Date): Regulatory {
  const found = new Set(groups.map(riddorCategoryOf));
  const due = groups.flatMap((group) => dueTimes(group, occurredAt));
  return {
    oshaRecordable: groups.some(isRecordable),
    riddorReportable: groups.some(isReportable),
    riddorCategory: riddorCategories.find((category) => found.has(category)) ?? null,
    reportDueAt: due.length > 0 ? new Date(Math.min(...due)) : null,
  };
}
