import { z } from 'zod';

const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/** An IANA time zone by its name. Offsets such as +01:00 are no names: they know no summer. */
export const timeZoneSchema = z
  .string()
  .max(64)
  .refine((name) => known.has(name), { error: 'Must be an IANA time zone, such as Europe/Dublin.' })
  .meta({ examples: ['Europe/Dublin'] });

/** The calendar date of an instant in a time zone, `YYYY-MM-DD`. */
export function dateIn(timeZone: string, instant: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant);
  const part = (type: 'year' | 'month' | 'day') => parts.find((found) => found.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
