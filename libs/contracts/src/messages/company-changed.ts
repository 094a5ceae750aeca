import { z } from 'zod';
import { companyStatuses } from '../accounts/company.js';
import { riskBandsSchema } from '../accounts/risk-bands.js';
import { idSchema } from '../http/id.js';
import { defineMessage } from './message.js';

/** The settings of a company after a change; readers keep the one with the highest version. */
export const companyChanged = defineMessage({
  name: 'company-changed.v1',
  owner: 'accounts',
  stateOf: ({ id }) => id,
  lost: (state) => ({ ...state, version: 0, status: 'suspended' as const }),
  payload: z.object({
    id: idSchema,
    version: z.int(),
    name: z.string(),
    status: z.enum(companyStatuses),
    timeZone: z.string().describe('IANA name: it says which day is today.'),
    defaultLocale: z
      .string()
      .optional()
      .describe('BCP 47, of mails to its users. Absent: an older release, which tells nothing of it.'),
    riskBands: riskBandsSchema.nullable().describe('null: the usual ones.'),
    allowSelfApproval: z.boolean().describe('Whether users may approve what they have submitted.'),
    sessionLifetimeMinutes: z
      .int()
      .nullable()
      .default(null)
      .describe('After the sign-in; null: as the provider says.'),
    defaultApproverUserIds: z.array(idSchema).describe('Asked where no event manager covers a place.'),
  }),
});
export type CompanyState = z.infer<typeof companyChanged.payload>;
