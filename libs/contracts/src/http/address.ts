import { z } from 'zod';
import { countryCodeSchema } from './iso-codes.js';
import { line, optional } from './text.js';

/** A postal address. */
export const addressSchema = z.strictObject({
  line1: optional(line(200)),
  line2: optional(line(200)),
  city: optional(line(100)),
  region: optional(line(100)),
  postalCode: optional(line(20)),
  countryCode: optional(countryCodeSchema.meta({ examples: ['BE'] })).describe('ISO 3166-1 alpha-2.'),
});
export type Address = z.infer<typeof addressSchema>;
