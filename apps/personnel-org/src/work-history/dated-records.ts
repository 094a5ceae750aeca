import type { WorkHistory } from './work-history.entity.js';

/** A record of work history, as far as others depend on what it says of its days. */
export type DatedRecord = Pick<
  WorkHistory,
  'id' | 'version' | 'effectiveDate' | 'orgStructureId' | 'employmentStatus'
>;

/** The records of a person before and after a write, both in the order of dates. */
export interface ChangedRecords {
  before: readonly DatedRecord[];
  after: readonly DatedRecord[];
}

/** The records as they are once one is added, or changed from what it was. */
export const withRecord = (
  records: readonly DatedRecord[],
  wanted: Omit<DatedRecord, 'id' | 'version'>,
  was: Pick<WorkHistory, 'id' | 'version'> = { id: '', version: 0 },
): DatedRecord[] =>
  [
    ...records.filter(({ id }) => id !== was.id),
    { ...wanted, id: was.id, version: was.version + 1 },
  ].toSorted((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1));

/** The org structures of the records that count on a date, or are going to. */
export const placesInUse = (records: readonly DatedRecord[], today: string): string[] => [
  ...new Set(counting(records, today).map(({ orgStructureId }) => orgStructureId)),
];

/** Whether the person works on a date, or is going to. */
export const isEmployed = (records: readonly DatedRecord[], today: string): boolean =>
  counting(records, today).length > 0;

function counting(records: readonly DatedRecord[], today: string): DatedRecord[] {
  const current = inForce(records, today);
  return records.filter(
    ({ effectiveDate, employmentStatus, id }) =>
      employmentStatus !== 'terminated' && (effectiveDate > today || id === current?.id),
  );
}

/**
 * The org structures of the days that a write has changed, before and after it. Deleting a record changes
 * its days, which become those of the record before.
 */
export function placesOfChangedDays({ before, after }: ChangedRecords): string[] {
  const days = beginnings({ before, after });
  const [was, is] = [inForceOn(before, days), inForceOn(after, days)];
  const places = new Set<string>();
  for (const day of days.keys()) {
    if (was[day]?.id === is[day]?.id && was[day]?.version === is[day]?.version) continue;
    for (const record of [was[day], is[day]]) if (record) places.add(record.orgStructureId);
  }
  return [...places];
}

/** An org structure of a day before a write, and another one of that day after it. */
export interface Moved {
  from: string;
  to: string;
}

/**
 * The moves of a write on a date and the days after it. A day before the first record is the first one's: a
 * person belongs there until then.
 */
export function movesFrom({ before, after }: ChangedRecords, date: string): Moved[] {
  const days = [date, ...beginnings({ before, after }).filter((day) => day > date)];
  const [was, is] = [inForceOn(before, days), inForceOn(after, days)];
  return days.flatMap((_, day) => {
    const [from, to] = [was[day] ?? before[0], is[day] ?? after[0]];
    if (!from || !to || from.orgStructureId === to.orgStructureId) return [];
    return { from: from.orgStructureId, to: to.orgStructureId };
  });
}

/** The days on which a record begins, each once and in their order. */
const beginnings = ({ before, after }: ChangedRecords): string[] =>
  [...new Set([...before, ...after].map(({ effectiveDate }) => effectiveDate))].toSorted();

/** The record in force on each of some days, both in their order: thousands of them are walked once. */
function inForceOn(
  records: readonly DatedRecord[],
  days: readonly string[],
): readonly (DatedRecord | undefined)[] {
  let begun = 0;
  return days.map((day) => {
    for (let next = records[begun]; next && next.effectiveDate <= day; next = records[begun]) begun += 1;
    return records[begun - 1];
  });
}

const inForce = (records: readonly DatedRecord[], date: string): DatedRecord | undefined =>
  records.findLast(({ effectiveDate }) => effectiveDate <= date);
