import { invalidField } from '@safety/platform';
import { yearsLater } from './calendar.js';

const YOUNGEST_YEARS = 13;
const OLDEST_YEARS = 100;
const MAX_YEARS_AHEAD = 2;

interface PersonDates {
  hireDate: string;
  terminationDate: string | null;
  dateOfBirth: string | null;
}

/** Throws 422 where the dates of a person contradict each other or today. */
export function checkDates({ hireDate, terminationDate, dateOfBirth }: PersonDates, today: string): void {
  if (hireDate > yearsLater(today, MAX_YEARS_AHEAD)) {
    throw invalidField('/hireDate', 'out-of-range', `At most ${MAX_YEARS_AHEAD} years from today.`);
  }
  if (terminationDate !== null && terminationDate < hireDate) {
    throw invalidField('/terminationDate', 'before-start', 'Must not be before the hire date.');
  }
  if (dateOfBirth === null) return;
  if (dateOfBirth > yearsLater(today, -YOUNGEST_YEARS) || dateOfBirth < yearsLater(today, -OLDEST_YEARS)) {
    throw invalidField('/dateOfBirth', 'out-of-range', `Age must be ${YOUNGEST_YEARS} to ${OLDEST_YEARS}.`);
  }
}
