import { z } from 'zod';
import { onlyOnce } from '../http/only-once.js';
import { line, optional } from '../http/text.js';
import { dateSchema } from '../http/time.js';

const establishmentTypes = ['private', 'stateGovernment', 'localGovernment'] as const;

/** A post office box where a street is wanted: OSHA wants the place itself. */
const POST_OFFICE_BOX = /(?<!\p{L})(?:p\.?\s*o\.?|post[\s-]+office)[\s-]*box(?!\p{L})/iu;

const year = z.strictObject({
  year: z.int().min(1970).max(2200),
  annualAverageEmployees: z.int().min(0).max(10_000_000),
  peakEmployees: z.int().min(0).max(10_000_000),
  totalHoursWorked: z.int().min(0).max(100_000_000_000),
  certifiedByName: optional(line(100)),
  certifiedByTitle: optional(line(100)),
  certifiedByPhone: optional(line(50)),
  certifiedOn: optional(dateSchema),
});

/** The data of a site for OSHA (29 CFR 1904), and its figures of each year. */
export const establishmentSchema = z.strictObject({
  legalName: line(100).describe('Unique in the company, whatever its case.'),
  companyName: optional(line(100)),
  ein: optional(z.string().regex(/^\d{9}$/, { error: 'Must be 9 digits.' })),
  naicsCode: z.string().regex(/^\d{6}$/, { error: 'Must be 6 digits.' }),
  industryDescription: optional(line(300)),
  establishmentType: z.enum(establishmentTypes),
  streetAddress: line(100)
    .refine((street) => !POST_OFFICE_BOX.test(street), { error: 'Must be a street, not a post office box.' })
    .describe('A street, no post office box.'),
  city: line(100),
  state: z.string().regex(/^[A-Z]{2}$/, { error: 'Must be the two letters of a state.' }),
  zip: z.string().regex(/^\d{5}(?:-?\d{4})?$/, { error: 'Must be 5 or 9 digits.' }),
  years: onlyOnce(z.array(year).max(30), 'a year', (one) => one.year).default([]),
});
export type Establishment = z.infer<typeof establishmentSchema>;
