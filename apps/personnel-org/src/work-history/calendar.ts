/** So far ahead a hire date lies, and the record that begins on it, at most. */
export const MAX_YEARS_AHEAD = 2;

/** The same day of another year; 29 February becomes 1 March where there is none. */
export function yearsLater(date: string, years: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1, day)).toISOString().slice(0, 10);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day before or after a date, or any number of days away. */
export function daysLater(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
