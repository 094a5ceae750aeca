import { z } from 'zod';
import { flaggedStatuses } from '../approvals/approval.js';
import { approvalFilters, requireApprovalFilter, statusFilter } from '../approvals/list-approvals.js';
import { commaSeparated, idsQuery, listQuery, placeQuery, queryFlag } from '../http/list.js';
import { line } from '../http/text.js';
import { dateTimeSchema } from '../http/time.js';
import {
  approvedEventStatuses,
  type EventStatus,
  eventStatuses,
  eventTypes,
  groupTypes,
  severities,
} from './event-enums.js';

const common = {
  sort: ['occurredAt', 'reportedAt', 'modifiedAt', 'reference'],
  defaultSort: '-occurredAt',
  search: ['title', 'description', 'reference'],
} as const;

const filters = {
  eventType: commaSeparated(z.enum(eventTypes)).optional(),
  actualSeverity: commaSeparated(z.enum(severities)).optional(),
  ...placeQuery,
  occurredFrom: dateTimeSchema.optional().describe('At or after.'),
  occurredTo: dateTimeSchema.optional().describe('Before.'),
  reportedFrom: dateTimeSchema.optional().describe('At or after.'),
  reportedTo: dateTimeSchema.optional().describe('Before.'),
  reportedByPersonnelId: idsQuery,
  supervisorPersonnelId: idsQuery,
  personInjuredPersonnelId: idsQuery.describe('Injured in any of the groups.'),
  groupType: commaSeparated(z.enum(groupTypes)).optional().describe('Has a group of any of these types.'),
  oshaRecordable: queryFlag.optional().describe('As in regulatory.'),
  riddorReportable: queryFlag.optional().describe('As in regulatory.'),
  tag: commaSeparated(line(50)).optional().describe('Has any of these tags, written exactly so.'),
};

export const listEventsSchema = listQuery({
  ...common,
  filters: { ...statusFilter(approvedEventStatuses), ...filters },
});
export type ListEvents = z.infer<typeof listEventsSchema>;

/** Approved events, and those that wait for approval or for changes. */
export const listFlaggedEventsSchema = listQuery({
  ...common,
  filters: {
    ...statusFilter([...approvedEventStatuses, ...flaggedStatuses]),
    requireApproval: requireApprovalFilter,
    ...filters,
  },
});
export type ListFlaggedEvents = z.infer<typeof listFlaggedEventsSchema>;

export const listEventApprovalsSchema = listQuery({
  ...common,
  filters: { ...statusFilter(eventStatuses), ...filters, ...approvalFilters },
});
export type ListEventApprovals = z.infer<typeof listEventApprovalsSchema>;

/** Filters that the lists of events share. */
export type EventFilters = Omit<ListEvents, 'status'> & { status?: EventStatus[] | undefined };
