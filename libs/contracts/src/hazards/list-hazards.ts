import { z } from 'zod';
import { riskBands } from '../accounts/risk-bands.js';
import { flaggedStatuses } from '../approvals/approval.js';
import { approvalFilters, requireApprovalFilter, statusFilter } from '../approvals/list-approvals.js';
import { commaSeparated, idsQuery, listQuery, placeQuery, queryFlag } from '../http/list.js';
import { line } from '../http/text.js';
import { dateSchema, dateTimeSchema } from '../http/time.js';
import { approvedHazardStatuses, type HazardStatus, hazardStatuses, hazardTypes } from './hazard-enums.js';

const common = {
  sort: ['identifiedAt', 'modifiedAt', 'createdAt', 'reference', 'riskScore', 'dueDate'],
  defaultSort: '-identifiedAt',
  search: ['title', 'description', 'reference'],
} as const;

const filters = {
  hazardType: commaSeparated(z.enum(hazardTypes)).optional(),
  band: commaSeparated(z.enum(riskBands))
    .optional()
    .describe(
      'Of the residual risk or, where that is not assessed, the initial one; riskScore sorts by the same.',
    ),
  ...placeQuery,
  responsiblePersonnelId: idsQuery,
  reportedByPersonnelId: idsQuery,
  identifiedFrom: dateTimeSchema.optional().describe('At or after.'),
  identifiedTo: dateTimeSchema.optional().describe('Before.'),
  dueFrom: dateSchema.optional().describe('On or after.'),
  dueTo: dateSchema.optional().describe('Before.'),
  hasOpenActions: queryFlag.optional().describe('Whether an action is open or in progress.'),
  tag: commaSeparated(line(50)).optional().describe('Has any of these tags, written exactly so.'),
};

export const listHazardsSchema = listQuery({
  ...common,
  filters: { ...statusFilter(approvedHazardStatuses), ...filters },
});
export type ListHazards = z.infer<typeof listHazardsSchema>;

/** Approved hazards, and those that wait for approval or for changes. */
export const listFlaggedHazardsSchema = listQuery({
  ...common,
  filters: {
    ...statusFilter([...approvedHazardStatuses, ...flaggedStatuses]),
    requireApproval: requireApprovalFilter,
    ...filters,
  },
});
export type ListFlaggedHazards = z.infer<typeof listFlaggedHazardsSchema>;

export const listHazardApprovalsSchema = listQuery({
  ...common,
  filters: { ...statusFilter(hazardStatuses), ...filters, ...approvalFilters },
});
export type ListHazardApprovals = z.infer<typeof listHazardApprovalsSchema>;

/** The parameters that all lists of hazards share. */
export type HazardFilters = Omit<ListHazards, 'status'> & { status?: HazardStatus[] | undefined };
