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
