import { z } from 'zod';
import { ianaSpelling, isTimeZone } from './time-zone.js';

const inRange = (year: number): boolean => year >= 1900 && year <= 2200;

/** A calendar date `YYYY-MM-DD` between the years 1900 and 2200. */
export const dateSchema = z.iso.date({ abort: true }).refine((date) => inRange(Number(date.slice(0, 4))), {
  error: 'Must be between the years 1900 and 2200.',
  params: { code: 'out-of-range' },
});

/**
 * A calendar date in a message. Services compute such days from dates of requests, so they may lie outside
 * the years that a request may name.
 */
export const messageDateSchema = z.iso.date();

/** zod's own takes no small letters. The documents leave out that the case does not matter. */
const INSTANT = new RegExp(z.core.regexes.datetime({ offset: true }), 'i');

/**
 * An instant in RFC 3339, whose `T` and `Z` may be small, with any offset between the years 1900 and 2200;
 * read as a `Date`. A leap second is refused: no `Date` holds one.
 */
export const dateTimeSchema = z
  .stringFormat('datetime', INSTANT, { abort: true })
  .refine((text) => inRange(new Date(text).getUTCFullYear()), {
    error: 'Must be between the years 1900 and 2200.',
    params: { code: 'out-of-range' },
  })
  .transform((text) => new Date(text));

/** An instant in a response: a `Date` written as RFC 3339 in UTC with milliseconds. */
export const timestampSchema = z
  .date()
  .transform((date) => date.toISOString())
  .pipe(z.string().meta({ format: 'date-time' }));

/**
 * An IANA name, for example `Europe/Dublin`, kept as IANA spells it. An offset is none: it says nothing of
 * daylight saving.
 */
export const timeZoneSchema = z
  .string()
  .max(64, { abort: true })
  .regex(/^[A-Za-z]/, { error: 'Must be an IANA name, for example Europe/Dublin.', abort: true })
  .overwrite(ianaSpelling)
  .refine(isTimeZone, { error: 'There is no such time zone.' });
