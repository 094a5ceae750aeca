import { dateIn } from '@safety/platform';

/** So far ahead a hire date lies, and the record that begins on it, at most. */
export const MAX_YEARS_AHEAD = 2;

/** The same day of another year; 29 February becomes 1 March where there is none. */
export function yearsLater(date: string, years: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1, day)).toISOString().slice(0, 10);
}

const MINUTE_MS = 60_000;
const WIDEST_OFFSET_MS = 27 * 60 * MINUTE_MS;

/**
 * The first instant at which it is `date`, or later, in a time zone. Midnight may be skipped or come twice
 * when the clocks change, and a whole day may be left out; clocks change at whole minutes.
 */
export function startOfDay(date: string, timeZone: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  let [before, after] = [midnight - WIDEST_OFFSET_MS, midnight + WIDEST_OFFSET_MS];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (dateIn(timeZone, new Date(middle)) >= date) after = middle;
    else before = middle;
  }
  return new Date(after);
}

/** The day before or after a date, or any number of days away. */
export function daysLater(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * 60 * MINUTE_MS).toISOString().slice(0, 10);
}
