import { z } from 'zod';
import { commaSeparated, listQuery } from '../http/list.js';
import { recordFields } from '../http/resource.js';
import { heldRoleSchema } from './role-assignment.js';

export const serviceClientStatuses = ['active', 'disabled'] as const;

/** A client of the company, with the roles by which it acts for the company as itself. */
export const serviceClientSchema = z
  .object({
    ...recordFields,
    name: z.string(),
    status: z
      .enum(serviceClientStatuses)
      .describe('A disabled client gets no token, and its tokens are refused.'),
    actsForItself: z
      .boolean()
      .describe('Whether it is registered for `client_credentials`; without it the roles count for nothing.'),
    assignments: z.array(heldRoleSchema),
  })
  .meta({ id: 'ServiceClient' });

export const listServiceClientsSchema = listQuery({
  sort: ['name', 'createdAt', 'modifiedAt'],
  defaultSort: 'name',
  search: ['name'],
  filters: { status: commaSeparated(z.enum(serviceClientStatuses)).optional() },
}).omit({ externalId: true });
export type ListServiceClients = z.infer<typeof listServiceClientsSchema>;
