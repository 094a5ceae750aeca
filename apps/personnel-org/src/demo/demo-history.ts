import type { InitialHistory } from '@safety/contracts';
import type { DemoPerson } from '@safety/demo-data';
import { type Work, workOf } from '../personnel/working-since.js';
import { daysLater, yearsLater } from '../work-history/calendar.js';

/** A record of work history of a demo person. */
export interface DemoHistoryRecord
  extends Pick<
    InitialHistory,
    'orgStructureId' | 'jobTitle' | 'employmentType' | 'employmentStatus' | 'reason'
  > {
  effectiveDate: string;
}

const PROMOTED_BEFORE = '2022-01-01';
const LEFT_ON = '2025-09-30';
const LEAVE_BEGAN_DAYS_AGO = 20;
const MOVES_IN_DAYS = 45;
const JOB_BEFORE = 'General operative';

/**
 * Ordinary people of a demo company, one in so many: those who lead, sign in or are apprentices stay as they
 * are.
 */
const isOneIn = (people: readonly DemoPerson[], person: DemoPerson, every: number, at: number): boolean => {
  const ordinary = people.filter(
    ({ id, userId, employmentType }) =>
      userId === null &&
      employmentType !== 'apprentice' &&
      !people.some((other) => other.lineManagerId === id),
  );
  return ordinary.indexOf(person) % every === at;
};

/**
 * The work history of a demo person, by date: some were promoted, some have left, some are on leave, and some
 * move to another place soon. Dates of what goes on follow from `today`, on which the rows are added.
 */
export function demoHistoryOf(
  people: readonly DemoPerson[],
  person: DemoPerson,
  today: string,
): DemoHistoryRecord[] {
  const { hireDate, orgStructureId, jobTitle, employmentType } = person;
  const now = { orgStructureId, jobTitle, employmentType, employmentStatus: 'active' as const };
  const first: DemoHistoryRecord = { ...now, effectiveDate: hireDate, reason: 'hire' };
  if (hireDate < PROMOTED_BEFORE && isOneIn(people, person, 7, 3))
    return [
      { ...first, jobTitle: JOB_BEFORE },
      { ...now, effectiveDate: yearsLater(hireDate, 2), reason: 'promotion' },
    ];
  if (hireDate < LEFT_ON && isOneIn(people, person, 29, 11))
    return [first, { ...now, effectiveDate: LEFT_ON, employmentStatus: 'terminated', reason: 'termination' }];
  if (isOneIn(people, person, 31, 17))
    return [
      first,
      {
        ...now,
        effectiveDate: daysLater(today, -LEAVE_BEGAN_DAYS_AGO),
        employmentStatus: 'onLeave',
        reason: 'leave',
      },
    ];
  const elsewhere = people.find(
    (other) => other.orgStructureId !== orgStructureId && other.jobTitle === jobTitle,
  );
  if (elsewhere && isOneIn(people, person, 23, 5))
    return [
      first,
      {
        ...now,
        effectiveDate: daysLater(today, MOVES_IN_DAYS),
        orgStructureId: elsewhere.orgStructureId,
        reason: 'transfer',
      },
    ];
  return [first];
}

/** Since when a demo person works, on a day. */
export const demoWorkOf = (history: readonly DemoHistoryRecord[], today: string): Work =>
  workOf(history.filter(({ effectiveDate }) => effectiveDate <= today).reverse());
