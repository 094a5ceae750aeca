import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { currencySchema } from '../http/iso-codes.js';
import { line, optional } from '../http/text.js';
import { timestampSchema } from '../http/time.js';
import { withoutRules } from '../http/without-rules.js';

export const payFrequencies = ['weekly', 'fortnightly', 'fourWeekly', 'monthly', 'other'] as const;

const writable = {
  payrollNumber: optional(line(50)).describe('Unique in the company, whatever its case.'),
  payGroup: optional(line(50)),
  payFrequency: optional(z.enum(payFrequencies)),
  costCentre: optional(line(50)),
  standardHoursPerWeek: optional(z.number().min(0).max(168)),
  hourlyCost: optional(z.number().min(0).max(1_000_000)),
  currency: optional(currencySchema.meta({ examples: ['EUR'] })).describe('ISO 4217.'),
};

const readOnly = {
  personnelId: idSchema,
  version: z.int().describe('The value of the ETag; 0: nothing was ever written.'),
  modifiedAt: timestampSchema.nullable(),
  modifiedByUserId: idSchema.nullable(),
};

/** The payroll of a person. All of it is sensitive; there are neither bank nor tax data. */
export const payrollSchema = z
  .object({
    ...readOnly,
    ...(Object.fromEntries(
      Object.entries(writable).map(([name, schema]) => [name, withoutRules(schema)]),
    ) as unknown as { [Name in keyof typeof writable]: z.ZodType<SavePayroll[Name], SavePayroll[Name]> }),
  })
  .meta({ id: 'Payroll' });
export type Payroll = z.input<typeof payrollSchema>;

const ignored = Object.keys(readOnly);

export const savePayrollSchema = z
  .strictObject({
    ...writable,
    ...Object.fromEntries(ignored.map((name) => [name, z.unknown().optional().meta({ readOnly: true })])),
  })
  .meta({ id: 'SavePayroll' })
  .transform(
    (body) =>
      Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.includes(name))) as SavePayroll,
  );
export interface SavePayroll extends z.output<z.ZodObject<typeof writable>> {}
