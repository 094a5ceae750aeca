import { z } from 'zod';
import { idList } from '../http/id.js';
import { resource, saved } from '../http/resource.js';
import { companyStatuses } from './company.js';
import { companyFields } from './company-fields.js';
import { saveRiskBandsSchema, usualRiskBands } from './risk-bands.js';

const writable = {
  ...companyFields,
  riskBands: saveRiskBandsSchema
    .default(usualRiskBands)
    .describe('Where the bands of the risk matrix begin.'),
  allowSelfApproval: z
    .boolean()
    .default(false)
    .describe(
      'Whether users may approve the hazards and events that they have submitted; service clients never may.',
    ),
  defaultApproverUserIds: idList(10)
    .default([])
    .describe(
      'Users who are asked where no event manager covers an org structure, as far as they read there and are event ' +
        'managers anywhere. Naming another one takes `hazards.approve` and `events.approve` in the whole company.',
    ),
  sessionLifetimeMinutes: z
    .int()
    .min(5)
    .max(14 * 24 * 60)
    .nullable()
    .default(null)
    .describe(
      'Minutes after the sign-in at which a session of a user ends at the latest; null: as the provider says. ' +
        'Of a user of several companies the shortest counts.',
    ),
  requireIfMatch: z.boolean().default(false).describe('Whether each write needs `If-Match`.'),
};

const readOnly = { status: z.enum(companyStatuses), isDemo: z.boolean() };

/** The company of `X-Company-Context` with its settings. */
export const companySettingsSchema = resource('Company', writable, readOnly);
export const saveCompanySettingsSchema = saved('SaveCompany', writable, readOnly);
export type SaveCompanySettings = z.infer<typeof saveCompanySettingsSchema>;
