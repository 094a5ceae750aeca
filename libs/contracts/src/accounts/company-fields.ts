import { z } from 'zod';
import { countryCodeSchema } from '../http/iso-codes.js';
import { line } from '../http/text.js';
import { timeZoneSchema } from '../http/time.js';

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

export const localeSchema = z
  .string()
  .min(2)
  // Time to read a tag grows with the square of its length.
  .max(35, { abort: true })
  .refine(isLocale, { error: 'Is no language tag (BCP 47), such as en.' })
  .meta({ examples: ['en'] });

/** Name and whereabouts of a company. */
export const companyFields = {
  name: line(200),
  legalName: line(200).nullable().default(null),
  countryCode: countryCodeSchema.describe('ISO 3166-1 alpha-2.'),
  timeZone: timeZoneSchema.describe('IANA name.'),
  defaultLocale: localeSchema.default('en').describe('BCP 47.'),
};

/** The names of a user. */
export const personNames = { givenName: line(100), familyName: line(100) };
