import type { ListDeclaration } from '@safety/persistence';
import { approvalParameters } from '../approvals/approval-parameters.js';
import type { ApprovedEvent, EventOrFlagged, SafetyEvent } from './event.entity.js';

const declared = {
  defaultSort: '-occurredAt',
  sorts: ['occurredAt', 'reportedAt', 'reference'],
  filters: [
    'status',
    'eventType',
    'actualSeverity',
    'orgStructureId',
    'reportedByPersonnelId',
    'supervisorPersonnelId',
    'oshaRecordable',
    'riddorReportable',
  ],
  sets: ['injuredPersonnelIds', 'groupTypes', 'tags'],
  search: ['title', 'description', 'reference'],
  atPlaces: {
    place: 'orgStructureId',
    values: ['status', 'eventType', 'actualSeverity', 'groupTypes', 'tags'],
  },
  others: {
    includeDescendants: 'orgStructureId',
    occurredFrom: 'occurredAt',
    occurredTo: 'occurredAt',
    reportedFrom: 'reportedAt',
    reportedTo: 'reportedAt',
    personInjuredPersonnelId: 'injuredPersonnelIds',
    groupType: 'groupTypes',
    tag: 'tags',
  },
} satisfies Omit<ListDeclaration<keyof ApprovedEvent>, 'table'>;

/** Working copies are also asked for by their approval. */
export const eventLists = {
  ...declared,
  table: 'events',
  filters: [...declared.filters, 'approvalState', 'submittedAt'],
  sets: [...declared.sets, 'approverUserIds'],
  atPlaces: { ...declared.atPlaces, values: [...declared.atPlaces.values, 'approvalState'] },
  others: { ...declared.others, ...approvalParameters },
} satisfies ListDeclaration<keyof SafetyEvent>;
export const approvedEventLists = { ...declared, table: 'approved_events' } satisfies ListDeclaration<
  keyof ApprovedEvent
>;
export const flaggedEventLists = {
  ...approvedEventLists,
  further: ['events'],
  others: { ...declared.others, requireApproval: 'status' },
} satisfies ListDeclaration<keyof EventOrFlagged>;
