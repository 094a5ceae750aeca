import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { currencySchema } from '../http/iso-codes.js';
import { resource, saved } from '../http/resource.js';
import { line, optional } from '../http/text.js';
import { timestampSchema } from '../http/time.js';
import { redactedFields } from './redacted-fields.js';

export const payFrequencies = ['weekly', 'fortnightly', 'fourWeekly', 'monthly', 'other'] as const;

const writable = {
  payrollNumber: optional(line(50)).describe('Unique in the company, whatever its case.'),
  payGroup: optional(line(50)),
  payFrequency: optional(z.enum(payFrequencies)),
  costCentre: optional(line(50)),
  standardHoursPerWeek: optional(z.number().min(0).max(168)),
  hourlyCost: optional(z.number().min(0).max(1_000_000_000_000)).describe(
    'With a currency, unless both stay as they are.',
  ),
  currency: optional(currencySchema.meta({ examples: ['EUR'] })).describe('ISO 4217; goes with hourlyCost.'),
};

const readOnly = {
  personnelId: idSchema.describe('The same as id: a person has one payroll.'),
  ...redactedFields,
};

/** The payroll of a person. All of it is sensitive; there are neither bank nor tax data. */
export const payrollSchema = resource('WrittenPayroll', writable, readOnly)
  .extend({
    version: z.int().describe('The value of the ETag; 0: nothing was ever written.'),
    createdAt: timestampSchema.nullable(),
    modifiedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'Payroll' });
export type Payroll = z.input<typeof payrollSchema>;

export const savePayrollSchema = saved('SavePayroll', writable, readOnly);
export type SavePayroll = z.infer<typeof savePayrollSchema>;
