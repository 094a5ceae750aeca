const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Making a format is slow, and lists need one for each row. There are no more than a few hundred time zones;
 * older rows may spell them in any case.
 */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const name = timeZone.toLowerCase();
  const known = formats.get(name);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(name, made);
  return made;
}

/** The calendar date of an instant in a time zone, `YYYY-MM-DD`. */
export function dateIn(timeZone: string, instant: Date): string {
  const parts = formatOf(timeZone).formatToParts(instant);
  const part = (type: 'year' | 'month' | 'day') => parts.find((found) => found.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
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
