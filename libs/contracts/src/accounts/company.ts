import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { timestampSchema } from '../http/time.js';

/** A company the signed-in user belongs to; its id is a value for `X-Company-Context`. */
export const myCompanySchema = z
  .object({
    id: idSchema,
    name: z.string(),
    legalName: z.string().nullable(),
    countryCode: z.string().describe('ISO 3166-1 alpha-2.'),
    timeZone: z.string().describe('IANA name.'),
    defaultLocale: z.string().describe('BCP 47.'),
    role: z.object({ id: idSchema, name: z.string() }),
    isEventManager: z.boolean(),
    status: z.enum(['active', 'suspended']),
    isDemo: z.boolean(),
    joinedAt: timestampSchema,
  })
  .meta({ id: 'MyCompany' });
