import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { commaSeparated, listQuery } from '../http/list.js';
import { timestampSchema } from '../http/time.js';

export const companyStatuses = ['active', 'suspended'] as const;

/** A company the signed-in user belongs to; its id is a value for `X-Company-Context`. */
export const myCompanySchema = z
  .object({
    id: idSchema,
    name: z.string(),
    legalName: z.string().nullable(),
    countryCode: z.string().describe('ISO 3166-1 alpha-2.'),
    timeZone: z.string().describe('IANA name.'),
    defaultLocale: z.string().describe('BCP 47.'),
    role: z
      .object({ id: idSchema, name: z.string() })
      .describe('Of several roles the one that counts everywhere, then the oldest.'),
    isEventManager: z.boolean().describe('Whether any of the roles may approve hazards and events.'),
    status: z.enum(companyStatuses).describe('The business API refuses a suspended company.'),
    isDemo: z.boolean(),
    joinedAt: timestampSchema,
  })
  .meta({ id: 'MyCompany' });

/** Companies are a short list by name: what is for polling and for records of a company does not apply. */
export const listMyCompaniesSchema = listQuery({
  sort: ['name'],
  defaultSort: 'name',
  search: ['name', 'legalName'],
  filters: { status: commaSeparated(z.enum(companyStatuses)).optional() },
}).omit({ sort: true, modifiedSince: true, includeArchived: true, externalId: true });
export type ListMyCompanies = z.infer<typeof listMyCompaniesSchema>;
