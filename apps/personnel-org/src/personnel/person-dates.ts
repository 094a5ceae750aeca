import type { FieldError } from '@safety/contracts';
import { MAX_YEARS_AHEAD, yearsLater } from '../work-history/calendar.js';

const YOUNGEST_YEARS = 13;
const OLDEST_YEARS = 100;

interface PersonDates {
  hireDate: string;
  terminationDate: string | null;
  dateOfBirth: string | null;
}

/** Where the dates of a person contradict each other or today. */
export function dateFaults(
  { hireDate, terminationDate, dateOfBirth }: PersonDates,
  today: string,
): FieldError[] {
  const faults: FieldError[] = [];
  const fault = (pointer: string, code: FieldError['code'], detail: string) =>
    faults.push({ pointer, code, detail });
  if (hireDate > yearsLater(today, MAX_YEARS_AHEAD))
    fault('/hireDate', 'out-of-range', `At most ${MAX_YEARS_AHEAD} years from today.`);
  if (terminationDate !== null && terminationDate < hireDate)
    fault('/terminationDate', 'before-start', 'Must not be before the hire date.');
  if (dateOfBirth !== null && !isOfAge(dateOfBirth, today))
    fault('/dateOfBirth', 'out-of-range', `Age must be ${YOUNGEST_YEARS} to ${OLDEST_YEARS}.`);
  return faults;
}

/** Somebody is of the highest age until the day before the next birthday. */
const isOfAge = (dateOfBirth: string, today: string): boolean =>
  yearsLater(dateOfBirth, YOUNGEST_YEARS) <= today && yearsLater(dateOfBirth, OLDEST_YEARS + 1) > today;
