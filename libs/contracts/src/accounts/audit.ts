import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { commaSeparated, cursorQuery, idsQuery, queryInteger } from '../http/list.js';
import {
  changeActors,
  changeOperations,
  recordedChangeSchema,
  recordedChangesSchema,
} from '../http/recorded-change.js';
import { line } from '../http/text.js';
import { dateTimeSchema } from '../http/time.js';

/** The resources whose changes accounts records for a company. */
export const auditedResources = [
  'companies',
  'company_users',
  'roles',
  'role_assignments',
  'service_clients',
] as const;

/** The kinds of author; an operator works at the command line, for all companies. */
export const auditedActors = [...changeActors, 'operator'] as const;
export type AuditedActor = (typeof auditedActors)[number];

const actor = z.enum(auditedActors).describe('`operator`: an operator of the service, at the command line.');

/** The changes of one row of a company, the newest first. */
export const administeredChangesSchema = recordedChangesSchema.extend({
  data: z.array(recordedChangeSchema.extend({ actor }).meta({ id: 'AdministeredChange' })),
});

/** One change in a company: of what, by whom, and how. */
export const auditedChangeSchema = recordedChangeSchema
  .extend({
    resource: z.enum(auditedResources),
    id: idSchema.describe('Of the row that changed.'),
    actor,
  })
  .meta({ id: 'AuditedChange' });

export const auditedChangesSchema = z.object({
  data: z.array(auditedChangeSchema),
  page: z.object({ limit: z.int(), hasMore: z.boolean(), nextCursor: z.string().nullable() }),
});
export type AuditPage = z.input<typeof auditedChangesSchema>;

/** A line of the export. */
export const exportedChangeSchema = auditedChangeSchema
  .extend({ companyId: z.string().meta({ format: 'uuid' }) })
  .meta({ id: 'ExportedChange' });
export type ExportedChange = z.input<typeof exportedChangeSchema>;

const filters = {
  resource: commaSeparated(z.enum(auditedResources)).optional().describe('Changes of rows of these kinds.'),
  rowId: idsQuery.describe('Changes of these rows.'),
  operation: commaSeparated(z.enum(changeOperations)).optional().describe('Changes of these kinds.'),
  changedByUserId: idsQuery.describe('Changes by these users.'),
  actor: commaSeparated(z.enum(auditedActors))
    .optional()
    .describe('Changes by users, by clients, by the service or by its operators.'),
  clientId: commaSeparated(line(100)).optional().describe('Changes that these API clients asked for.'),
  changedFrom: dateTimeSchema
    .optional()
    .describe(
      'Changes at or after this instant. To read on, ask from a minute before the last change. One that had to ' +
        'wait is shown late, with the time at which it began.',
    ),
  changedTo: dateTimeSchema.optional().describe('Changes before this instant.'),
};

export const exportAuditSchema = z.strictObject(filters);
export type ExportAudit = z.infer<typeof exportAuditSchema>;

export const listAuditSchema = z.strictObject({
  limit: queryInteger(1, 200).default(50).describe('Changes of one answer at most.'),
  cursor: cursorQuery.describe('The nextCursor of the page before.'),
  ...filters,
});
export type ListAudit = z.infer<typeof listAuditSchema>;
